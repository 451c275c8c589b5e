// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace kubexx {

/// An invalid selector. `what()` reads `label selector "x=(": found '(', expected: identifier`.
class SelectorError : public std::invalid_argument {
public:
  /// `type` is "label selector" or "field selector".
  SelectorError(std::string_view type, std::string_view text, std::string_view problem);

  /// The full text as it was given; if the selector was built by calls, the invalid part.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// The problem in the words of k8s.io/apimachinery, which are those of an API server.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

private:
  std::string text_;
  std::string problem_;
};

}  // namespace kubexx
