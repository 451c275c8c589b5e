// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/show.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "kubexx/cel/detail/functions.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

char32_t next_rune(const std::string& text, std::size_t& at)
{
  const auto byte = [&] { return static_cast<unsigned char>(text[at++]); };
  const auto first = byte();
  if (first < 0x80) return first;
  char32_t rune = first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0x0FU : first & 0x07U;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
    rune = rune << 6U | (byte() & 0x3FU);
  return rune;
}

/// As Go's strconv.QuoteToASCII.
std::string quoted(const std::string& text)
{
  static constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
  static constexpr std::string_view letters = "abfnrtv\\\"";
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const auto rune = next_rune(text, at);
    const auto index = rune < 0x80 ? special.find(static_cast<char>(rune)) : std::string_view::npos;
    std::array<char, 16> buffer{};
    if (index != std::string_view::npos) {
      result.push_back('\\');
      result.push_back(letters[index]);
    } else if (rune >= 0x20 && rune < 0x7F) {
      result.push_back(static_cast<char>(rune));
    } else {
      const char* format = rune < 0x80 ? "\\x%02x" : rune < 0x10000 ? "\\u%04x" : "\\U%08x";
      (void)std::snprintf(buffer.data(), buffer.size(), format, static_cast<unsigned>(rune));
      result += buffer.data();
    }
  }
  return result + "\"";
}

std::string hex(const std::string& bytes)
{
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    result.push_back(digits[byte >> 4U]);
    result.push_back(digits[byte & 0xFU]);
  }
  return result;
}

std::string show_map(const Map& map)
{
  std::vector<std::string> parts;
  for (const auto& key : map_keys(map)) {
    const auto found = map_find(map, key);
    parts.push_back(show(key) + ":" + (found ? show(*found) : ""));
  }
  std::sort(parts.begin(), parts.end());
  std::string text = "map[";
  for (const auto& part : parts) text += (text.size() > 4 ? " " : "") + part;
  return text + "]";
}

}  // namespace

std::string show(const Value& value)
{
  if (value.is_null()) return "NULL_VALUE";
  if (const auto* flag = value.get_if<bool>()) return *flag ? "true" : "false";
  if (const auto* number = value.get_if<std::int64_t>()) return std::to_string(*number);
  if (const auto* positive = value.get_if<std::uint64_t>()) return std::to_string(*positive) + "u";
  if (const auto* real = value.get_if<double>()) return "double(" + double_text(*real) + ")";
  if (const auto* text = value.text_if()) return quoted(*text);
  if (const auto* bytes = value.get_if<Bytes>()) return "bytes(" + hex(*bytes->text) + ")";
  if (const auto* time = value.get_if<Timestamp>()) return "google.protobuf.Timestamp(" + timestamp_text(*time) + ")";
  if (const auto* span = value.get_if<Span>()) return "google.protobuf.Duration(" + span_text(*span) + ")";
  if (const auto* type = value.get_if<TypeValue>()) return "type(" + type->type->name + ")";
  if (const auto* map = value.get_if<Map>()) return show_map(*map);
  if (const auto* list = value.get_if<List>()) {
    std::string text = "[";
    for (std::size_t index = 0; index < list_size(*list); ++index) text += show(list_item(*list, index)) + ",";
    return text + "]";
  }
  if (const auto* optional = value.get_if<Optional>()) {
    return optional->value ? "some(" + show(*optional->value) + ")" : "none";
  }
  if (const auto* quantity = value.get_if<std::shared_ptr<const Quantity>>()) {
    return "quantity(" + (*quantity)->to_string() + ")";
  }
  if (const auto* url = value.get_if<std::shared_ptr<const Url>>()) return "url(" + (*url)->text + ")";
  if (const auto* version = value.get_if<std::shared_ptr<const Semver>>()) return "semver(" + (*version)->text + ")";
  if (const auto* format = value.get_if<const NamedFormat*>()) return std::string("format(") + (*format)->name + ")";
  if (value.get_if<std::shared_ptr<const AuthorizerValue>>() != nullptr) return type_name(value);
  Session session;
  const std::array<Value, 1> args{value};
  for (const auto& overload : *find_overloads("string")) {
    if (!overload.member && accepts(*overload.args.front(), value)) {
      return (value.get_if<Ip>() != nullptr ? "ip(" : "cidr(") + *overload.run(session, args).text_if() + ")";
    }
  }
  return "error(" + value.get_if<Error>()->message + ")";
}

}  // namespace kubexx::cel::detail
