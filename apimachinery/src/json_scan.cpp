// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/detail/json_scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "kubexx/apimachinery/object.hpp"
#include "parse_double.hpp"
#include "plain_string.hpp"

namespace kubexx::detail {

namespace {

#if defined(__SSE2__)
/// Sets the sign of the bytes that are control characters or not ASCII: the latter are negative and stay so.
__m128i below_blank(__m128i bytes) noexcept
{
  return _mm_subs_epi8(bytes, _mm_set1_epi8(0x20));
}
#endif

/// How many of the bytes from `at` on are plain: no quote, no backslash, no control character, ASCII. Looks at sixteen
/// or eight at a time.
std::size_t plain_run(std::string_view text, std::size_t at) noexcept
{
  const std::size_t begin = at;
#if defined(__SSE2__)
  for (; at + 16 <= text.size(); at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const int special = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), below_blank(bytes)));
    if (special != 0) return at - begin + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(special)));
  }
#endif
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    constexpr std::uint64_t ones = 0x0101010101010101U;
    const std::uint64_t quote = (word ^ (ones * '"')) - ones;
    const std::uint64_t backslash = (word ^ (ones * '\\')) - ones;
    const std::uint64_t control = word - ones * 0x20U;
    // A borrow can mark bytes only after, that is above, the first that is really special.
    const std::uint64_t special = (word | quote | backslash | control) & (ones * 0x80U);
    if (special != 0) return at - begin + static_cast<std::size_t>(std::countr_zero(special)) / 8;
  }
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
  };
  while (at < text.size() && is_plain(text[at])) ++at;
  return at - begin;
}

/// Where the string whose opening quote is at `at` ends, if it is plain; 0 when it wants a closer look. Most strings of
/// an object are short and plain, and take one step.
[[gnu::always_inline]] inline std::size_t after_plain_string(std::string_view text, std::size_t at) noexcept
{
#if defined(__SSE2__)
  const char* const data = text.data();
  const std::size_t size = text.size();
  for (++at; at + 16 <= size; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + at));
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const int special = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), below_blank(bytes)));
    if (special == 0) continue;
    at += static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(special)));
    return data[at] == '"' ? at + 1 : 0;
  }
#else
  at += 1 + plain_run(text, at + 1);
  if (at < text.size() && text[at] == '"') return at + 1;
#endif
  return 0;
}

bool is_digit(char c) noexcept
{
  return c >= '0' && c <= '9';
}

