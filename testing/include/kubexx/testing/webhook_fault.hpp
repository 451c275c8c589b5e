// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace kubexx::testing {

/// How a call to an operator's webhook fails. The API server applies the failure policy to it.
enum class WebhookFault : std::uint8_t {
  timeout,  ///< there is no response; in the simulation the time of the webhook passes without the clock
  garbage,  ///< the response is 200, but is no AdmissionReview
  down,     ///< nothing serves the webhook
};

/// "times out", "answers garbage", "is down".
[[nodiscard]] std::string_view to_string(WebhookFault fault) noexcept;

}  // namespace kubexx::testing
