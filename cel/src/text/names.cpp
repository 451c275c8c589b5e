// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/names.hpp"

#include <algorithm>

#include "kubexx/apimachinery/label_names.hpp"

namespace kubexx::cel::detail {
namespace {

bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}
bool is_dns_label(std::string_view text)
{
  if (text.empty() || text.front() == '-' || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

bool is_dns_subdomain(std::string_view text)
{
  while (true) {
    const auto dot = text.find('.');
    if (!is_dns_label(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

constexpr std::size_t most_in_label = 63;
constexpr std::size_t most_in_subdomain = 253;

std::string too_many_characters(std::size_t limit)
{
  return "must be no more than " + std::to_string(limit) + " characters";
}

/// The one about the length, if it is longer than `limit`, and `form`, if that is any.
std::vector<std::string> problems_of(std::string_view text, std::size_t limit, std::string form)
{
  std::vector<std::string> problems;
  if (text.size() > limit) problems.push_back(too_many_characters(limit));
  if (!form.empty()) problems.push_back(std::move(form));
  return problems;
}

std::string first_of(const std::vector<std::string>& problems)
{
  return problems.empty() ? std::string() : problems.front();
}

}  // namespace

std::vector<std::string> dns_label_problems(std::string_view text)
{
  return problems_of(text, most_in_label, dns_label_form_problem(text));
}

std::string dns_label_problem(std::string_view text)
{
  return first_of(dns_label_problems(text));
}

std::string dns_label_form_problem(std::string_view text)
{
  if (is_dns_label(text)) return {};
  if (is_dns_subdomain(text)) return "must not contain dots";
  return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
         "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
         "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
}

std::string dns_1035_label_problem(std::string_view text)
{
  return first_of(dns_1035_label_problems(text));
}

std::vector<std::string> dns_1035_label_problems(std::string_view text)
{
  return problems_of(text, most_in_label, dns_1035_label_form_problem(text));
}

std::string dns_1035_label_form_problem(std::string_view text)
{
  if (is_dns_label(text) && is_lower(text.front())) return {};
  return "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
         "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation "
         "is '[a-z]([-a-z0-9]*[a-z0-9])?')";
}

std::string dns_subdomain_problem(std::string_view text)
{
  return first_of(dns_1123_subdomain_problems(text));
}

std::vector<std::string> dns_1123_subdomain_problems(std::string_view text)
{
  auto problems = dns_subdomain_problems(text);
  if (text.size() > most_in_subdomain) problems.front() = too_many_characters(most_in_subdomain);
  return problems;
}

std::string path_segment_problem(std::string_view text)
{
  return first_of(path_segment_problems(text));
}

std::vector<std::string> path_segment_problems(std::string_view text)
{
  if (text == "." || text == "..") return {"may not be '" + std::string(text) + "'"};
  std::vector<std::string> problems;
  for (const char c : {'/', '%'}) {
    if (text.find(c) != std::string_view::npos) problems.push_back(std::string("may not contain '") + c + "'");
  }
  return problems;
}

std::string qualified_name_problem(std::string_view text)
{
  return first_of(label_key_problems(text));
}

std::string label_value_problem(std::string_view text)
{
  return first_of(label_value_problems(text));
}

}  // namespace kubexx::cel::detail
