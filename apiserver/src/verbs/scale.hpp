// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

/// The scale subresource (autoscaling/v1 Scale) of deployments, replica sets and custom resources.
namespace kubexx::apiserver {

[[nodiscard]] HttpResponse get_scale(Server& server, Call& call);
[[nodiscard]] HttpResponse update_scale(Server& server, Call& call);
[[nodiscard]] HttpResponse patch_scale(Server& server, Call& call);
[[nodiscard]] HttpResponse apply_scale(Server& server, Call& call);

}  // namespace kubexx::apiserver
