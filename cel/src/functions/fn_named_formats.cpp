// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel/library/format.go.
#include <algorithm>
#include <array>
#include <chrono>

#include "functions/url.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/cel/detail/functions.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/cel/detail/text.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;
using Problems = std::vector<std::string>;

/// The name that a generated one could begin with: apimachinery's maskTrailingDash.
std::string without_trailing_dash(const std::string& text)
{
  return text.size() > 1 && text.ends_with('-') ? text.substr(0, text.size() - 2) + "a" : text;
}

/// apimachinery's util/validation counts characters in what it says, other validation bytes.
Problems label_problems(const std::string& text, std::string form_problem)
{
  Problems problems;
  if (text.size() > 63) problems.emplace_back("must be no more than 63 characters");
  if (!form_problem.empty()) problems.push_back(std::move(form_problem));
  return problems;
}

Problems dns_1123_label(const std::string& text)
{
  return label_problems(text, dns_label_form_problem(text));
}
Problems dns_1035_label(const std::string& text)
{
  return label_problems(text, dns_1035_label_form_problem(text));
}
Problems dns_1123_subdomain(const std::string& text)
{
  auto problems = dns_subdomain_problems(text);
  if (text.size() > 253) problems.front() = "must be no more than 253 characters";
  return problems;
}
Problems dns_1123_label_prefix(const std::string& text)
{
  return dns_1123_label(without_trailing_dash(text));
}
Problems dns_1035_label_prefix(const std::string& text)
{
  return dns_1035_label(without_trailing_dash(text));
}
Problems dns_1123_subdomain_prefix(const std::string& text)
{
  return dns_1123_subdomain(without_trailing_dash(text));
}
Problems qualified_name(const std::string& text)
{
  return label_key_problems(text);
}
Problems label_value(const std::string& text)
{
  return label_value_problems(text);
}

Problems uri(const std::string& text)
{
  std::string problem;
  if (parse_url(text, false, problem)) return {};
  return {problem};
}

bool is_hex_digit(char c)
{
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

Problems uuid(const std::string& text)
{
  std::size_t at = 0;
  bool good = true;
  for (const std::size_t count : {8U, 4U, 4U, 4U, 12U}) {
    if (at > 0 && at < text.size() && text[at] == '-') ++at;
    for (std::size_t index = 0; good && index < count; ++index, ++at) {
      good = at < text.size() && is_hex_digit(text[at]);
    }
  }
  if (good && at == text.size()) return {};
  return {"does not match the UUID format"};
}

Problems base64(const std::string& text)
{
  std::string_view digits = text;
  for (int count = 0; count < 2 && digits.ends_with('='); ++count) digits.remove_suffix(1);
  const bool good = !text.empty() && text.size() % 4 == 0 && std::all_of(digits.begin(), digits.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '/';
  });
  if (good) return {};
  return {"invalid base64"};
}

/// "12" at `at`; -1 when there are no two digits.
int two_digits(std::string_view text, std::size_t at)
{
  if (at + 2 > text.size()) return -1;
  const auto digit = [&](std::size_t index) {
    return text[index] >= '0' && text[index] <= '9' ? text[index] - '0' : -1;
  };
  const int high = digit(at);
  const int low = digit(at + 1);
  return high < 0 || low < 0 ? -1 : high * 10 + low;
}

bool is_date(std::string_view text)
{
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int century = two_digits(text, 0);
  const int rest = two_digits(text, 2);
  const int month = two_digits(text, 5);
  const int day = two_digits(text, 8);
  if (century < 0 || rest < 0 || month < 1 || day < 1) return false;
  return std::chrono::year_month_day{std::chrono::year{century * 100 + rest},
                                     std::chrono::month{static_cast<unsigned>(month)},
                                     std::chrono::day{static_cast<unsigned>(day)}}
      .ok();
}

