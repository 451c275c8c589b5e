// SPDX-License-Identifier: Apache-2.0
// nlohmann's own parser and printer are asked for what is rare alone, so that every text and every error stays theirs.
#include "core/json_text.hpp"

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
