// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx {

/// The text is not a valid value of its type. `what()` reads `quantity "1.5x": expected …`, with at most 80 bytes of
/// the text and unprintable bytes escaped.
class ValueError : public std::invalid_argument {
public:
  /// `type` names the kind of value: "quantity", "time".
  ValueError(std::string_view type, std::string_view text, std::string_view expected);

  /// The full text as it was given.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// The expected form, without the word "expected".
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }

private:
  std::string text_;
  std::string expected_;
};

}  // namespace kubexx
