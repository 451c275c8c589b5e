// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// What is wrong with `type`, whose resource the server does not have (404), by what the server says that it serves:
/// the kind under another plural, in another version, or not at all. Empty when discovery does not know either. Does
/// not throw.
[[nodiscard]] awaitable<std::string> async_explain_missing(Client client, ResourceType type, std::stop_token stop);

}  // namespace kubexx
