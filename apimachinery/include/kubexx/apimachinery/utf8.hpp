// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kubexx {

/// Text for people (a message, a reason, the note of an Event, a metric label) may be the output of a tool, a truncated
/// string or in another encoding. API servers, Prometheus and JSON logs accept only UTF-8, and API servers limit its
/// length.

/// Returns `text` with U+FFFD in place of each byte that is not part of a UTF-8 character, like Go's encoder.
[[nodiscard]] std::string valid_utf8(std::string_view text);
/// The same, cut to at most `limit` bytes at the end of a character.
[[nodiscard]] std::string valid_utf8(std::string_view text, std::size_t limit);

}  // namespace kubexx
