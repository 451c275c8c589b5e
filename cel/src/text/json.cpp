// SPDX-License-Identifier: Apache-2.0
// nlohmann's own printer is asked for what is rare alone, so that every text stays its own.
#include "kubexx/cel/detail/json.hpp"

#include <array>
#include <charconv>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::cel::detail {
namespace {

void write_string(std::string& to, const std::string& text)
{
  const auto begin = to.size();
  try {
    kubexx::detail::append_quoted(to, text);
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

const Json* find(const Json& value, std::initializer_list<std::string_view> path)
{
  const Json* at = &value;
  for (const auto name : path) {
    if (!at->is_object()) return nullptr;
    const auto member = at->find(name);
    if (member == at->end()) return nullptr;
    at = &*member;
  }
  return at;
}

Json* find(Json& value, std::initializer_list<std::string_view> path)
{
  return const_cast<Json*>(find(static_cast<const Json&>(value), path));
}

std::string string_at(const Json& value, std::initializer_list<std::string_view> path)
{
  const auto* found = find(value, path);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace kubexx::cel::detail
