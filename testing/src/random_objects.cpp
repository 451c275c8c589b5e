// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/random_objects.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "random_value.hpp"

namespace kubexx::testing {

using nlohmann::json;

namespace {

json schema_in(const json& crd, const std::string& version)
{
  for (const auto& one : crd.at("spec").at("versions")) {
    if (one.at("name") == version && one.contains("schema")) return one["schema"].at("openAPIV3Schema");
  }
  throw std::invalid_argument(crd["metadata"].value("name", "this CRD") + " has no schema for a version " + version);
}

}  // namespace

RandomObjects::RandomObjects(const DescribedKind& kind, RandomObjectsOptions options)
    : schema_(schema_of(kind, options.builtin_schemas)),
      api_version_(kind.resource->version),
      kind_(kind.resource->kind),
      options_(options),
      random_(options.seed)
{
  if (!kind.resource->group.empty()) api_version_ = std::string(kind.resource->group) + "/" + api_version_;
}

RandomObjects::RandomObjects(const json& crd, const std::string& version, RandomObjectsOptions options)
    : schema_(schema_in(crd, version)),
      api_version_(crd["spec"].at("group").get<std::string>() + "/" + version),
      kind_(crd["spec"].at("names").at("kind").get<std::string>()),
      options_(options),
      random_(options.seed)
{
}

json RandomObjects::next()
{
  detail::ValueDrawer drawer(random_, options_.mistakes);
  json object{
      {"apiVersion", api_version_}, {"kind", kind_}, {"metadata", {{"name", "random-" + std::to_string(++drawn_)}}}};
  const json required = schema_.value("required", json::array());
  const json members = schema_.value("properties", json::object());
  for (const auto& [name, member] : members.items()) {
    if (object.contains(name) || (name == "status" && !options_.has_status)) continue;
    const bool is_rare = drawer.below(10) == 0 && std::find(required.begin(), required.end(), name) == required.end();
    if (!is_rare) object[name] = drawer.value(member, 1);
  }
  return object;
}

}  // namespace kubexx::testing
