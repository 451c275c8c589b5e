// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx {

/// RFC 4648, as in Go's encoding/base64.
enum class Base64 {
  standard,  ///< section 4, with padding: []byte fields, kubeconfig, HTTP Basic. Go's StdEncoding
  url,       ///< section 5, without padding: continue tokens, JWT. Go's RawURLEncoding
};

/// Returns `bytes` as text in that form.
[[nodiscard]] std::string encode_base64(std::string_view bytes, Base64 form = Base64::standard);

/// Skips line breaks, as Go does. Returns nullopt for any other text that is not valid in `form`.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text, Base64 form = Base64::standard);

}  // namespace kubexx