int hex_value(char c) noexcept
{
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_high_surrogate(unsigned unit) noexcept
{
  return unit >= 0xD800 && unit <= 0xDBFF;
}

bool is_low_surrogate(unsigned unit) noexcept
{
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

constexpr unsigned kReplacement = 0xFFFD;

void append_utf8(std::string& to, unsigned code)
{
  const auto put = [&](unsigned byte) { to.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept
{
  const auto byte = [&](std::size_t index) -> unsigned {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const auto continues = [&](std::size_t index) { return (byte(index) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0U : 0x80U;
    const unsigned high = lead == 0xED ? 0x9FU : 0xBFU;
    return byte(1) >= low && byte(1) <= high && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90U : 0x80U;
    const unsigned high = lead == 0xF4 ? 0x8FU : 0xBFU;
    return byte(1) >= low && byte(1) <= high && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

void JsonScanner::fail(const char* what) const
{
  throw ObjectError("not valid JSON at byte " + std::to_string(at_) + (at_ >= text_.size() ? " (the end): " : ": ") +
                    what);
}

unsigned JsonScanner::hex4()
{
  unsigned value = 0;
  for (int digit = 0; digit < 4; ++digit) {
    const int nibble = hex_value(peek());
    if (nibble < 0) fail("\\u needs four hexadecimal digits");
    value = value * 16 + static_cast<unsigned>(nibble);
    ++at_;
  }
  return value;
}

void JsonScanner::escape()
{
  ++at_;
  const char kind = peek();
  if (kind == 'u') {
    ++at_;
    const unsigned unit = hex4();
    if (!rules_.strict) return;
    if (is_low_surrogate(unit)) fail("a low surrogate without a high one");
    if (is_high_surrogate(unit)) {
      if (text_.substr(at_, 2) != "\\u") fail("a high surrogate without a low one");
      at_ += 2;
      if (!is_low_surrogate(hex4())) fail("a high surrogate without a low one");
    }
    return;
  }
  if (kind == '\0' || std::string_view("\"\\/bfnrt").find(kind) == std::string_view::npos)
    fail("unknown escape sequence");
  ++at_;
}

bool JsonScanner::utf8()
{
  const std::size_t length = utf8_length(text_.substr(at_, 4));
  if (length == 0 && rules_.strict) fail("not UTF-8");
  at_ += std::max<std::size_t>(length, 1);
  return length != 0;
}

JsonScanner::Text JsonScanner::string()
{
  if (peek() != '"') fail("expected a string");
  const std::size_t begin = at_ + 1;
  if (const std::size_t end = after_plain_string(text_, at_); end != 0) {
    at_ = end;
    return {{text_.data() + begin, end - 1 - begin}, false};
  }
  ++at_;
  bool escaped = false;
  for (;;) {
    at_ += plain_run(text_, at_);
    if (at_ >= text_.size()) fail("unterminated string");
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte == '"') {
      ++at_;
      return {text_.substr(begin, at_ - 1 - begin), escaped};
    }
    if (byte == '\\') {
      escaped = true;
      escape();
    } else if (byte < 0x20) {
      fail("a control character in a string");
    } else if (!utf8()) {
      escaped = true;
    }
  }
}

void JsonScanner::number()
{
  const std::size_t begin = at_;
  const auto digits = [this] {
    if (!is_digit(peek())) fail("expected a digit");
    while (is_digit(peek())) ++at_;
  };
  if (peek() == '-') ++at_;
  if (peek() == '0') {
    ++at_;
  } else {
    digits();
  }
  if (peek() == '.') {
    ++at_;
    digits();
  }
  bool exponent = false;
  if (peek() == 'e' || peek() == 'E') {
    exponent = true;
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    digits();
  }
  if (rules_.strict && (exponent || at_ - begin > 300) && !parse_double(since(begin))) fail("a number out of range");
}

void JsonScanner::literal(std::string_view word)
{
  if (text_.substr(at_, word.size()) != word) fail("expected a value");
  at_ += word.size();
}

void JsonScanner::scalar()
{
  switch (peek()) {
    case 't':
      literal("true");
      break;
    case 'f':
      literal("false");
      break;
    case 'n':
      literal("null");
      break;
    default:
      if (peek() != '-' && !is_digit(peek())) fail("expected a value");
      number();
  }
}

// Most of an object is passed here, so it keeps no names, calls nothing for what is common, and works on local
// variables: left to the compiler, the lambdas were functions that share them through memory, and took a third longer.
std::string_view JsonScanner::value()
{
  const std::string_view text = text_;
  const std::size_t begin = at_;
  std::size_t at = at_;
  unsigned depth = depth_;
  const unsigned outside = depth_;
  const unsigned deepest = rules_.depth;
  std::array<char, max_depth + 1> closes;  // by depth; written before it is read
  char close = '\0';                       // of the innermost object or array
  const auto next = [&]() __attribute__((always_inline)) { return at < text.size() ? text[at] : '\0'; };
  const auto refuse = [&](const char* what) {
    at_ = at;
    fail(what);
  };
  // Returns the character that follows.
  const auto pass_space = [&]() __attribute__((always_inline)) {
    char c = next();
    while (is_space(c)) {
      ++at;
      c = next();
    }
    return c;
  };
  const auto pass_string = [&]() __attribute__((always_inline)) {
    if (const std::size_t end = after_plain_string(text, at); end != 0) {
      at = end;
      return;
    }
    at_ = at;
    string();
    at = at_;
  };
  // Passes a name that begins with `first`; returns the first character of the value.
  const auto pass_name = [&](char first) __attribute__((always_inline)) {
    if (first != '"') refuse("expected a string");
    pass_string();
    if (next() != ':' && pass_space() != ':') refuse("expected ':'");
    ++at;
    return pass_space();
  };
  const auto end_here = [&] {
    at_ = at;
    return since(begin);
  };
  for (char c = next();;) {
    if (c == '{' || c == '[') {
      if (++depth > deepest) refuse("nested too deeply");
      closes[depth] = close = c == '{' ? '}' : ']';
      ++at;
      c = pass_space();
      if (c != close) {
        if (close == '}') c = pass_name(c);
        continue;
      }
    } else {
      if (c == '"') {
        pass_string();
      } else {
        at_ = at;
        scalar();
        at = at_;
      }
      if (depth == outside) return end_here();
      c = pass_space();
    }
    while (c == close) {
      ++at;
      if (--depth == outside) return end_here();
      close = closes[depth];
      c = pass_space();
    }
    if (c != ',') refuse(close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    ++at;
    c = pass_space();
    if (close == '}') c = pass_name(c);
  }
}

JsonScanner::Walk::Walk(JsonScanner& scanner, char open) : scanner_(scanner), close_(open == '{' ? '}' : ']')
{
  if (scanner_.peek() != open) scanner_.fail(open == '{' ? "expected an object" : "expected an array");
  if (++scanner_.depth_ > scanner_.rules_.depth) scanner_.fail("nested too deeply");
  ++scanner_.at_;
}

bool JsonScanner::Walk::next()
{
  // Returns the character that follows.
  const auto pass_space = [this] {
    scanner_.skip_space();
    return scanner_.peek();
  };
  const char c = pass_space();
  if (c == close_) {
    ++scanner_.at_;
    --scanner_.depth_;
    return false;
  }
  if (!first_) {
    if (c != ',') scanner_.fail(close_ == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    ++scanner_.at_;
    scanner_.skip_space();
  }
  first_ = false;
  if (close_ == ']') return true;
  key_at_ = scanner_.at_;
  const Text name = scanner_.string();
  if (name.escaped) {
    decoded_ = unescape(name.raw);
    key_ = decoded_;
  } else {
    key_ = name.raw;
  }
  if (scanner_.peek() != ':' && pass_space() != ':') scanner_.fail("expected ':'");
  ++scanner_.at_;
  scanner_.skip_space();
  return true;
}

BracketScan::End BracketScan::advance(std::string_view text) noexcept
{
  for (; at_ < text.size(); ++at_) {
    const char c = text[at_];
    if (in_string_) {
      at_ += plain_run(text, at_);
      if (at_ >= text.size()) break;
      if (text[at_] == '\n') return End::broken;
      if (text[at_] == '\\') {
        if (at_ + 1 == text.size()) return End::more;  // what it escapes is still to come
        ++at_;
      } else if (text[at_] == '"') {
        in_string_ = false;
        if (depth_ == 0) return ++at_, End::found;
      }
      continue;
    }
    switch (c) {
      case '"':
        in_string_ = true;
        break;
      case '{':
      case '[':
        ++depth_;
        break;
      case '}':
      case ']':
        if (depth_ == 0) return at_ == begin_ ? End::broken : End::found;
        if (--depth_ == 0) return ++at_, End::found;
        break;
      case ',':
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        if (depth_ == 0) return at_ == begin_ ? End::broken : End::found;
        break;
      default:
        break;
    }
  }
  return End::more;
}

bool is_literal(std::string_view raw) noexcept
{
  if (is_plain(raw)) return true;
  for (std::size_t at = plain_run(raw, 0); at < raw.size(); at += plain_run(raw, at)) {
    if (raw[at] == '\\') return false;
    const std::size_t length = utf8_length(raw.substr(at, 4));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string unescape(std::string_view raw)
{
  std::string text;
  text.reserve(raw.size());
  // The unit of the escape \uXXXX at `at`; none when there is no such escape.
  const auto unit = [&](std::size_t at) -> std::optional<unsigned> {
    if (raw.size() < at + 6 || raw[at] != '\\' || raw[at + 1] != 'u') return std::nullopt;
    unsigned value = 0;
    for (std::size_t digit = at + 2; digit < at + 6; ++digit) {
      value = value * 16 + static_cast<unsigned>(std::max(hex_value(raw[digit]), 0));
    }
    return value;
  };
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t plain = plain_run(raw, at);
    text.append(raw, at, plain);
    at += plain;
    if (at >= raw.size()) break;
    if (raw[at] != '\\' || at + 1 >= raw.size()) {
      const std::size_t length = utf8_length(raw.substr(at, 4));
      length == 0 ? append_utf8(text, kReplacement) : void(text.append(raw, at, length));
      at += std::max<std::size_t>(length, 1);
      continue;
    }
    if (auto code = unit(at)) {
      at += 6;
      if (is_high_surrogate(*code)) {
        const auto low = unit(at);
        const bool pair = low && is_low_surrogate(*low);
        code = pair ? 0x10000 + ((*code - 0xD800) << 10U) + (*low - 0xDC00) : kReplacement;
        if (pair) at += 6;
      } else if (is_low_surrogate(*code)) {
        code = kReplacement;
      }
      append_utf8(text, *code);
      continue;
    }
    const char kind = raw[at + 1];
    constexpr std::string_view letters = "bfnrt", meant = "\b\f\n\r\t";
    const std::size_t letter = letters.find(kind);
    text.push_back(letter == std::string_view::npos ? kind : meant[letter]);
    at += 2;
  }
  return text;
}

bool nested_deeper(std::string_view json, std::size_t levels) noexcept
{
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (in_string) at += plain_run(json, at);
    const char c = at < json.size() ? json[at] : '"';
    if (in_string) {
      if (c == '\\') ++at;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > levels) return true;
    } else if (c == '}' || c == ']') {
      if (depth > 0) --depth;
    }
  }
  return false;
}

std::string with_valid_strings(std::string_view json)
{
  std::string text;
  text.reserve(json.size());
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] != '"') {
      const std::size_t quote = std::min(json.find('"', at), json.size());
      text.append(json, at, quote - at);
      at = quote;
      continue;
    }
    JsonScanner scanner(json, at);
    const JsonScanner::Text string = scanner.string();
    append_quoted(text, string.escaped ? unescape(string.raw) : std::string(string.raw));
    at = scanner.position();
  }
  return text;
}

bool needs_no_escapes(std::string_view text) noexcept
{
  return stands_as_it_is(text);
}

void append_quoted(std::string& to, std::string_view text)
{
  to.push_back('"');
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain = plain_run(text, at);
    to.append(text, at, plain);
    at += plain;
    if (at >= text.size()) break;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      const std::size_t length = utf8_length(text.substr(at, 4));
      if (length == 0) throw ObjectError("text is not UTF-8 and cannot be written as JSON");
      to.append(text, at, length);
      at += length;
      continue;
    }
    ++at;
    if (byte == '"' || byte == '\\') {
      to.push_back('\\');
      to.push_back(static_cast<char>(byte));
    } else if (byte == '\n') {
      to.append("\\n");
    } else if (byte == '\t') {
      to.append("\\t");
    } else if (byte == '\r') {
      to.append("\\r");
    } else {
      constexpr std::string_view hex = "0123456789abcdef";
      to.append("\\u00");
      to.push_back(hex[byte >> 4U]);
      to.push_back(hex[byte & 0xFU]);
    }
  }
  to.push_back('"');
}

}  // namespace kubexx::detail