/// "z" or "+02:00", in lower case.
bool is_offset(std::string_view text)
{
  if (text == "z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') && two_digits(text, 1) >= 0 && text[3] == ':' &&
         two_digits(text, 4) >= 0;
}

/// strfmt's IsDateTime: any character begins the fraction, and what follows a second "t" is not looked at.
bool is_date_time(const std::string& source)
{
  const auto text = lower(source);
  const auto mark = text.find('t');
  if (text.size() < 4 || mark == std::string::npos || !is_date(std::string_view(text).substr(0, mark))) return false;
  auto time = std::string_view(text).substr(mark + 1);
  time = time.substr(0, time.find('t'));
  if (time.size() < 9 || time[2] != ':' || time[5] != ':') return false;
  const int hour = two_digits(time, 0);
  const int minute = two_digits(time, 3);
  const int second = two_digits(time, 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  time.remove_prefix(8);
  if (is_offset(time)) return true;
  if (time.front() == '\n') return false;
  std::size_t at = 1;
  while (at < time.size() && (static_cast<unsigned char>(time[at]) & 0xC0U) == 0x80U) ++at;
  const auto digits = at;
  while (at < time.size() && time[at] >= '0' && time[at] <= '9') ++at;
  return at > digits && is_offset(time.substr(at));
}

Problems date(const std::string& text)
{
  if (is_date(text)) return {};
  return {"invalid date"};
}
Problems date_time(const std::string& text)
{
  if (is_date_time(text)) return {};
  return {"invalid datetime"};
}

constexpr std::array<NamedFormat, 13> formats{{
    {"dns1123Label", "DNS1123Label", 30, dns_1123_label},
    {"dns1123Subdomain", "DNS1123Subdomain", 60, dns_1123_subdomain},
    {"dns1035Label", "DNS1035Label", 30, dns_1035_label},
    {"qualifiedName", "QualifiedName", 60, qualified_name},
    {"dns1123LabelPrefix", "DNS1123LabelPrefix", 30, dns_1123_label_prefix},
    {"dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60, dns_1123_subdomain_prefix},
    {"dns1035LabelPrefix", "DNS1035LabelPrefix", 30, dns_1035_label_prefix},
    {"labelValue", "LabelValue", 40, label_value},
    {"uri", "URI", 1103, uri},
    {"uuid", "uuid", 70, uuid},
    {"byte", "byte", 84, base64},
    {"date", "date", 71, date},
    {"datetime", "datetime", 71, date_time},
}};

template <std::size_t Index>
Value constant(Session& /*session*/, Args /*args*/)
{
  return {&formats.at(Index)};
}

Value named(Session& /*session*/, Args args)
{
  const auto& name = *args[0].text_if();
  const auto* found =
      std::find_if(formats.begin(), formats.end(), [&](const NamedFormat& format) { return name == format.function; });
  if (found == formats.end()) return {Optional{}};
  return {Optional{std::make_shared<const Value>(Value(found))}};
}

Value validate(Session& session, Args args)
{
  const auto& text = *args[1].text_if();
  session.work += text.size();
  auto problems = (*args[0].get_if<const NamedFormat*>())->problems(text);
  if (problems.empty()) return {Optional{}};
  std::vector<Value> items;
  items.reserve(problems.size());
  for (auto& problem : problems) items.push_back(Value::text(std::move(problem)));
  return {Optional{std::make_shared<const Value>(Value::list(std::move(items)))}};
}

}  // namespace

std::span<const Function> named_format_functions()
{
  static constexpr Function rows[] = {
      {"format.named", "(string) optional(format)", named},
      {"validate", "format.(string) optional(list(string))", validate, CostRule::validate},
      {"format.dns1123Label", "() format", constant<0>},
      {"format.dns1123Subdomain", "() format", constant<1>},
      {"format.dns1035Label", "() format", constant<2>},
      {"format.qualifiedName", "() format", constant<3>},
      {"format.dns1123LabelPrefix", "() format", constant<4>},
      {"format.dns1123SubdomainPrefix", "() format", constant<5>},
      {"format.dns1035LabelPrefix", "() format", constant<6>},
      {"format.labelValue", "() format", constant<7>},
      {"format.uri", "() format", constant<8>},
      {"format.uuid", "() format", constant<9>},
      {"format.byte", "() format", constant<10>},
      {"format.date", "() format", constant<11>},
      {"format.datetime", "() format", constant<12>},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
