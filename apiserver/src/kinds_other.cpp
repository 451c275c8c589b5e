// SPDX-License-Identifier: Apache-2.0
#include "builtin.hpp"
#include "tables.hpp"

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
