// SPDX-License-Identifier: Apache-2.0
#include "json_tree.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "write_failure.hpp"

namespace kubexx::detail {

namespace {

using Json = nlohmann::json;

template <class Real>
void append_real(std::string& to, Real value)
{
  std::array<char, 32> buffer{};
  const auto* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::scientific).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const auto mark = text.find('e');
  int exponent = 0;
  const auto* const from = text.data() + mark + (text[mark + 1] == '+' ? 2 : 1);
  std::from_chars(from, end, exponent);
  if (std::signbit(value)) to.push_back('-');
  if (value != 0 && (exponent < -6 || exponent >= 21)) {
    to.append(text.substr(0, mark)).append(exponent < 0 ? "e" : "e+").append(std::to_string(exponent));
    return;
  }
  std::string digits(1, text.front());
  if (mark > 1) digits.append(text.substr(2, mark - 2));
  if (exponent < 0) {
    to.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
    return;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  to.append(digits, 0, whole);
  if (digits.size() > whole) to.append(".").append(digits, whole);
}

}  // namespace

void append_number(std::string& to, double value)
{
  append_real(to, value);
}

void append_number(std::string& to, float value)
{
  append_real(to, value);
}

nlohmann::json parse_tree(std::string_view json)
{
  if (nested_deeper(json, Object::max_tree_depth)) {
    throw ObjectError("nested deeper than " + std::to_string(Object::max_tree_depth) + " levels");
  }
  Json tree = Json::parse(json, nullptr, false);
  if (!tree.is_discarded()) return tree;
  try {
    return Json::parse(with_valid_strings(json));
  } catch (const Json::exception& error) {
    throw ObjectError(std::string("cannot be read as JSON: ") + error.what());
  }
}

bool same_json(std::string_view a, std::string_view b)
{
  if (a == b) return true;
  if (a.empty() || b.empty()) return false;
  try {
    return parse_tree(a) == parse_tree(b);
  } catch (const ObjectError&) {
    return false;
  }
}

bool same_tree(std::string_view text, const nlohmann::json& value)
{
  try {
    return parse_tree(text) == value;
  } catch (const ObjectError&) {
    return false;
  }
}

std::string shown(std::string_view kind, std::string_view key)
{
  return std::string(kind.empty() ? "object" : kind) + " \"" + std::string(key) + '"';
}

namespace {

void write_value(const Json& value, JsonWriter& to, unsigned depth)
{
  if (value.is_structured() && ++depth > Object::max_tree_depth) {
    throw WriteFailure("nested deeper than " + std::to_string(Object::max_tree_depth) + " levels");
  }
  switch (value.type()) {
    case Json::value_t::object:
      to.begin_object();
      for (const auto& [name, member] : value.items()) {
        at_member(name, [&] {
          to.key(name);
          write_value(member, to, depth);
        });
      }
      to.end_object();
      break;
    case Json::value_t::array: {
      to.begin_array();
      std::size_t index = 0;
      for (const auto& element : value) at_element(index++, [&] { write_value(element, to, depth); });
      to.end_array();
      break;
    }
    case Json::value_t::string:
      to.string(value.get_ref<const std::string&>());
      break;
    case Json::value_t::boolean:
      to.boolean(value.get<bool>());
      break;
    case Json::value_t::number_integer:
      to.integer(value.get<std::int64_t>());
      break;
    case Json::value_t::number_unsigned:
      to.unsigned_integer(value.get<std::uint64_t>());
      break;
    case Json::value_t::number_float:
      to.number(value.get<double>());
      break;
    case Json::value_t::null:
      to.null();
      break;
    case Json::value_t::binary:
    case Json::value_t::discarded:
      throw ObjectError("a binary or discarded value cannot be written as JSON");
  }
}

}  // namespace

void write_tree(const Json& value, JsonWriter& to)
{
  write_value(value, to, 0);
}

}  // namespace kubexx::detail
