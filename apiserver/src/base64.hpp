// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx::apiserver {

/// The URL-safe alphabet without padding, as continue tokens use it.
[[nodiscard]] std::string base64_encode(std::string_view bytes);
/// Takes both alphabets, with or without padding; nullopt for anything else.
[[nodiscard]] std::optional<std::string> base64_decode(std::string_view text);
/// The standard alphabet with padding, as []byte fields use it.
[[nodiscard]] std::string base64_encode_padded(std::string_view bytes);

}  // namespace kubexx::apiserver
