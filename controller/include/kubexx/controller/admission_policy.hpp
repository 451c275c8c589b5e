// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kubexx {

/// failurePolicy: the API server's decision on a request whose webhook it cannot call. A denial is not a failure.
enum class FailurePolicy : std::uint8_t {
  fail,    ///< the request is refused
  ignore,  ///< the request goes on without the webhook
};

/// sideEffects: the changes of a webhook besides the object of the request. API servers refuse webhooks with any other
/// side effects.
enum class SideEffects : std::uint8_t {
  none,             ///< nothing
  none_on_dry_run,  ///< nothing if AdmissionContext::is_dry_run()
};

/// matchPolicy: whether a webhook gets requests for the kind in another version or group, converted to its own.
enum class MatchPolicy : std::uint8_t { equivalent, exact };

/// reinvocationPolicy: whether a mutating webhook is called again if a later one has changed the object.
enum class ReinvocationPolicy : std::uint8_t { never, if_needed };

/// A CEL expression on `object`, `oldObject`, `request` and `authorizer`. The webhook is called only if all of its
/// conditions are true. A value type.
struct MatchCondition {
  std::string name = {};  ///< unique in the webhook: letters, digits, "-", "_" and "."
  std::string expression = {};

  friend bool operator==(const MatchCondition&, const MatchCondition&) = default;
};

}  // namespace kubexx
