// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kubexx {

/// Text for people (a message, a reason, an event note, a label of a metric) may come from a tool's output, a cut
/// string or another encoding. An API server, Prometheus and a JSON log take only UTF-8, and the API server has limits.

/// `text` with U+FFFD in place of each byte that belongs to no UTF-8 character, as Go's encoder has it.
[[nodiscard]] std::string valid_utf8(std::string_view text);
/// The same, cut to at most `limit` bytes at the end of a character.
[[nodiscard]] std::string valid_utf8(std::string_view text, std::size_t limit);

}  // namespace kubexx
