// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/server.hpp"

/// The scale subresource (autoscaling/v1 Scale) of deployments, replica sets and custom resources.
namespace kubexx::apiserver {

[[nodiscard]] awaitable<HttpResponse> get_scale(std::shared_ptr<Server> server, Call& call);
/// A PUT or a PATCH, an apply among them.
[[nodiscard]] awaitable<HttpResponse> write_scale(std::shared_ptr<Server> server, Call& call);

}  // namespace kubexx::apiserver
