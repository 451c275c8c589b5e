// SPDX-License-Identifier: Apache-2.0
// Positions are code points. The strings of the language and of cel-go's extension, version 2.
#include <algorithm>

#include "kubexx/cel/detail/functions.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

const std::string& string_argument(Args args, std::size_t index)
{
  return *args[index].text_if();
}
std::int64_t number(Args args, std::size_t index)
{
  return *args[index].get_if<std::int64_t>();
}

Value out_of_range(std::int64_t index)
{
  return Value::error("index out of range: " + std::to_string(index));
}

bool begins_rune(char c)
{
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// The byte at which the code point `index` begins; the size when it is the end.
std::size_t byte_of(const std::string& text, std::int64_t index)
{
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!begins_rune(text[at])) continue;
    if (index-- == 0) return at;
  }
  return at;
}

std::int64_t rune_of(const std::string& text, std::size_t at)
{
  return rune_count(std::string_view(text).substr(0, at));
}

Value starts_with(Session& /*session*/, Args args)
{
  return {string_argument(args, 0).starts_with(string_argument(args, 1))};
}
Value ends_with(Session& /*session*/, Args args)
{
  return {string_argument(args, 0).ends_with(string_argument(args, 1))};
}
Value contains(Session& /*session*/, Args args)
{
  return {string_argument(args, 0).find(string_argument(args, 1)) != std::string::npos};
}

Value matches(Session& session, Args args)
{
  std::string problem;
  const auto pattern = pattern_of(session, string_argument(args, 1), problem);
  if (!pattern) return Value::error(problem);
  return {pattern->found_in(string_argument(args, 0))};
}

Value char_at(Session& /*session*/, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto index = number(args, 1);
  if (index < 0 || index > rune_count(all)) return out_of_range(index);
  const auto begin = byte_of(all, index);
  auto end = begin;
  if (begin < all.size()) {
    do ++end;
    while (end < all.size() && !begins_rune(all[end]));
  }
  return Value::text(all.substr(begin, end - begin));
}

Value text_index_of(Session& /*session*/, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto& part = string_argument(args, 1);
  const auto offset = args.size() == 3 ? number(args, 2) : 0;
  if (offset < 0) return out_of_range(offset);
  const auto size = rune_count(all);
  if (part.empty()) return {std::min(offset, size)};
  if (offset >= size) return {std::int64_t{-1}};
  const auto found = all.find(part, byte_of(all, offset));
  return {found == std::string::npos ? std::int64_t{-1} : rune_of(all, found)};
}

Value text_last_index_of(Session& /*session*/, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto& part = string_argument(args, 1);
  const auto size = rune_count(all);
  if (args.size() == 3 && number(args, 2) < 0) return out_of_range(number(args, 2));
  const auto offset = args.size() == 3 ? number(args, 2) : size;
  if (part.empty()) return {std::min(offset, size)};
  if (args.size() == 3 && offset >= size) return {std::int64_t{-1}};
  const auto found = all.rfind(part, byte_of(all, offset));
  return {found == std::string::npos ? std::int64_t{-1} : rune_of(all, found)};
}

template <char First, char Last, int Shift>
Value shifted(Args args)
{
  auto result = string_argument(args, 0);
  for (auto& c : result) {
    if (c >= First && c <= Last) c = static_cast<char>(c + Shift);
  }
  return Value::text(std::move(result));
}

Value lower_ascii(Session& /*session*/, Args args)
{
  return shifted<'A', 'Z', 'a' - 'A'>(args);
}
Value upper_ascii(Session& /*session*/, Args args)
{
  return shifted<'a', 'z', 'A' - 'a'>(args);
}

