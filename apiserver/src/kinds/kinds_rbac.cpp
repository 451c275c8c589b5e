// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array rbac_rows{
    KindRow{"ClusterRoleBinding", "clusterrolebindings", "cluster creates segment", "", ""},
    KindRow{"ClusterRole", "clusterroles", "cluster creates segment", "", ""},
    KindRow{"RoleBinding", "rolebindings", "creates segment", "", ""},
    KindRow{"Role", "roles", "creates segment", "", ""},
};

}  // namespace

std::vector<Kind> rbac_kinds()
{
  auto kinds = make_kinds("rbac.authorization.k8s.io", rbac_rows);
  kind_among(kinds, "roles").validate = validate_role;
  kind_among(kinds, "clusterroles").validate = validate_cluster_role;
  kind_among(kinds, "rolebindings").validate = validate_role_binding;
  kind_among(kinds, "clusterrolebindings").validate = validate_role_binding;
  return kinds;
}

}  // namespace kubexx::apiserver
