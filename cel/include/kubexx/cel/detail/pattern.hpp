// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace kubexx::cel::detail {

/// A regular expression with the syntax and the meaning of Go's: RE2's. A search takes time in proportion to the text,
/// whatever the expression. Immutable; thread safe.
class Pattern {
public:
  /// Null when `text` is no expression; then `problem` says why, in the words of Go's regexp package.
  [[nodiscard]] static std::shared_ptr<const Pattern> compile(const std::string& text, std::string& problem);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  /// Whether it matches anywhere in `text`.
  [[nodiscard]] bool found_in(std::string_view text) const;
  /// The leftmost match that begins at the byte `from` or later; anchors mean the ends of the whole text.
  [[nodiscard]] bool find(std::string_view text, std::size_t from, std::string_view& match) const;

private:
  explicit Pattern(std::unique_ptr<const re2::RE2> compiled);
  std::unique_ptr<const re2::RE2> compiled_;
};

}  // namespace kubexx::cel::detail
