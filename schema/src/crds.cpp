// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/crds.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "kubexx/schema/crd_changes.hpp"
#include "kubexx/schema/crd_validation.hpp"

namespace kubexx::schema {

namespace {

std::vector<std::string> breaking_changes(const nlohmann::json& old_crd, const nlohmann::json& new_crd)
{
  std::vector<std::string> texts;
  for (const CrdChange& change : crd_changes(old_crd, new_crd)) {
    if (change.severity != CrdSeverity::breaking) continue;
    std::string text = change.version.empty() ? "" : change.version + ": ";
    if (!change.path.empty()) text += change.path + ": ";
    text += change.change;
    if (!change.breaks.empty()) text += "; breaks " + change.breaks;
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

CrdSet with_checks(CrdSet crds)
{
  crds.validate = &validate_crd;
  crds.breaking_changes = &breaking_changes;
  return crds;
}

}  // namespace kubexx::schema