/// Go's unicode.IsSpace.
std::size_t space_at(std::string_view text)
{
  if (text.empty()) return 0;
  if (std::string_view("\t\n\v\f\r ").find(text.front()) != std::string_view::npos) return 1;
  for (const std::string_view space :
       {"\u0085", "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007",
        "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"}) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

Value trim(Session& /*session*/, Args args)
{
  std::string_view rest = string_argument(args, 0);
  while (const auto space = space_at(rest)) rest.remove_prefix(space);
  while (!rest.empty()) {
    auto at = rest.size() - 1;
    while (at > 0 && !begins_rune(rest[at])) --at;
    if (space_at(rest.substr(at)) == 0) break;
    rest = rest.substr(0, at);
  }
  return Value::text(std::string(rest));
}

Value substring(Session& /*session*/, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto size = rune_count(all);
  const auto begin = number(args, 1);
  const auto end = args.size() == 3 ? number(args, 2) : size;
  if (args.size() == 3 && begin > end) {
    return Value::error("invalid substring range. start: " + std::to_string(begin) + ", end: " + std::to_string(end));
  }
  if (begin < 0 || begin > size) return out_of_range(begin);
  if (end < 0 || end > size) return out_of_range(end);
  const auto from = byte_of(all, begin);
  return Value::text(all.substr(from, byte_of(all, end) - from));
}

Value replace(Session& session, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto& old = string_argument(args, 1);
  const auto& fresh = string_argument(args, 2);
  auto left = args.size() == 4 ? number(args, 3) : -1;
  std::string result;
  std::size_t at = 0;
  while (left != 0) {
    std::size_t found = std::string::npos;
    if (!old.empty()) {
      found = all.find(old, at);
      if (found == std::string::npos) break;
      result.append(all, at, found - at).append(fresh);
      at = found + old.size();
    } else {
      // Before each code point and at the end.
      result += fresh;
      if (at >= all.size()) break;
      do result.push_back(all[at++]);
      while (at < all.size() && !begins_rune(all[at]));
    }
    --left;
    if (result.size() > 64 * 1024) count_bytes(session, result.size() / 1024);
    if (result.size() > 16 * 1024 * 1024) throw CostExceeded();
  }
  result.append(all, at);
  count_bytes(session, result.size());
  return Value::text(std::move(result));
}

Value split(Session& session, Args args)
{
  const auto& all = string_argument(args, 0);
  const auto& separator = string_argument(args, 1);
  auto limit = args.size() == 3 ? number(args, 2) : -1;
  std::vector<Value> parts;
  if (limit == 0) return Value::list({});
  std::size_t at = 0;
  if (separator.empty()) {
    while (at < all.size() && limit != 1) {
      auto end = at + 1;
      while (end < all.size() && !begins_rune(all[end])) ++end;
      if (end == all.size()) break;
      parts.push_back(Value::text(all.substr(at, end - at)));
      at = end;
      --limit;
    }
    if (at < all.size()) parts.push_back(Value::text(all.substr(at)));
  } else {
    while (limit != 1) {
      const auto found = all.find(separator, at);
      if (found == std::string::npos) break;
      parts.push_back(Value::text(all.substr(at, found - at)));
      at = found + separator.size();
      --limit;
    }
    parts.push_back(Value::text(all.substr(at)));
  }
  session.work += parts.size();
  return Value::list(std::move(parts));
}

Value join(Session& session, Args args)
{
  const auto& list = *args[0].get_if<List>();
  std::string result;
  for (std::size_t index = 0; index < list_size(list); ++index) {
    auto item = list_item(list, index);
    if (item.is_error()) return item;
    if (item.text_if() == nullptr) return Value::error("no such overload");
    if (index > 0 && args.size() == 2) result += string_argument(args, 1);
    result += *item.text_if();
    if (result.size() > 16 * 1024 * 1024) throw CostExceeded();
  }
  count_bytes(session, result.size());
  return Value::text(std::move(result));
}

Value quote(Session& session, Args args)
{
  static constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
  static constexpr std::string_view letters = "abfnrtv\\\"";
  std::string result = "\"";
  for (const char c : string_argument(args, 0)) {
    const auto index = special.find(c);
    if (index == std::string_view::npos) {
      result.push_back(c);
    } else {
      result.push_back('\\');
      result.push_back(letters[index]);
    }
  }
  count_bytes(session, result.size());
  return Value::text(result + "\"");
}

Value find(Session& session, Args args)
{
  std::string problem;
  const auto pattern = pattern_of(session, string_argument(args, 1), problem);
  if (!pattern) return Value::error("Illegal regex: " + problem);
  std::string_view found;
  return Value::text(pattern->find(string_argument(args, 0), 0, found) ? std::string(found) : std::string());
}

Value find_all(Session& session, Args args)
{
  std::string problem;
  const auto pattern = pattern_of(session, string_argument(args, 1), problem);
  if (!pattern) return Value::error("Illegal regex: " + problem);
  const auto& all = string_argument(args, 0);
  const auto limit = args.size() == 3 ? number(args, 2) : -1;
  std::vector<Value> items;
  std::size_t at = 0;
  auto last_end = std::string::npos;
  std::string_view found;
  while (at <= all.size() && (limit < 0 || static_cast<std::int64_t>(items.size()) < limit)) {
    if (!pattern->find(all, at, found)) break;
    const auto begin = static_cast<std::size_t>(found.data() - all.data());
    const auto end = begin + found.size();
    // An empty match right after another one does not count.
    if (!found.empty() || begin != last_end) items.push_back(Value::text(std::string(found)));
    last_end = end;
    at = end;
    if (found.empty()) {
      do ++at;
      while (at < all.size() && !begins_rune(all[at]));
    }
  }
  session.work += items.size();
  return Value::list(std::move(items));
}

}  // namespace

std::span<const Function> string_functions()
{
  using enum CostRule;
  static constexpr Function rows[] = {
      {"startsWith", "string.(string) bool", starts_with, second},
      {"endsWith", "string.(string) bool", ends_with, second},
      {"contains", "string.(string) bool", detail::contains, CostRule::contains},
      {"matches", "(string,string) bool", matches, regex},
      {"matches", "string.(string) bool", matches, regex},
      {"find", "string.(string) string", find, regex},
      {"findAll", "string.(string) list(string)", find_all, regex},
      {"findAll", "string.(string,int) list(string)", find_all, regex},
      {"charAt", "string.(int) string", char_at},
      {"indexOf", "string.(string) int", text_index_of, first},
      {"indexOf", "string.(string,int) int", text_index_of, first},
      {"lastIndexOf", "string.(string) int", text_last_index_of, first},
      {"lastIndexOf", "string.(string,int) int", text_last_index_of, first},
      {"lowerAscii", "string.() string", lower_ascii, first_kept},
      {"upperAscii", "string.() string", upper_ascii, first_kept},
      {"replace", "string.(string,string) string", detail::replace, CostRule::replace},
      {"replace", "string.(string,string,int) string", detail::replace, CostRule::replace},
      {"split", "string.(string) list(string)", detail::split, CostRule::split},
      {"split", "string.(string,int) list(string)", detail::split, CostRule::split},
      {"substring", "string.(int) string", substring, first_kept},
      {"substring", "string.(int,int) string", substring, first_kept},
      {"trim", "string.() string", trim, first_kept},
      {"join", "list(string).() string", detail::join, CostRule::join},
      {"join", "list(string).(string) string", detail::join, CostRule::join},
      {"strings.quote", "(string) string", quote, first},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
