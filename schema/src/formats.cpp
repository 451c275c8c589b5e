// SPDX-License-Identifier: Apache-2.0
#include "formats.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <memory>

#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/cel/detail/pattern.hpp"

namespace kubexx::schema::detail {

namespace cel = kubexx::cel::detail;

namespace {

using Check = std::function<bool(const std::string&)>;

/// A check by a regular expression, which is compiled once.
Check by_pattern(const std::string& expression)
{
  std::string problem;
  auto pattern = std::shared_ptr<const cel::Pattern>(cel::Pattern::compile(expression, problem));
  return [pattern](const std::string& text) { return pattern && pattern->found_in(text); };
}

/// net.ParseIP, of the family that has `separator`.
bool is_address(const std::string& text, char separator)
{
  if (text.find(separator) == std::string::npos || text.find('%') != std::string::npos) return false;
  std::array<unsigned char, 16> bytes{};
  return inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1 || inet_pton(AF_INET, text.c_str(), bytes.data()) == 1;
}

bool is_cidr(const std::string& text)
{
  const auto slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto address = text.substr(0, slash);
  const auto bits = std::string_view(text).substr(slash + 1);
  unsigned count = 0;
  const auto [end, error] = std::from_chars(bits.data(), bits.data() + bits.size(), count);
  if (error != std::errc() || end != bits.data() + bits.size()) return false;
  if (address.find(':') != std::string::npos) return is_address(address, ':') && count <= 128;
  return is_address(address, '.') && count <= 32;
}

/// time.Parse("2006-01-02").
bool is_date(const std::string& text)
{
  static const auto shape = by_pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
  if (!shape(text)) return false;
  const auto number = [&](std::size_t at, std::size_t size) { return std::stoi(text.substr(at, size)); };
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return date.ok();
}

bool is_date_time(const std::string& text)
{
  static const auto time =
      by_pattern("^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([zZ]|[+-][0-9]{2}:[0-9]{2})$");
  const auto separator = text.find_first_of("tT");
  return separator != std::string::npos && is_date(text.substr(0, separator)) && time(text.substr(separator + 1));
}

/// time.ParseDuration, or numbers with words: "5 days".
bool is_duration(const std::string& text)
{
  static const auto words = by_pattern(
      "(?i)([0-9]+)\\s*(ns|nano[a-z]*|us|µs|micro[a-z]*|ms|milli[a-z]*|s|sec[a-z]*|m|min[a-z]*|h|hr[a-z]*|hour[a-z]*|d|"
      "day[a-z]*|w|week[a-z]*|wk[a-z]*)($|[^a-z])");
  try {
    (void)MetaDuration::parse(text);
    return true;
  } catch (const ValueError&) {
    return words(text);
  }
}

/// url.ParseRequestURI: a scheme with something behind it, or a path from the root.
bool is_uri(const std::string& text)
{
  static const auto shape = by_pattern("^([a-zA-Z][a-zA-Z0-9+.-]*:[^\\x00-\\x20\\x7f]+|/[^\\x00-\\x1f\\x7f]*)$");
  return shape(text);
}

bool is_hostname(const std::string& text)
{
  constexpr std::size_t most = 255, most_of_label = 63;
  static const auto shape = by_pattern(
      "^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]"
      "{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$");
  if (text.size() > most || !shape(text)) return false;
  std::size_t label = 0;
  for (const char c : text) {
    label = c == '.' ? 0 : label + 1;
    if (label > most_of_label) return false;
  }
  return true;
}

const std::map<std::string, Check, std::less<>>& checks()
{
  const std::string hex = "[0-9a-fA-F]";
  static const std::map<std::string, Check, std::less<>> all{
      {"date-time", is_date_time},
      {"datetime", is_date_time},
      {"date", is_date},
      {"duration", is_duration},
      {"ipv4", [](const std::string& text) { return is_address(text, '.'); }},
      {"ipv6", [](const std::string& text) { return is_address(text, ':'); }},
      {"cidr", is_cidr},
      {"uri", is_uri},
      {"hostname", is_hostname},
      {"email", by_pattern("^([^<>]*<)?[^@<>\\s]+@[^@<>\\s]+>?$")},
      {"mac", by_pattern("^(" + hex + "{2}([:-]" + hex + "{2}){5}|" + hex + "{2}([:-]" + hex + "{2}){7}|" + hex +
                         "{2}([:-]" + hex + "{2}){19}|" + hex + "{4}(\\." + hex + "{4}){2}|" + hex + "{4}(\\." + hex +
                         "{4}){3}|" + hex + "{4}(\\." + hex + "{4}){9})$")},
      {"uuid", by_pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$")},
      {"uuid3", by_pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$")},
      {"uuid4", by_pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")},
      {"uuid5", by_pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$")},
      {"bsonobjectid", by_pattern("^[0-9a-fA-F]{24}$")},
      {"ssn", by_pattern("^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$")},
      {"hexcolor", by_pattern("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")},
      {"rgbcolor",
       by_pattern("^rgb\\(\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*,\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|"
                  "25[0-5])\\s*,\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*\\)$")},
      {"byte", by_pattern("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$")},
      {"k8s-short-name", [](const std::string& text) { return cel::dns_label_problem(text).empty(); }},
      {"k8s-long-name", [](const std::string& text) { return cel::dns_subdomain_problem(text).empty(); }}};
  return all;
}

}  // namespace

bool is_known_format(const std::string& format)
{
  return checks().contains(format);
}

bool has_format(const std::string& format, const std::string& text)
{
  const auto found = checks().find(format);
  return found == checks().end() || found->second(text);
}

}  // namespace kubexx::schema::detail
