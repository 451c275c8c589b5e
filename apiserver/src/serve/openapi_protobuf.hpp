// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace kubexx::apiserver {

inline constexpr std::string_view swagger_media_type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
/// What clients ask with; it is no valid media type, and the answer has the other one.
inline constexpr std::string_view old_swagger_media_type = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

/// An OpenAPI document of version 2 in the form that kubectl validates by and explains: gnostic's openapi.v2.Document,
/// with the information about the document and the definitions.
[[nodiscard]] std::string swagger_protobuf(const Json& document);

}  // namespace kubexx::apiserver
