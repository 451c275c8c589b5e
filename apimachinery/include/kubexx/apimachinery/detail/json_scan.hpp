// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kubexx::detail {

/// Reads JSON text once, from front to back, without recursion, and checks all that it passes: the grammar of RFC 8259
/// and nesting. Like Go's decoder, and so like the API server and client-go, it takes strings with bytes that are not
/// UTF-8 and with half a surrogate pair (`unescape` makes U+FFFD of them) and numbers of any size; `strict` refuses
/// these. Errors are ObjectError and name the byte. Positions are offsets into the text given. Why not Boost.JSON's
/// parser: its handlers do not tell where a value begins and ends, and spans are what Object keeps.
class JsonScanner {
public:
  /// As deep as Go's decoder goes.
  static constexpr unsigned max_depth = 10'000;

  struct Rules {
    unsigned depth = max_depth;  ///< at most max_depth
    bool strict = false;         ///< only UTF-8, whole surrogate pairs and numbers within a double's range
  };

  explicit JsonScanner(std::string_view text, std::size_t from = 0) noexcept : text_(text), at_(from) {}
  JsonScanner(std::string_view text, Rules rules) noexcept : text_(text), at_(0), rules_(rules) {}

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

  /// Goes on from there, where somebody else has passed a whole value.
  void pass_to(std::size_t position) noexcept { at_ = position; }

  /// Checks and passes one value, without white space around it, and returns its bytes.
  std::string_view value();

  struct Text {
    std::string_view raw;  ///< between the quotes
    bool escaped = false;  ///< `raw` is not the text: it holds a backslash or bytes that are not UTF-8
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
  // Passes one character; false when its bytes are not UTF-8.
  bool utf8();
  void number();
  void literal(std::string_view word);

  std::string_view text_;
  std::size_t at_;
  unsigned depth_ = 0;
  Rules rules_{};
};

/// Finds where a value ends by its quotes and brackets only, so that one that is no valid JSON can be passed over, or
/// one that comes in pieces be recognised when it is complete. Each byte is looked at once.
class BracketScan {
public:
  enum class End {
    found,   ///< `position` is behind the value
    more,    ///< the text is too short
    broken,  ///< no value begins there, or a string has a line break, which JSON does not allow
  };

  explicit BracketScan(std::size_t from = 0) noexcept : at_(from), begin_(from) {}

  /// Goes on where the last call stopped; `text` is that of the last call, or longer.
  End advance(std::string_view text) noexcept;
  [[nodiscard]] std::size_t position() const noexcept { return at_; }
  /// So many bytes at the front of the text were removed; at most those before the value.
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

/// The length of the UTF-8 sequence that `text` begins with, 0 when it is none (RFC 3629: no surrogates, no overlong
/// forms, at most U+10FFFF).
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;
/// Whether the content of a JSON string (without quotes) is its text: UTF-8 without a backslash.
[[nodiscard]] bool is_literal(std::string_view raw) noexcept;
/// The text that the content of a JSON string (without quotes) stands for. As in Go, half a surrogate pair and each
/// byte that is not UTF-8 become U+FFFD, so the text is UTF-8.
[[nodiscard]] std::string unescape(std::string_view raw);
/// Whether JSON has more than `levels` objects and arrays inside each other.
[[nodiscard]] bool nested_deeper(std::string_view json, std::size_t levels) noexcept;
/// The same JSON in which every string is UTF-8 and has whole surrogate pairs, as `unescape` reads it.
[[nodiscard]] std::string with_valid_strings(std::string_view json);
/// Appends `text` as a JSON string with quotes. Throws ObjectError when it is not UTF-8.
void append_quoted(std::string& to, std::string_view text);

}  // namespace kubexx::detail
