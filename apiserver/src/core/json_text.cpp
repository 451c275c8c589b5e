// SPDX-License-Identifier: Apache-2.0
// nlohmann's own parser and printer are asked for what is rare alone, so that every text and every error stays theirs.
#include "core/json_text.hpp"

#include <array>
#include <charconv>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::apiserver {
namespace {

using detail::JsonScanner;

Json number_json(std::string_view text)
{
  if (text.front() != '-') {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  } else {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
  }
  return Json::parse(text);
}

std::string text_of(const JsonScanner::Text& text)
{
  return text.escaped ? detail::unescape(text.raw) : std::string(text.raw);
}

// What nlohmann's parser takes, as deep as recursion may go.
constexpr JsonScanner::Rules kUsual{.depth = 256, .strict = true};

/// As deep as the scanner goes.
void read_value(JsonScanner& scanner, Json& into)
{
  switch (scanner.peek()) {
    case '{': {
      into = Json(Json::value_t::object);
      auto& members = into.get_ref<Json::object_t&>();
      for (JsonScanner::Walk walk(scanner, '{'); walk.next();) {
        // Most often the members are in order.
        const auto member = members.try_emplace(members.end(), std::string(walk.key()));
        read_value(scanner, member->second);
      }
      break;
    }
    case '[': {
      into = Json(Json::value_t::array);
      auto& items = into.get_ref<Json::array_t&>();
      for (JsonScanner::Walk walk(scanner, '['); walk.next();) read_value(scanner, items.emplace_back());
      break;
    }
    case '"':
      into = text_of(scanner.string());
      break;
    case 't':
    case 'f':
      into = scanner.value() == "true";
      break;
    case 'n':
      (void)scanner.value();
      into = nullptr;
      break;
    default:
      into = number_json(scanner.value());
  }
}

void write_string(std::string& to, const std::string& text)
{
  const auto begin = to.size();
  try {
    detail::append_quoted(to, text);
    if (to.size() - begin == text.size() + 2 || text.find_first_of("\b\f") == std::string::npos) return;
  } catch (const ObjectError&) {
  }
  to.resize(begin);
  to += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class Number>
void write_integer(std::string& to, Number number)
{
  std::array<char, 24> digits{};
  to.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

}  // namespace

std::optional<Json> read_usual_json(std::string_view text)
{
  try {
    JsonScanner scanner(text, kUsual);
    Json value;
    scanner.skip_space();
    read_value(scanner, value);
    scanner.skip_space();
    if (scanner.at_end()) return value;
  } catch (const ObjectError&) {
    // nlohmann says in its own words what is wrong, if anything is.
  }
  return std::nullopt;
}

Json read_json(std::string_view text)
{
  auto value = read_usual_json(text);
  return value ? std::move(*value) : Json::parse(text);
}

Json read_without_managed_fields(std::string_view text)
{
  auto object = Json::object();
  JsonScanner scanner(text);
  for (JsonScanner::Walk walk(scanner, '{'); walk.next();) {
    auto& member = object[std::string(walk.key())];
    if (walk.key() != "metadata" || scanner.peek() != '{') {
      read_value(scanner, member);
      continue;
    }
    member = Json::object();
    for (JsonScanner::Walk inner(scanner, '{'); inner.next();) {
      if (inner.key() == "managedFields") {
        (void)scanner.value();
      } else {
        read_value(scanner, member[std::string(inner.key())]);
      }
    }
  }
  return object;
}

void append_dump(std::string& to, const Json& value)
{
  switch (value.type()) {
    case Json::value_t::object: {
      char before = '{';
      for (const auto& [name, member] : value.get_ref<const Json::object_t&>()) {
        to += before;
        before = ',';
        write_string(to, name);
        to += ':';
        append_dump(to, member);
      }
      if (value.empty()) to += '{';
      to += '}';
      break;
    }
    case Json::value_t::array: {
      char before = '[';
      for (const auto& item : value.get_ref<const Json::array_t&>()) {
        to += before;
        before = ',';
        append_dump(to, item);
      }
      if (value.empty()) to += '[';
      to += ']';
      break;
    }
    case Json::value_t::string:
      write_string(to, value.get_ref<const std::string&>());
      break;
    case Json::value_t::boolean:
      to += value.get<bool>() ? "true" : "false";
      break;
    case Json::value_t::number_integer:
      write_integer(to, value.get<std::int64_t>());
      break;
    case Json::value_t::number_unsigned:
      write_integer(to, value.get<std::uint64_t>());
      break;
    case Json::value_t::null:
      to += "null";
      break;
    default:
      to += value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

std::string dump(const Json& value)
{
  std::string text;
  append_dump(text, value);
  return text;
}

std::string html_safe(std::string_view json)
{
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '<' || c == '>' || c == '&') {
      safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
    } else if (json.substr(at, 3) == "\xe2\x80\xa8" || json.substr(at, 3) == "\xe2\x80\xa9") {
      safe += json[at + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      safe.push_back(c);
    }
  }
  return safe;
}

void release(Json& value)
{
  // nlohmann's destructor moves all values of a tree into a list, so as not to call itself.
  if (value.is_object()) {
    auto& members = value.get_ref<Json::object_t&>();
    for (auto& [name, member] : members) release(member);
    members.clear();
  } else if (value.is_array()) {
    auto& items = value.get_ref<Json::array_t&>();
    for (auto& item : items) release(item);
    items.clear();
  }
  value = nullptr;
}

}  // namespace kubexx::apiserver
