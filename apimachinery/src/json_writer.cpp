// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

namespace {

char* copy(char* to, std::string_view text) noexcept
{
  return std::copy(text.begin(), text.end(), to);
}

char* put_quoted(char* to, std::string_view text) noexcept
{
  *to++ = '"';
  to = copy(to, text);
  *to++ = '"';
  return to;
}

}  // namespace

char* JsonWriter::room(std::size_t most)
{
  constexpr std::size_t first = 1024;  // most objects need it, and growing by doubling from nothing copies often
  if (text_.size() - size_ <= most) text_.resize(std::max({first, 2 * text_.size(), size_ + most + 1}));
  char* const end = text_.data() + size_;
  if (size_ == 0 || end[-1] == '{' || end[-1] == '[' || end[-1] == ':') return end;
  *end = ',';
  return end + 1;
}

void JsonWriter::close(char bracket)
{
  if (text_.size() == size_) text_.resize(size_ + 1);
  text_[size_++] = bracket;
}

void JsonWriter::key(std::string_view name)
{
  if (!detail::needs_no_escapes(name)) {
    string(name);
    return close(':');
  }
  char* at = put_quoted(room(name.size() + 3), name);
  *at++ = ':';
  used(at);
}

void JsonWriter::string(std::string_view text)
{
  if (!detail::needs_no_escapes(text)) {
    std::string quoted;
    detail::append_quoted(quoted, text);
    return raw(quoted);
  }
  used(put_quoted(room(text.size() + 2), text));
}

void JsonWriter::raw(std::string_view json)
{
  used(copy(room(json.size()), json));
}

void JsonWriter::integer(std::int64_t value)
{
  constexpr std::size_t most = 20;
  char* const at = room(most);
  used(std::to_chars(at, at + most, value).ptr);
}

void JsonWriter::unsigned_integer(std::uint64_t value)
{
  constexpr std::size_t most = 20;
  char* const at = room(most);
  used(std::to_chars(at, at + most, value).ptr);
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
