// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace kubexx::cel::detail {

/// A character of a text in UTF-8, as Go reads it: a byte that begins none is U+FFFD, of one byte.
struct Rune {
  char32_t point = 0xFFFD;
  std::size_t size = 1;
  bool valid = false;  ///< false: no UTF-8
};

/// `text` is not empty.
[[nodiscard]] Rune first_rune(std::string_view text);

/// unicode.IsPrint, which is strconv.IsPrint: no controls, no spaces but ' ', nothing that has no form, nothing
/// private. Go's tables also leave out the points that are not assigned.
[[nodiscard]] bool is_printed(char32_t point);

}  // namespace kubexx::cel::detail
