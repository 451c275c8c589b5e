// SPDX-License-Identifier: Apache-2.0
#include "core/go_words.hpp"

#include "core/json.hpp"
#include "core/request.hpp"

namespace kubexx::apiserver {
namespace {

/// The scanner of encoding/json, with what it says of a character where it does not belong.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string problem()
  {
    value(0);
    if (problem_.empty()) {
      skip_space();
      if (at_ < text_.size()) fail("after top-level value");
    }
    return problem_;
  }

private:
  [[nodiscard]] bool failed() const { return !problem_.empty(); }

  void fail(const std::string& where)
  {
    if (failed()) return;
    // At the end Go tries a space, which most places take.
    const bool end = at_ >= text_.size();
    if (end && !where.starts_with("in ") && !where.starts_with("after decimal point")) {
      problem_ = "unexpected end of JSON input";
      return;
    }
    const char c = end ? ' ' : text_[at_];
    std::string shown = c == '\'' ? "\\'" : c == '"' ? "\"" : "";
    if (shown.empty()) {
      // Go converts the byte to a character.
      const auto byte = static_cast<unsigned char>(c);
      std::string character;
      if (byte < 0x80U) {
        character = c;
      } else {
        character = {static_cast<char>(0xC0U | (byte >> 6U)), static_cast<char>(0x80U | (byte & 0x3FU))};
      }
      const auto quoted = go_quoted(character);
      shown = quoted.substr(1, quoted.size() - 2);
    }
    problem_ = "invalid character '" + shown + "' " + where;
  }

  void skip_space()
  {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool is_digit() const { return peek() >= '0' && peek() <= '9'; }

  void value(std::size_t depth)
  {
    skip_space();
    if (depth > max_depth) {
      at_ = text_.size();
      return;
    }
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return literal("true");
      case 'f':
        return literal("false");
      case 'n':
        return literal("null");
      default:
        if (peek() == '-' || is_digit()) return number();
        fail("looking for beginning of value");
    }
  }

  void object(std::size_t depth)
  {
    ++at_;
    skip_space();
    if (peek() == '}') {
      ++at_;
      return;
    }
    while (true) {
      skip_space();
      if (peek() != '"') return fail("looking for beginning of object key string");
      string();
      if (failed()) return;
      skip_space();
      if (peek() != ':') return fail("after object key");
      ++at_;
      value(depth + 1);
      if (failed()) return;
      skip_space();
      if (peek() == '}') break;
      if (peek() != ',') return fail("after object key:value pair");
      ++at_;
    }
    ++at_;
  }

  void array(std::size_t depth)
  {
    ++at_;
    skip_space();
    if (peek() == ']') {
      ++at_;
      return;
    }
    while (true) {
      value(depth + 1);
      if (failed()) return;
      skip_space();
      if (peek() == ']') break;
      if (peek() != ',') return fail("after array element");
      ++at_;
    }
    ++at_;
  }

  void string()
  {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20U) return fail("in string literal");
      if (text_[at_] != '\\') continue;
      ++at_;
      if (peek() == 'u' && at_ < text_.size()) {
        for (int count = 0; count < 4; ++count) {
          ++at_;
          const char c = lower_of(peek());
          const bool hexadecimal = is_digit() || (c >= 'a' && c <= 'f');
          if (at_ >= text_.size() || !hexadecimal) {
            return fail("in \\u hexadecimal character escape");
          }
        }
      } else if (at_ >= text_.size() || std::string_view("bfnrt\\/\"").find(peek()) == std::string_view::npos) {
        return fail("in string escape code");
      }
    }
    if (at_ >= text_.size()) return fail("");
    ++at_;
  }

  static char lower_of(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

  void literal(std::string_view word)
  {
    for (std::size_t index = 0; index < word.size(); ++index, ++at_) {
      if (peek() == word[index]) continue;
      return fail("in literal " + std::string(word) + " (expecting '" + word[index] + "')");
    }
  }

  void digits(const char* where)
  {
    if (!is_digit()) return fail(where);
    while (is_digit()) ++at_;
  }

  void number()
  {
    if (peek() == '-') {
      ++at_;
      if (!is_digit()) return fail("in numeric literal");
    }
    if (peek() == '0') {
      ++at_;
    } else {
      digits("in numeric literal");
    }
    if (peek() == '.') {
      ++at_;
      digits("after decimal point in numeric literal");
    }
    if (!failed() && lower_of(peek()) == 'e') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits("in exponent of numeric literal");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::string go_json_problem(std::string_view text)
{
  return Scanner(text).problem();
}

}  // namespace kubexx::apiserver
