// SPDX-License-Identifier: Apache-2.0
#include "json_tree.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "kubexx/apimachinery/object.hpp"

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

void write_tree(const Json& value, JsonWriter& to)
{
  switch (value.type()) {
    case Json::value_t::object:
      to.begin_object();
      for (const auto& [name, member] : value.items()) {
        to.key(name);
        write_tree(member, to);
      }
      to.end_object();
      break;
    case Json::value_t::array:
      to.begin_array();
      for (const auto& element : value) write_tree(element, to);
      to.end_array();
      break;
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

}  // namespace kubexx::detail
