// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

namespace kubexx::apiserver {

/// The subresource token of a ServiceAccount: k8s.io/kubernetes/pkg/registry/core/serviceaccount/storage/token.go.
/// Takes the lock. Throws Failures.
[[nodiscard]] awaitable<HttpResponse> issue_token(std::shared_ptr<Server> server, Call& call);

}  // namespace kubexx::apiserver
