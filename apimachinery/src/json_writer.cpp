// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_writer.hpp"

#include <cmath>

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

void JsonWriter::comma()
{
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_.push_back(',');
}

void JsonWriter::open(char bracket)
{
  comma();
  text_.push_back(bracket);
}

void JsonWriter::close(char bracket)
{
  text_.push_back(bracket);
}

void JsonWriter::key(std::string_view name)
{
  comma();
  detail::append_quoted(text_, name);
  text_.push_back(':');
}

void JsonWriter::string(std::string_view text)
{
  comma();
  detail::append_quoted(text_, text);
}

void JsonWriter::raw(std::string_view json)
{
  comma();
  text_.append(json);
}

void JsonWriter::integer(std::int64_t value)
{
  raw(std::to_string(value));
}

void JsonWriter::unsigned_integer(std::uint64_t value)
{
  raw(std::to_string(value));
}

namespace {

template <class Real>
void write_finite(Real value, JsonWriter& to)
{
  if (!std::isfinite(value)) throw ObjectError("JSON has no infinity and no NaN");
  std::string digits;
  detail::append_number(digits, value);
  to.raw(digits);
}

}  // namespace

void JsonWriter::number(double value)
{
  write_finite(value, *this);
}

void JsonWriter::number(float value)
{
  write_finite(value, *this);
}

}  // namespace kubexx
