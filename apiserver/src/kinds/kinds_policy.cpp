// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array rows{
    KindRow{"PodDisruptionBudget", "poddisruptionbudgets", "status versioned generation segment", "pdb", ""},
};

}  // namespace

std::vector<Kind> policy_kinds()
{
  auto kinds = make_kinds("policy", rows);
  kind_among(kinds, "poddisruptionbudgets").validate = validate_disruption_budget;
  return kinds;
}

}  // namespace kubexx::apiserver
