// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/json.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx::apiserver {

/// What a DELETE does to a pod that is to stop in its own time: rest.BeforeDelete of k8s.io/apiserver with the
/// CheckGracefulDelete of pods.
enum class GracefulDelete {
  pending,  ///< a deletion is under way, and this one changes nothing of it
  marked,   ///< deletionTimestamp and deletionGracePeriodSeconds are set, or became shorter
};
/// `grace` is what the request asks for. A pod without a node, or that has ended, needs no time.
GracefulDelete begin_graceful_delete(Json& pod, std::optional<std::int64_t> grace, WallTime now);

/// metadata.deletionGracePeriodSeconds, zero when there is none. Above zero the last finalizer does not end a deletion:
/// that is left to whoever runs the pod.
[[nodiscard]] std::int64_t remaining_grace(const Json& object);

}  // namespace kubexx::apiserver
