// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

/// What sigs.k8s.io/json's UnmarshalStrict says beside the value: members that are there twice, and unknown ones.
namespace kubexx::apiserver {

/// Whether an object in `text`, which was parsed to `value`, has a member twice. Linear; copies nothing.
[[nodiscard]] bool has_duplicate_keys(std::string_view text, const Json& value);

/// `duplicate field "spec.replicas"` and, of the paths in `unknown`, `unknown field "spec.x"`, in the order of the
/// text, each once. Paths that the text does not have follow. At most a hundred, as upstream.
[[nodiscard]] std::vector<std::string> strict_problems(std::string_view text, const std::vector<std::string>& unknown);

/// `text`, which is JSON, as Go decodes it into a type: objects that are there twice are merged.
[[nodiscard]] Json parse_merging(std::string_view text);

}  // namespace kubexx::apiserver
