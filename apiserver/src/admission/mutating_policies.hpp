// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "admission/policies.hpp"
#include "admission/reinvocation.hpp"

/// MutatingAdmissionPolicy: k8s.io/apiserver/pkg/admission/plugin/policy/mutating.
namespace kubexx::apiserver {

/// Lets the policies change the object of a write, in their order. Throws the Failure of the first that fails, unless
/// its failurePolicy ignores that.
[[nodiscard]] awaitable<void> mutate_by_policies(std::shared_ptr<Server> server, PoliciesPtr policies,
                                                 AdmissionAttributes& attributes, Reinvocation& reinvocation);

/// A mutation that cannot be done, which failurePolicy decides about.
class MutationProblem : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
/// What an ApplyConfiguration makes of `object`, which has apiVersion and kind as `match` says. Throws MutationProblem
/// and Failures.
[[nodiscard]] Json applied_configuration(const Match& match, const Json& object, const cel::Value& configuration);
/// Likewise, of a list of JSONPatch.
[[nodiscard]] Json json_patched(const Json& object, const cel::Value& operations);

}  // namespace kubexx::apiserver
