// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/history.
#include "controllers/revisions.hpp"

#include <algorithm>

namespace kubexx::apiserver {

std::string current_revision(Server& server, const Json& object, const Stored& stored, const Json& reference,
                             const char* hash_label)
{
  const auto revisions = resource_of(server, "apps", "controllerrevisions");
  auto pattern = object.at("spec").at("template");
  const auto hash = hash_of(pattern);
  pattern["$patch"] = "replace";
  const Json data{{"spec", {{"template", std::move(pattern)}}}};
  std::int64_t newest = 0;
  StoredPtr same;
  for (const auto& revision : controlled(server, revisions, stored)) {
    const auto whole = revision->json();
    newest = std::max(newest, number_at(whole, {"revision"}, 0));
    if (whole.contains("data") && whole.at("data") == data) same = revision;
  }
  if (!same) {
    auto labels = Json::object();
    if (const auto* given = find(object, {"spec", "template", "metadata", "labels"})) labels = *given;
    labels[hash_label] = hash;
    (void)create_object_of(server, revisions,
                           {{"metadata",
                             {{"name", stored.name + "-" + hash},
                              {"namespace", stored.namespace_},
                              {"labels", std::move(labels)},
                              {"ownerReferences", Json::array({reference})}}},
                            {"data", data},
                            {"revision", newest + 1}});
  } else if (auto whole = same->json(); number_at(whole, {"revision"}, 0) < newest) {
    whole["revision"] = newest + 1;
    (void)update_object_of(server, revisions, same, std::move(whole));
  }
  return hash;
}

}  // namespace kubexx::apiserver
