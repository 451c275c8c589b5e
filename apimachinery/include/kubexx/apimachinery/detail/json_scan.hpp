// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kubexx::detail {

/// Reads JSON text once, from front to back, and checks all that it passes: the grammar of RFC 8259, UTF-8, surrogate
/// pairs, numbers within a double's range, nesting. Errors are ObjectError and name the byte. Positions are offsets
/// into the text given. Why not Boost.JSON's parser: its handlers do not tell where a value begins and ends, and
/// spans are what Object keeps.
class JsonScanner {
public:
  static constexpr unsigned max_depth = 256;

  explicit JsonScanner(std::string_view text, std::size_t from = 0) noexcept : text_(text), at_(from) {}

  [[nodiscard]] std::size_t position() const noexcept { return at_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// The bytes from `from` to here.
  [[nodiscard]] std::string_view since(std::size_t from) const noexcept { return text_.substr(from, at_ - from); }

  void skip_space() noexcept
  {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
  /// The next byte, or NUL at the end.
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

  /// Checks and passes one value, without white space around it, and returns its bytes.
  std::string_view value();

  struct Text {
    std::string_view raw;  ///< between the quotes
    bool escaped = false;  ///< `raw` holds a backslash
  };
  /// Checks and passes one string.
  Text string();

  /// Walks the members of an object or the elements of an array: `enter`, then `next` until it is false; after a true
  /// `next` the scanner stands at the value, which the caller passes.
  class Walk {
  public:
    /// Passes the opening brace or bracket.
    Walk(JsonScanner& scanner, char open);
    bool next();
    /// The member's unescaped name; valid until `next`.
    [[nodiscard]] std::string_view key() const noexcept { return key_; }
    /// Where the member's name begins, quote included.
    [[nodiscard]] std::size_t key_position() const noexcept { return key_at_; }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

  private:
    JsonScanner& scanner_;
    char close_;
    bool first_ = true;
    std::size_t key_at_ = 0;
    std::string_view key_;
    std::string decoded_;  // of a key with escapes
  };

  /// Throws ObjectError saying `what` and where.
  [[noreturn]] void fail(const char* what) const;

private:
  static bool is_space(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  // A value that is neither a string nor has any in it.
  void scalar();
  void escape();
  unsigned hex4();
  void utf8();
  void number();
  void literal(std::string_view word);

  std::string_view text_;
  std::size_t at_;
  unsigned depth_ = 0;
};

/// The length of the UTF-8 sequence that `text` begins with, 0 when it is none (RFC 3629: no surrogates, no overlong
/// forms, at most U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;
/// The text that the content of a valid JSON string (without quotes) stands for.
[[nodiscard]] std::string unescape(std::string_view raw);
/// Appends `text` as a JSON string with quotes. Throws ObjectError when it is not UTF-8.
void append_quoted(std::string& to, std::string_view text);

}  // namespace kubexx::detail
