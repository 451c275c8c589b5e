// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// What is told of the issuer of ServiceAccount tokens (kubernetes/pkg/routes/openidmetadata.go):
/// /.well-known/openid-configuration and /openid/v1/jwks. Nullopt for other paths. There are no keys in the latter,
/// because tokens are not signed here: this server alone can tell which are its own.
[[nodiscard]] std::optional<HttpResponse> answer_issuer(const HttpRequest& request,
                                                        const std::vector<std::string>& segments,
                                                        const std::string& issuer);

}  // namespace kubexx::apiserver
