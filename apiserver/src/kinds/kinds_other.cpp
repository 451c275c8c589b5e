// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "render/tables.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {
namespace {

Kind leases()
{
  auto kind = make_kind("coordination.k8s.io", "Lease", "leases");
  kind.unconditional_update = false;
  kind.create_on_update = true;
  kind.versions.front().columns = {
      name_column("lease"), {"Holder", "string", "", "Who holds it", 0, ""}, age_column("lease")};
  kind.cells = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), string_at(object, {"spec", "holderIdentity"}), age_cell(object, now)});
  };
  kind.defaults = [](Json& object) { ensure_object(object, "spec"); };
  kind.validate = [](const Json& object, const Json*, FieldErrors& errors) {
    const auto& spec = object.at("spec");
    if (const auto* seconds = find(spec, {"leaseDurationSeconds"});
        seconds != nullptr && (!seconds->is_number_integer() || seconds->get<std::int64_t>() <= 0)) {
      errors.push_back(invalid_value("spec.leaseDurationSeconds", *seconds, "must be greater than 0"));
    }
    if (const auto* count = find(spec, {"leaseTransitions"});
        count != nullptr && (!count->is_number_integer() || count->get<std::int64_t>() < 0)) {
      errors.push_back(invalid_value("spec.leaseTransitions", *count, "must be greater than or equal to 0"));
    }
  };
  return kind;
}

Kind rbac(const char* name, const char* plural, bool namespaced)
{
  auto kind = make_kind("rbac.authorization.k8s.io", name, plural, namespaced);
  kind.create_on_update = true;
  kind.name_rule = NameRule::path_segment;
  const bool binding = std::string_view(name).ends_with("Binding");
  auto& columns = kind.versions.front().columns;
  columns = {{"Name", "string", "name", "Its name", 0, ""}};
  if (binding) {
    columns.push_back({"Role", "string", "", "The role that it grants", 0, ""});
    columns.push_back({"Age", "string", "", "Its age", 0, ""});
  } else {
    columns.push_back({"Created At", "date", "", "When it was created", 0, ""});
  }
  kind.cells = [binding](const Json& object, WallTime now) {
    const auto created = string_at(object, {"metadata", "creationTimestamp"});
    auto cells = Json::array({name_cell(object)});
    if (binding) {
      cells.push_back(string_at(object, {"roleRef", "kind"}) + "/" + string_at(object, {"roleRef", "name"}));
      cells.push_back(human_age(created, now));
    } else {
      cells.push_back(created);
    }
    return cells;
  };
  if (binding) {
    kind.validate = [](const Json& object, const Json* current, FieldErrors& errors) {
      if (string_at(object, {"roleRef", "name"}).empty()) errors.push_back(required_value("roleRef.name", ""));
      if (current != nullptr && object.value("roleRef", Json()) != current->value("roleRef", Json())) {
        errors.push_back(invalid_value("roleRef", object.value("roleRef", Json()), "cannot change roleRef"));
      }
    };
  }
  return kind;
}

Json or_not_set(const Json& object, std::initializer_list<std::string_view> path)
{
  const auto* const found = find(object, path);
  if (found == nullptr) return "N/A";
  return found->is_string() ? *found : Json(found->dump());
}

Kind pod_disruption_budgets()
{
  auto kind = make_kind("policy", "PodDisruptionBudget", "poddisruptionbudgets");
  kind.short_names = {"pdb"};
  kind.generation = GenerationRule::spec;
  auto& version = kind.versions.front();
  version.status = true;
  version.columns = {name_column("budget"),
                     {"Min Available", "string", "", "Pods that must be available", 0, ""},
                     {"Max Unavailable", "string", "", "Pods that may be unavailable", 0, ""},
                     {"Allowed Disruptions", "integer", "", "Pods that may be evicted now", 0, ""},
                     age_column("budget")};
  kind.cells = [](const Json& object, WallTime now) {
    const auto* const allowed = find(object, {"status", "disruptionsAllowed"});
    return Json::array({name_cell(object), or_not_set(object, {"spec", "minAvailable"}),
                        or_not_set(object, {"spec", "maxUnavailable"}), allowed == nullptr ? Json(0) : *allowed,
                        age_cell(object, now)});
  };
  // The disruption controller writes the rest.
  kind.prepare_create = [](Json& object) {
    object["status"] = {{"currentHealthy", 0}, {"desiredHealthy", 0}, {"disruptionsAllowed", 0}, {"expectedPods", 0}};
  };
  kind.validate = [](const Json& object, const Json*, FieldErrors& errors) {
    const auto* const spec = find(object, {"spec"});
    if (spec != nullptr && spec->contains("minAvailable") && spec->contains("maxUnavailable")) {
      errors.push_back(invalid_value("spec", *spec, "minAvailable and maxUnavailable cannot be both set"));
    }
  };
  return kind;
}

Kind network_policies()
{
  auto kind = make_kind("networking.k8s.io", "NetworkPolicy", "networkpolicies");
  kind.short_names = {"netpol"};
  kind.generation = GenerationRule::spec;
  kind.versions.front().columns = {
      name_column("policy"), {"Pod-Selector", "string", "", "The pods that it is about", 0, ""}, age_column("policy")};
  kind.cells = [](const Json& object, WallTime now) {
    const auto* const selector = find(object, {"spec", "podSelector"});
    const std::string shown = selector == nullptr ? std::string() : selector_of(*selector).to_string();
    return Json::array({name_cell(object), shown.empty() ? "<none>" : shown, age_cell(object, now)});
  };
  kind.defaults = [](Json& object) {
    auto& spec = ensure_object(object, "spec");
    ensure_object(spec, "podSelector");
    for (const char* direction : {"ingress", "egress"}) {
      if (!spec.contains(direction) || !spec[direction].is_array()) continue;
      for (auto& rule : spec[direction]) {
        if (find(rule, {"ports"}) == nullptr || !rule["ports"].is_array()) continue;
        for (auto& port : rule["ports"]) {
          if (port.is_object()) set_default(port, "protocol", "TCP");
        }
      }
    }
    if (spec.contains("policyTypes") && !spec["policyTypes"].empty()) return;
    spec["policyTypes"] = Json::array({"Ingress"});
    if (spec.contains("egress") && !spec["egress"].empty()) spec["policyTypes"].push_back("Egress");
  };
  return kind;
}

Kind review(const char* group, const char* name, const char* plural)
{
  auto kind = make_kind(group, name, plural, false);
  kind.storable = false;
  return kind;
}

}  // namespace

std::vector<Kind> other_kinds()
{
  return {leases(),
          pod_disruption_budgets(),
          network_policies(),
          rbac("Role", "roles", true),
          rbac("RoleBinding", "rolebindings", true),
          rbac("ClusterRole", "clusterroles", false),
          rbac("ClusterRoleBinding", "clusterrolebindings", false),
          review("authorization.k8s.io", "SelfSubjectAccessReview", "selfsubjectaccessreviews"),
          review("authorization.k8s.io", "SelfSubjectRulesReview", "selfsubjectrulesreviews"),
          review("authorization.k8s.io", "SubjectAccessReview", "subjectaccessreviews"),
          review("authentication.k8s.io", "SelfSubjectReview", "selfsubjectreviews")};
}

}  // namespace kubexx::apiserver
