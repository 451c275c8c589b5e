// SPDX-License-Identifier: Apache-2.0
#include "resource_argument.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace informer_print {

namespace {

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

bool is_letter_or_digit(char c)
{
  return (c >= 'a' && c <= 'z') || is_digit(c);
}

bool is_label(std::string_view text)
{
  constexpr std::size_t longest = 63;
  return !text.empty() && text.size() <= longest && is_letter_or_digit(text.front()) &&
         is_letter_or_digit(text.back()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter_or_digit(c) || c == '-'; });
}

std::vector<std::string_view> split(std::string_view text, char at)
{
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_domain(std::string_view text)
{
  const auto labels = split(text, '.');
  return std::all_of(labels.begin(), labels.end(), is_label);
}

// The core group has no other: what looks otherwise is a group whose version is missing.
bool is_core_version(std::string_view text)
{
  return text.size() > 1 && text[0] == 'v' && is_digit(text[1]);
}

}  // namespace

kubexx::ResourceType parse_resource(std::string_view text)
{
  const auto parts = split(text, '/');
  const bool core = parts.size() == 2;
  const auto version = parts.size() - 2;  // its place
  const bool well = (core ? is_core_version(parts[0]) : parts.size() == 3 && is_domain(parts[0])) &&
                    is_label(parts[version]) && is_label(parts.back());
  if (well) {
    return {core ? std::string() : std::string(parts[0]), std::string(parts[version]), {}, std::string(parts.back())};
  }
  throw std::invalid_argument("\"" + std::string(text) +
                              "\" is not GROUP/VERSION/PLURAL: expected something like apps/v1/deployments, or "
                              "v1/configmaps for the core group, in lower case");
}

std::string namespace_problem(std::string_view name)
{
  if (is_label(name)) return {};
  return "\"" + std::string(name) +
         "\" cannot be a namespace: expected 1 to 63 characters of a-z, 0-9 and -, beginning and ending with a letter "
         "or digit";
}

}  // namespace informer_print
