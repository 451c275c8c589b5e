// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json.hpp"
#include "core/status.hpp"

/// The subresource resize of pods.
namespace kubexx::apiserver {

/// `pod` with what a resize may change as `wanted` has it, and its pod-level resources complete: the strategy's
/// PrepareForUpdate. With other containers all of the spec is as wanted, which validation refuses.
[[nodiscard]] Json resized_pod(Json pod, const Json& wanted);

/// ValidatePodResize.
void validate_resize(const Json& pod, const Json& before, FieldErrors& errors);

}  // namespace kubexx::apiserver
