// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace kubexx::apiserver::protobuf {

inline constexpr const char* media_type = "application/vnd.kubernetes.protobuf";
/// What a body begins with.
inline constexpr std::string_view magic("k8s\0", 4);

/// The JSON of a body in that media type: a runtime.Unknown after the magic "k8s\0", whose kind, where it names none,
/// is the one that the endpoint expects. Throws Failures with the texts of the real server: 400 for what cannot be
/// read, 413 for an object with more fields than `max_values`.
[[nodiscard]] Json decode_body(std::string_view body, std::string_view api_version, std::string_view kind);

}  // namespace kubexx::apiserver::protobuf
