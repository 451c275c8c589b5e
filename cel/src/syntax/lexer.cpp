// SPDX-License-Identifier: Apache-2.0
#include "syntax/lexer.hpp"

#include <algorithm>
#include <array>

#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::cel::detail {
namespace {

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}
bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_hex(char c)
{
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class Lexer {
public:
  Lexer(const std::string& source, Issues& issues) : source_(source), issues_(issues) {}

  std::vector<Token> run()
  {
    std::vector<Token> tokens;
    for (skip_blank(); at_ < source_.size(); skip_blank()) {
      if (auto token = next(); token.kind != Token::Kind::end) tokens.push_back(token);
    }
    tokens.push_back({Token::Kind::end, "<EOF>", source_.size()});
    return tokens;
  }

private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

  void skip_blank()
  {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < source_.size() && source_[at_] != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  Token token(Token::Kind kind, std::size_t begin) const
  {
    return {kind, std::string_view(source_).substr(begin, at_ - begin), begin};
  }

  Token next()
  {
    const auto begin = at_;
    if (const auto length = string_length(at_); length > 0) {
      at_ += length;
      return token(Token::Kind::string, begin);
    }
    if (peek() == 'b' || peek() == 'B') {
      if (const auto length = string_length(at_ + 1); length > 0) {
        at_ += length + 1;
        return token(Token::Kind::bytes, begin);
      }
    }
    if (is_letter(peek())) {
      while (is_letter(peek()) || is_digit(peek())) ++at_;
      return token(Token::Kind::identifier, begin);
    }
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return number(begin);
    return symbol(begin);
  }

  Token number(std::size_t begin)
  {
    if (peek() == '0' && peek(1) == 'x' && is_hex(peek(2))) {
      at_ += 2;
      while (is_hex(peek())) ++at_;
      return whole(begin);
    }
    while (is_digit(peek())) ++at_;
    bool fraction = false;
    if (peek() == '.' && is_digit(peek(1))) {
      fraction = true;
      ++at_;
      while (is_digit(peek())) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is_digit(peek(1 + sign))) {
        fraction = true;
        at_ += 1 + sign;
        while (is_digit(peek())) ++at_;
      }
    }
    return fraction ? token(Token::Kind::number, begin) : whole(begin);
  }

  Token whole(std::size_t begin)
  {
    if (peek() != 'u' && peek() != 'U') return token(Token::Kind::integer, begin);
    ++at_;
    return token(Token::Kind::unsigned_, begin);
  }

  Token symbol(std::size_t begin)
  {
    static constexpr std::array<std::string_view, 6> pairs{"==", "!=", "<=", ">=", "&&", "||"};
    const auto rest = std::string_view(source_).substr(at_);
    for (const auto pair : pairs) {
      if (!rest.starts_with(pair)) continue;
      at_ += 2;
      return token(Token::Kind::symbol, begin);
    }
    if (std::string_view("<>[]{}().,-!?:+*/%").find(peek()) != std::string_view::npos) {
      ++at_;
      return token(Token::Kind::symbol, begin);
    }
    // One code point, and what else stood in a string that does not end.
    ++at_;
    while (at_ < source_.size() && (static_cast<unsigned char>(source_[at_]) & 0xC0U) == 0x80U) ++at_;
    if (peek() != '\0' && (source_[begin] == '"' || source_[begin] == '\'')) {
      while (at_ < source_.size() && source_[at_] != '\n' && source_[at_] != '\r') ++at_;
    }
    issues_.push_back(
        {begin, "Syntax error: token recognition error at: '" + source_.substr(begin, at_ - begin) + "'"});
    return {};
  }

  /// Of the string literal that begins at `at`, its r and quotes included; 0: there is none.
  std::size_t string_length(std::size_t at) const
  {
    auto begin = at;
    bool raw = false;
    if (at < source_.size() && (source_[at] == 'r' || source_[at] == 'R')) {
      raw = true;
      ++at;
    }
    if (at >= source_.size() || (source_[at] != '"' && source_[at] != '\'')) return 0;
    const char quote = source_[at];
    const std::string triple(3, quote);
    const bool block = source_.compare(at, 3, triple) == 0;
    if (block) {
      if (const auto length = block_end(at + 3, triple, raw); length > 0) return length - begin;
    }
    for (++at; at < source_.size(); ++at) {
      const char c = source_[at];
      if (c == '\n' || c == '\r') return 0;
      if (c == quote) return at + 1 - begin;
      if (c == '\\' && !raw) {
        const auto length = escape_length(at);
        if (length == 0) return 0;
        at += length - 1;
      }
    }
    return 0;
  }

  std::size_t block_end(std::size_t at, const std::string& triple, bool raw) const
  {
    for (; at < source_.size(); ++at) {
      if (source_.compare(at, 3, triple) == 0) return at + 3;
      if (source_[at] == '\\' && !raw) {
        const auto length = escape_length(at);
        if (length == 0) return 0;
        at += length - 1;
      }
    }
    return 0;
  }

  /// Of the escape sequence at `at`; 0: it is none.
  std::size_t escape_length(std::size_t at) const
  {
    if (at + 1 >= source_.size()) return 0;
    const char c = source_[at + 1];
    const auto hex = [&](std::size_t count) -> std::size_t {
      for (std::size_t index = 0; index < count; ++index) {
        if (at + 2 + index >= source_.size() || !is_hex(source_[at + 2 + index])) return 0;
      }
      return count + 2;
    };
    if (std::string_view("abfnrtv\"'\\?`").find(c) != std::string_view::npos) return 2;
    if (c == 'x' || c == 'X') return hex(2);
    if (c == 'u') return hex(4);
    if (c == 'U') return hex(8);
    const auto octal = [&](std::size_t place) {
      return place < source_.size() && source_[place] >= '0' && source_[place] <= '7';
    };
    return c >= '0' && c <= '3' && octal(at + 2) && octal(at + 3) ? 4 : 0;
  }

  const std::string& source_;
  Issues& issues_;
  std::size_t at_ = 0;
};

std::string with_plain_newlines(std::string_view text)
{
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r') {
      result.push_back(text[at]);
      continue;
    }
    result.push_back('\n');
    if (at + 1 < text.size() && text[at + 1] == '\n') ++at;
  }
  return result;
}

