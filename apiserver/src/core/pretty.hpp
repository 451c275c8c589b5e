// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// JSON with a line for each member and item, two spaces deeper than what holds it, as Go's json.Indent writes it. What
/// is not JSON comes out as something that is no JSON either.
[[nodiscard]] std::string indented(std::string_view json);
/// By the parameter `pretty`, or because a person reads the answer: curl, Wget and browsers (isPrettyPrint of
/// endpoints/handlers/negotiation).
[[nodiscard]] bool wants_indentation(const HttpRequest& request);

}  // namespace kubexx::apiserver
