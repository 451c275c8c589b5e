// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kubexx {

/// failurePolicy: the outcome of a request whose webhook the API server cannot call. A denial is not a failure.
enum class FailurePolicy : std::uint8_t {
  fail,    ///< the request is refused
  ignore,  ///< the request goes on without the webhook
};

/// sideEffects: whether a webhook changes anything besides the object of the request. Webhooks with any other side effects are
/// refused by API servers.
enum class SideEffects : std::uint8_t {
  none,             ///< nothing
  none_on_dry_run,  ///< nothing if AdmissionContext::is_dry_run()
};

/// Whether a webhook gets requests for the kind in another version or group, converted to its own: matchPolicy.
enum class MatchPolicy : std::uint8_t { equivalent, exact };

/// Whether a mutating webhook is called again if a later one has changed the object: reinvocationPolicy.
enum class ReinvocationPolicy : std::uint8_t { never, if_needed };

/// A CEL expression on `object`, `oldObject`, `request` and `authorizer`. The webhook is called only if all of its
/// conditions are true. A value.
struct MatchCondition {
  std::string name = {};  ///< unique in the webhook: letters, digits, "-", "_" and "."
  std::string expression = {};
};

}  // namespace kubexx
