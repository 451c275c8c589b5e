// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"

/// The plugin LimitRanger: plugin/pkg/admission/limitranger.
namespace kubexx::apiserver {

/// Gives a pod's containers the defaults of a LimitRange.
void set_limit_defaults(const Json& limit_range, Json& pod);

/// What a pod, or a claim, does that a LimitRange forbids.
[[nodiscard]] std::vector<std::string> pod_limit_problems(const Json& limit_range, const Json& pod);
[[nodiscard]] std::vector<std::string> claim_limit_problems(const Json& limit_range, const Json& claim);

}  // namespace kubexx::apiserver
