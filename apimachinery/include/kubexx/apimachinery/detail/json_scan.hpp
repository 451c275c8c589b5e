// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kubexx::detail {

/// Reads JSON text once, from front to back, without recursion, and checks everything that it passes: the grammar of
/// RFC 8259 and the nesting. Like Go's decoder, and so like the API server and client-go, it accepts strings with bytes
/// that are not UTF-8 or with unpaired surrogates (`unescape` makes U+FFFD of them) and numbers of any size; `strict`
/// refuses these. Errors are ObjectErrors that name the byte. Positions are offsets into the given text. Boost.JSON's
/// parser does not fit, because its handlers do not report where a value begins and ends, and Object keeps these spans.
class JsonScanner {
public:
  /// The limit of Go's decoder.
  static constexpr unsigned max_depth = 10'000;

  struct Rules {
    unsigned depth = max_depth;  ///< at most max_depth
    bool strict = false;         ///< only UTF-8, complete surrogate pairs and numbers within a double's range
  };

  explicit JsonScanner(std::string_view text, std::size_t from = 0) noexcept : text_(text), at_(from) {}
  JsonScanner(std::string_view text, Rules rules) noexcept : text_(text), at_(0), rules_(rules) {}

  [[nodiscard]] std::size_t position() const noexcept { return at_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// The bytes from `from` to the current position.
  [[nodiscard]] std::string_view since(std::size_t from) const noexcept { return text_.substr(from, at_ - from); }

  void skip_space() noexcept
  {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
  /// The next byte, or NUL at the end.
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

  /// Continues at `position`, after other code has passed a complete value.
  void pass_to(std::size_t position) noexcept { at_ = position; }

  /// Checks and passes one value, without white space around it, and returns its bytes.
  std::string_view value();

  struct Text {
    std::string_view raw;  ///< between the quotes
    bool escaped = false;  ///< `raw` is not the text: it has a backslash or bytes that are not UTF-8
  };
  /// Checks and passes one string.
  Text string();

  /// Iterates over the members of an object or the elements of an array: call `next` until it returns false. After each
  /// true `next` the scanner is at the value, which the caller must pass.
  class Walk {
  public:
    /// Passes the opening brace or bracket.
    Walk(JsonScanner& scanner, char open);
    bool next();
    /// The member's unescaped name; valid until `next`.
    [[nodiscard]] std::string_view key() const noexcept { return key_; }
    /// The position of the member's name, at its opening quote.
    [[nodiscard]] std::size_t key_position() const noexcept { return key_at_; }
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

  private:
    JsonScanner& scanner_;
    char close_;
    bool first_ = true;
    std::size_t key_at_ = 0;
    std::string_view key_;
    std::string decoded_;  // the key, if it has escapes
  };

  /// Throws ObjectError with `what` and the position.
  [[noreturn]] void fail(const char* what) const;

private:
  static bool is_space(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  // Passes a number, true, false or null.
  void scalar();
  void escape();
  unsigned hex4();
  // Passes one character; returns false if its bytes are not UTF-8.
  bool utf8();
  void number();
  void literal(std::string_view word);

  std::string_view text_;
  std::size_t at_;
  unsigned depth_ = 0;
  Rules rules_{};
};

/// Finds the end of a value only by quotes and brackets, to skip a value that is not valid JSON, or to detect when a
/// value that arrives in chunks is complete. Looks at each byte once.
class BracketScan {
public:
  enum class End {
    found,   ///< `position` is after the value
    more,    ///< the text is too short
    broken,  ///< no value begins there, or a string has a line break, which JSON does not allow
  };

  explicit BracketScan(std::size_t from = 0) noexcept : at_(from), begin_(from) {}

  /// Continues where the last call stopped; `text` is the text of the last call, or a longer one.
  End advance(std::string_view text) noexcept;
  [[nodiscard]] std::size_t position() const noexcept { return at_; }
  /// Call this after `bytes` bytes, at most those before the value, were removed from the front of the text.
  void moved(std::size_t bytes) noexcept
  {
    at_ -= bytes;
    begin_ -= bytes;
  }

private:
  std::size_t at_;
  std::size_t begin_;
  std::size_t depth_ = 0;
  bool in_string_ = false;
};

/// Returns the length of the UTF-8 sequence at the front of `text`; 0 if there is none (RFC 3629: no surrogates, no
/// overlong forms, at most U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;
/// Whether the content of a JSON string (without quotes) is its text: UTF-8 without a backslash.
[[nodiscard]] bool is_literal(std::string_view raw) noexcept;
/// Returns the text for the content of a JSON string (without quotes). As in Go, unpaired surrogates and bytes that are
/// not UTF-8 become U+FFFD, so the text is always UTF-8.
[[nodiscard]] std::string unescape(std::string_view raw);
/// Whether JSON nests more than `levels` objects and arrays.
[[nodiscard]] bool nested_deeper(std::string_view json, std::size_t levels) noexcept;
/// Returns the same JSON with strings as `unescape` reads them: always UTF-8, no unpaired surrogates.
[[nodiscard]] std::string with_valid_strings(std::string_view json);
/// Appends `text` as a JSON string with quotes. Throws ObjectError if it is not UTF-8.
void append_quoted(std::string& to, std::string_view text);
/// Whether `text` stands in JSON as it is: ASCII without quotes, backslashes and control characters.
[[nodiscard]] bool needs_no_escapes(std::string_view text) noexcept;

}  // namespace kubexx::detail
