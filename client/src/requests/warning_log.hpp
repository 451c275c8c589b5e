// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/log.hpp"
#include "kubexx/client/warning.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Logs each text once, as client-go's NewWarningWriter with Deduplicate does; remembers a thousand of them.
[[nodiscard]] WarningHandler make_warning_log(Log log);

/// Hands all warnings of an answer to `handler`.
void tell_warnings(const Headers& headers, std::string_view call, const WarningHandler& handler);

}  // namespace kubexx::detail
