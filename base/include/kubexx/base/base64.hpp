// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx {

/// RFC 4648, as Go's encoding/base64 has it.
enum class Base64 {
  standard,  ///< section 4, with padding: []byte fields, kubeconfig, HTTP's Basic. Go's StdEncoding
  url,       ///< section 5, without padding: continue tokens, JWT. Go's RawURLEncoding
};

[[nodiscard]] std::string encode_base64(std::string_view bytes, Base64 form = Base64::standard);

/// Line breaks are skipped, as Go does; nullopt for anything else that the form does not have.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text, Base64 form = Base64::standard);

}  // namespace kubexx
