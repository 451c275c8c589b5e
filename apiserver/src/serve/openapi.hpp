// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// /openapi/v3 (the index and one document for each group version) and /openapi/v2.
[[nodiscard]] HttpResponse answer_openapi(const KindMap& kinds, const HttpRequest& request,
                                          const std::vector<std::string>& segments, const Query& query);

}  // namespace kubexx::apiserver
