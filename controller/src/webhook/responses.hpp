// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// A line of text, which an API server shows to its user or writes into its log.
[[nodiscard]] HttpResponse text_response(unsigned status, std::string text);
/// 200 with JSON.
[[nodiscard]] HttpResponse json_response(std::string body);

}  // namespace kubexx::detail
