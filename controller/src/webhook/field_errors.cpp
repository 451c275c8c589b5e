// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/field_errors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

namespace kubexx {

namespace {

// As Go's %q, but for characters that are not ASCII, which it leaves as they are too when they can be printed.
std::string quoted(std::string_view text)
{
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += "\\x";
      out += digits[static_cast<unsigned char>(c) >> 4U];
      out += digits[static_cast<unsigned char>(c) & 0xfU];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string with_detail(std::string text, std::string_view detail)
{
  if (!detail.empty()) text.append(": ").append(detail);
  return text;
}

}  // namespace

FieldValue::FieldValue(std::string_view text) : text_(quoted(text)) {}

FieldValue::FieldValue(double value)
{
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  text_.assign(text.data(), end);
}

FieldErrors& FieldErrors::required(std::string path, std::string_view detail)
{
  return add({"FieldValueRequired", with_detail("Required value", detail), std::move(path)});
}

FieldErrors& FieldErrors::invalid(std::string path, const FieldValue& value, std::string_view detail)
{
  return add({"FieldValueInvalid", with_detail("Invalid value: " + value.text(), detail), std::move(path)});
}

FieldErrors& FieldErrors::forbidden(std::string path, std::string_view detail)
{
  return add({"FieldValueForbidden", with_detail("Forbidden", detail), std::move(path)});
}

FieldErrors& FieldErrors::duplicate(std::string path, const FieldValue& value)
{
  return add({"FieldValueDuplicate", "Duplicate value: " + value.text(), std::move(path)});
}

FieldErrors& FieldErrors::not_found(std::string path, const FieldValue& value)
{
  return add({"FieldValueNotFound", "Not found: " + value.text(), std::move(path)});
}

FieldErrors& FieldErrors::not_supported(std::string path, const FieldValue& value,
                                        std::initializer_list<std::string_view> supported)
{
  std::string detail;
  for (const auto one : supported) detail += (detail.empty() ? "supported values: " : ", ") + quoted(one);
  return add({"FieldValueNotSupported", with_detail("Unsupported value: " + value.text(), detail), std::move(path)});
}

FieldErrors& FieldErrors::too_long(std::string path, std::size_t most_bytes)
{
  return add({"FieldValueTooLong", "Too long: may not be more than " + std::to_string(most_bytes) + " bytes",
              std::move(path)});
}

FieldErrors& FieldErrors::too_many(std::string path, std::size_t actual, std::size_t most)
{
  return add({"FieldValueTooMany",
              "Too many: " + std::to_string(actual) + ": must have at most " + std::to_string(most) + " items",
              std::move(path)});
}

FieldErrors& FieldErrors::add(StatusCause cause)
{
  causes_.push_back(std::move(cause));
  return *this;
}

FieldErrors& FieldErrors::add(std::vector<StatusCause> causes)
{
  std::move(causes.begin(), causes.end(), std::back_inserter(causes_));
  return *this;
}

}  // namespace kubexx
