// SPDX-License-Identifier: Apache-2.0
#include "controllers/role_aggregation.hpp"

#include <algorithm>
#include <set>

#include "apply/field_manager.hpp"
#include "core/server.hpp"
#include "verbs/selectors.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* aggregation_manager = "clusterrole-aggregation-controller";

bool aggregates(const StoredPtr& role)
{
  return role && role->body.find("\"aggregationRule\"") != std::string::npos;
}

/// Applies `rules`; whether that changed the role.
bool apply_rules(Server& server, Collection& roles, const StoredPtr& current, Json rules)
{
  UpdateRequest request;
  request.before = current->json();
  const auto* present = find(request.before, {"rules"});
  if (present != nullptr && (*present == rules || (present->is_null() && rules.empty()))) return false;
  const auto kind = find_kind(server, rbac_api_group, "clusterroles");
  const auto& version = kind->versions.front();
  const Json config{{"apiVersion", kind->api_version(version.name)},
                    {"kind", kind->kind},
                    {"metadata", {{"name", current->name}}},
                    {"rules", std::move(rules)}};
  auto applied =
      apply::FieldManager(server, *kind, version, "").apply(&request.before, config, aggregation_manager, true);
  if (!applied.object) return false;
  request.object = std::move(*applied.object);
  request.current = current;
  request.patch = true;
  request.ownership.managed_fields = std::move(applied.managed_fields);
  return store_update(server, *kind, roles, version, std::move(request)) != current;
}

}  // namespace

bool RoleAggregation::Role::selects(const Stored& role) const
{
  return role.name != name && std::any_of(selectors.begin(), selectors.end(),
                                          [&](const LabelSelector& selector) { return selector.matches(role.labels); });
}

std::vector<RoleAggregation::Role> RoleAggregation::find_roles(const Collection& roles)
{
  std::vector<Role> found;
  for (const auto& [key, stored] : roles.objects) {
    if (!aggregates(stored)) continue;
    const auto object = stored->json();
    const auto* selectors = find(object, {"aggregationRule", "clusterRoleSelectors"});
    if (selectors == nullptr || !selectors->is_array()) continue;
    Role role{stored->name, {}};
    for (const auto& selector : *selectors) role.selectors.push_back(selector_of(selector));
    found.push_back(std::move(role));
  }
  return found;
}

Json RoleAggregation::rules_for(const Collection& roles, const Role& role)
{
  Json rules = Json::array();
  std::set<std::string> known;
  for (const auto& selector : role.selectors) {
    for (const auto& [key, stored] : roles.objects) {
      if (stored->name == role.name || !selector.matches(stored->labels)) continue;
      const auto object = stored->json();
      const auto* listed = find(object, {"rules"});
      if (listed == nullptr || !listed->is_array()) continue;
      for (const auto& rule : *listed) {
        if (known.insert(rule.dump()).second) rules.push_back(rule);
      }
    }
  }
  return rules;
}

bool RoleAggregation::concerns(const Collection& roles) const
{
  if (roles.forgotten > version_) return true;
  const auto selected = [&](const StoredPtr& object) {
    return object && std::any_of(roles_.begin(), roles_.end(), [&](const Role& role) { return role.selects(*object); });
  };
  for (auto change = roles.changes.rbegin(); change != roles.changes.rend() && change->version > version_; ++change) {
    if (aggregates(change->current) || aggregates(change->previous)) return true;
    if (selected(change->current) || selected(change->previous)) return true;
  }
  return false;
}

void RoleAggregation::run(ApiServer::Impl& server)
{
  const auto collection = server.store.collection("rbac.authorization.k8s.io/clusterroles");
  if (collection->changed == version_) return;
  if (concerns(*collection)) {
    roles_ = find_roles(*collection);
    // Roles that aggregate each other need a round for each step between them; what goes in circles never comes to
    // rest, in a real cluster neither.
    bool changed = true;
    for (std::size_t round = 0; changed && round <= roles_.size(); ++round) {
      changed = false;
      for (const auto& role : roles_) {
        const auto current = collection->objects.get(role.name);
        if (current) changed = apply_rules(server, *collection, current, rules_for(*collection, role)) || changed;
      }
    }
  }
  version_ = collection->changed;
}

}  // namespace kubexx::apiserver