char32_t number_in(std::string_view digits, unsigned base)
{
  char32_t value = 0;
  for (const char c : digits) {
    const auto digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * base + static_cast<char32_t>(digit);
  }
  return value;
}

char simple_escape(char c)
{
  static constexpr std::string_view names = "abfnrtv";
  static constexpr std::string_view values = "\a\b\f\n\r\t\v";
  const auto index = names.find(c);
  return index == std::string_view::npos ? c : values[index];
}

/// Where the line of a place in the source begins.
std::size_t line_begin(const std::string& source, std::size_t at)
{
  const auto newline = std::string_view(source).substr(0, at).rfind('\n');
  return newline == std::string_view::npos ? 0 : newline + 1;
}

}  // namespace

void append_utf8(std::string& text, char32_t rune)
{
  const auto byte = [&](char32_t value) { text.push_back(static_cast<char>(static_cast<unsigned char>(value))); };
  if (rune < 0x80) {
    byte(rune);
  } else if (rune < 0x800) {
    byte(0xC0U | (rune >> 6U));
    byte(0x80U | (rune & 0x3FU));
  } else if (rune < 0x10000) {
    byte(0xE0U | (rune >> 12U));
    byte(0x80U | ((rune >> 6U) & 0x3FU));
    byte(0x80U | (rune & 0x3FU));
  } else {
    byte(0xF0U | (rune >> 18U));
    byte(0x80U | ((rune >> 12U) & 0x3FU));
    byte(0x80U | ((rune >> 6U) & 0x3FU));
    byte(0x80U | (rune & 0x3FU));
  }
}

std::string unescape(std::string_view literal, bool bytes, std::string& problem)
{
  bool raw = false;
  if (literal.front() == 'r' || literal.front() == 'R') {
    raw = true;
    literal.remove_prefix(1);
  }
  const std::string triple(3, literal.front());
  const std::size_t quotes = literal.size() >= 6 && literal.starts_with(triple) && literal.ends_with(triple) ? 3 : 1;
  auto text = with_plain_newlines(literal.substr(quotes, literal.size() - 2 * quotes));
  if (raw) return text;
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      result.push_back(text[at]);
      continue;
    }
    const char c = text[++at];
    std::size_t digits = 0;
    std::size_t begin = at + 1;
    unsigned base = 16;
    if (c == 'x' || c == 'X') {
      digits = 2;
    } else if (c == 'u') {
      digits = 4;
    } else if (c == 'U') {
      digits = 8;
    } else if (c >= '0' && c <= '3') {
      digits = 3;
      begin = at;
      base = 8;
    }
    if (digits == 0) {
      result.push_back(simple_escape(c));
      continue;
    }
    if (bytes && (c == 'u' || c == 'U')) {
      problem = "unable to unescape string";
      return {};
    }
    const auto rune = number_in(std::string_view(text).substr(begin, digits), base);
    at = begin + digits - 1;
    if (bytes) {
      result.push_back(static_cast<char>(static_cast<unsigned char>(rune)));
    } else if (rune > 0x10FFFF || (rune >= 0xD800 && rune < 0xE000)) {
      problem = "invalid unicode code point";
      return {};
    } else {
      append_utf8(result, rune);
    }
  }
  return result;
}

std::vector<Token> tokenize(const std::string& source, Issues& issues)
{
  return Lexer(source, issues).run();
}

Location locate(const std::string& source, std::size_t at)
{
  const auto before = std::string_view(source).substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto column = 1 + rune_count(before.substr(line_begin(source, at)));
  return {static_cast<std::size_t>(line), static_cast<std::size_t>(column)};
}

std::string display(const std::string& source, Issues issues)
{
  issues = sorted(std::move(issues), [](const Issue& a, const Issue& b) { return a.at < b.at; });
  std::string text;
  for (const auto& issue : issues) {
    if (!text.empty()) text += "\n";
    if (!issue.located) {
      text += "ERROR: <input>:-1:0: " + issue.message;
      continue;
    }
    const auto place = locate(source, issue.at);
    const auto begin = line_begin(source, issue.at);
    auto snippet = source.substr(begin, source.find('\n', begin) - begin);
    std::replace(snippet.begin(), snippet.end(), '\t', ' ');
    text += "ERROR: <input>:" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + issue.message;
    std::string mark;
    std::size_t at = 0;
    const auto rune_size = [&] {
      std::size_t size = 1;
      while (at + size < snippet.size() && (static_cast<unsigned char>(snippet[at + size]) & 0xC0U) == 0x80U) ++size;
      return size;
    };
    for (; at < issue.at - begin && at < snippet.size();) {
      const auto size = rune_size();
      mark += size > 1 ? "\uff0e" : ".";
      at += size;
    }
    mark += at < snippet.size() && rune_size() > 1 ? "\uff3e" : "^";
    text.append("\n | ").append(snippet).append("\n | ").append(mark);
  }
  return text;
}

}  // namespace kubexx::cel::detail
