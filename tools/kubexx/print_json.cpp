// SPDX-License-Identifier: Apache-2.0
#include "print_json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>

namespace kubexx::cli {
namespace {

using nlohmann::json;

void append_escape(std::string& to, unsigned value)
{
  constexpr std::string_view digits = "0123456789abcdef";
  to += "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4) to += digits[(value >> (shift - 4)) & 0xFU];
}

void append_string(std::string& to, std::string_view text)
{
  to += '"';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    switch (c) {
      case '"':
      case '\\':
        to += '\\';
        to += c;
        break;
      case '\b':
        to += "\\b";
        break;
      case '\f':
        to += "\\f";
        break;
      case '\n':
        to += "\\n";
        break;
      case '\r':
        to += "\\r";
        break;
      case '\t':
        to += "\\t";
        break;
      case '<':
      case '>':
      case '&':
        append_escape(to, static_cast<unsigned char>(c));
        break;
      default: {
        const auto rest = text.substr(at);
        if (static_cast<unsigned char>(c) < 0x20) {
          append_escape(to, static_cast<unsigned char>(c));
        } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
          append_escape(to, rest[2] == '\xA8' ? 0x2028U : 0x2029U);
          at += 2;
        } else {
          to += c;
        }
      }
    }
  }
  to += '"';
}

template <class Json>
std::string number_text(const Json& number)
{
  if constexpr (std::is_same_v<Json, json>) {
    return go_number(number);
  } else {
    return number.dump();
  }
}

template <class Json>
class Writer {
public:
  explicit Writer(bool indented) : indented_(indented) {}

  void write(const Json& value)
  {
    switch (value.type()) {
      case json::value_t::object:
        write_object(value);
        break;
      case json::value_t::array:
        write_array(value);
        break;
      case json::value_t::string:
        append_string(text_, value.template get_ref<const std::string&>());
        break;
      case json::value_t::boolean:
        text_ += value.template get<bool>() ? "true" : "false";
        break;
      case json::value_t::number_integer:
      case json::value_t::number_unsigned:
      case json::value_t::number_float:
        text_ += number_text(value);
        break;
      default:
        text_ += "null";
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_) + "\n"; }

private:
  void write_object(const Json& value)
  {
    open('{');
    for (const auto& [key, member] : value.items()) {
      next();
      append_string(text_, key);
      text_ += indented_ ? ": " : ":";
      write(member);
    }
    close('}', value.empty());
  }
  void write_array(const Json& value)
  {
    open('[');
    for (const auto& element : value) {
      next();
      write(element);
    }
    close(']', value.empty());
  }
  void open(char bracket)
  {
    text_ += bracket;
    ++depth_;
    first_ = true;
  }
  void next()
  {
    if (!first_) text_ += ',';
    first_ = false;
    new_line();
  }
  void close(char bracket, bool empty)
  {
    --depth_;
    if (!empty) new_line();
    text_ += bracket;
    first_ = false;
  }
  void new_line()
  {
    if (!indented_) return;
    text_ += '\n';
    text_.append(depth_ * 4, ' ');
  }

  const bool indented_;
  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

}  // namespace

std::string go_number(const json& number)
{
  if (!number.is_number_float()) return number.dump();
  const double value = number.get<double>();
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific)
                       .ptr;
  std::string text(buffer.data(), end);
  // Go writes e-7, not e-07.
  const auto exponent = text.find("e-0");
  if (exponent != std::string::npos && exponent + 4 == text.size()) text.erase(exponent + 2, 1);
  return text;
}

std::string to_json_text(const json& value)
{
  Writer<json> writer(true);
  writer.write(value);
  return writer.take();
}

std::string to_json_text(const nlohmann::ordered_json& value)
{
  Writer<nlohmann::ordered_json> writer(true);
  writer.write(value);
  return writer.take();
}

std::string to_json_line(const json& value)
{
  Writer<json> writer(false);
  writer.write(value);
  return writer.take();
}

}  // namespace kubexx::cli
