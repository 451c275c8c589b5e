// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "kubexx/http/message.hpp"

namespace kubexx::tool {

/// What a caller without a client certificate gets instead of an answer: 401 for credentials that this server does not
/// know, 403 for none at all. Nullopt: the request may pass (it is authenticated, or asks for health or version).
[[nodiscard]] std::optional<HttpResponse> refuse(const HttpRequest& request);

}  // namespace kubexx::tool
