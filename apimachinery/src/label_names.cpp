// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/label_names.hpp"

#include <algorithm>

namespace kubexx {

namespace {

constexpr std::size_t kLongestName = 63;
constexpr std::size_t kLongestSubdomain = 253;

bool is_lower_or_digit(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_alphanumeric(char c)
{
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_label_word(std::string_view text)
{
  return !text.empty() && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

bool is_dns_subdomain(std::string_view text)
{
  while (true) {
    const auto part = text.substr(0, text.find('.'));
    if (part.empty() || part.front() == '-' || part.back() == '-' ||
        !std::all_of(part.begin(), part.end(), [](char c) { return is_lower_or_digit(c) || c == '-'; })) {
      return false;
    }
    if (part.size() == text.size()) return true;
    text.remove_prefix(part.size() + 1);
  }
}

std::string too_long(std::size_t limit)
{
  return "must be no more than " + std::to_string(limit) + " bytes";
}

const std::string key_form =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

}  // namespace

std::vector<std::string> label_key_problems(std::string_view key)
{
  std::vector<std::string> problems;
  auto name = key;
  if (const auto slash = key.find('/'); slash != std::string_view::npos) {
    if (key.find('/', slash + 1) != std::string_view::npos) {
      return {"a valid label key " + key_form +
              " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
    }
    name = key.substr(slash + 1);
    if (slash == 0) problems.emplace_back("prefix part must be non-empty");
    if (slash != 0) {
      for (const auto& problem : dns_subdomain_problems(key.substr(0, slash))) {
        problems.push_back("prefix part " + problem);
      }
    }
  }
  if (name.empty()) problems.emplace_back("name part must be non-empty");
  if (name.size() > kLongestName) problems.push_back("name part " + too_long(kLongestName));
  if (!is_label_word(name)) problems.push_back("name part " + key_form);
  return problems;
}

std::vector<std::string> label_value_problems(std::string_view value)
{
  std::vector<std::string> problems;
  if (value.size() > kLongestName) problems.push_back(too_long(kLongestName));
  if (!value.empty() && !is_label_word(value)) {
    problems.emplace_back(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start "
        "and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
        "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
  }
  return problems;
}

std::vector<std::string> dns_subdomain_problems(std::string_view name)
{
  std::vector<std::string> problems;
  if (name.size() > kLongestSubdomain) problems.push_back(too_long(kLongestSubdomain));
  if (!is_dns_subdomain(name)) {
    problems.emplace_back(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
        "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
        "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
  }
  return problems;
}

}  // namespace kubexx
