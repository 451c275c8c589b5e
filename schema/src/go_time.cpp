// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/go_time.hpp"

#include <array>
#include <string>
#include <string_view>

namespace kubexx::schema::detail {
namespace {

struct Element {
  std::string_view layout;
  int lowest = 0, highest = 0;  // of a number
  const char* name = "";        // of a number that has a range
};

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// As time.ParseError quotes: every byte of what is not ASCII, or not printable, in hexadecimal.
std::string quoted_bytes(std::string_view text)
{
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte >= 0x80) {
      quoted.append("\\x").append({digits[byte >> 4U], digits[byte & 15U]});
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + '"';
}

/// The length of the time zone at the beginning of `text`; 0: there is none.
std::size_t zone_length(std::string_view text)
{
  if (text.starts_with('Z')) return 1;
  const bool offset = text.size() >= 6 && (text[0] == '+' || text[0] == '-') && is_digit(text[1]) &&
                      is_digit(text[2]) && text[3] == ':' && is_digit(text[4]) && is_digit(text[5]);
  return offset ? 6 : 0;
}

}  // namespace

std::string go_time_problem(std::string_view text, bool micro)
{
  static constexpr std::array<Element, 11> elements{{{"2006", 0, 9999, ""},
                                                     {"-", 0, 0, ""},
                                                     {"01", 1, 12, "month"},
                                                     {"-", 0, 0, ""},
                                                     {"02", 1, 31, "day"},
                                                     {"T", 0, 0, ""},
                                                     {"15", 0, 23, "hour"},
                                                     {":", 0, 0, ""},
                                                     {"04", 0, 59, "minute"},
                                                     {":", 0, 0, ""},
                                                     {"05", 0, 59, "second"}}};
  const std::string layout = micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";
  const auto quoted = quoted_bytes;
  const auto cannot = [&](std::string_view rest, std::string_view element) {
    return "parsing time " + quoted(text) + " as " + quoted(layout) + ": cannot parse " + quoted(rest) + " as " +
           quoted(element);
  };
  auto rest = text;
  for (const auto& element : elements) {
    const auto part = rest.substr(0, element.layout.size());
    if (!is_digit(element.layout.front())) {
      if (part != element.layout) return cannot(rest, element.layout);
    } else {
      int value = 0;
      for (const char c : part) value = is_digit(c) ? value * 10 + (c - '0') : -100000;
      if (part.size() < element.layout.size() || value < 0) return cannot(rest, element.layout);
      if (*element.name != '\0' && (value < element.lowest || value > element.highest)) {
        return "parsing time " + quoted(text) + ": " + element.name + " out of range";
      }
    }
    rest.remove_prefix(element.layout.size());
  }
  if (rest.size() > 1 && (rest.front() == '.' || rest.front() == ',') && is_digit(rest[1])) {
    std::size_t digits = 1;
    while (digits < rest.size() && is_digit(rest[digits])) ++digits;
    rest.remove_prefix(digits);
  } else if (micro) {
    return cannot(rest, ".000000");
  }
  const auto zone = zone_length(rest);
  if (zone == 0) return cannot(rest, "Z07:00");
  rest.remove_prefix(zone);
  if (!rest.empty()) return "parsing time " + quoted(text) + ": extra text: " + quoted(rest);
  return "parsing time " + quoted(text) + ": day out of range";  // such as the 30th of February
}

}  // namespace kubexx::schema::detail
