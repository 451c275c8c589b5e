// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/detail/path_function.hpp"
#include "webhook/admission_call.hpp"
#include "webhook/webhook_metrics.hpp"

namespace kubexx::detail {

/// Calls the handler of a path. Every exception of it becomes a response. `metrics` outlives the call. Throws only if
/// it is cancelled.
[[nodiscard]] awaitable<HttpResponse> call_path(std::shared_ptr<const PathEndpoint> endpoint,
                                                std::shared_ptr<const WebhookServices> services, HttpRequest request,
                                                CallLimits limits, PathMetrics& metrics);

}  // namespace kubexx::detail
