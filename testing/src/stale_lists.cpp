// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/stale_lists.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "kubexx/apimachinery/json_view.hpp"

namespace kubexx::testing {

namespace {

constexpr std::size_t kMostKept = 4;

std::optional<std::uint64_t> number(std::string_view text)
{
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The oldest version that may answer the query; nullopt when it must be the present one.
std::optional<std::uint64_t> oldest_allowed(std::string_view query)
{
  std::optional<std::uint64_t> oldest;
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), parameter.size() + 1));
    const std::string_view name = parameter.substr(0, parameter.find('='));
    const std::string_view value = parameter.substr(std::min(parameter.size(), name.size() + 1));
    if (name == "resourceVersion") {
      oldest = number(value);
    } else if (name == "continue" || name == "labelSelector" || name == "fieldSelector" || name == "watch" ||
               name == "resourceVersionMatch") {
      return std::nullopt;
    }
  }
  return oldest;
}

}  // namespace

void StaleLists::remember(std::string_view path, std::string body)
{
  const auto version = JsonView(body).at("/metadata/resourceVersion").as_string();
  const auto value = version ? number(*version) : std::nullopt;
  if (!value) return;
  auto& kept = by_path_[std::string(path)];
  kept.push_back({*value, std::move(body)});
  if (kept.size() > kMostKept) kept.pop_front();
}

std::optional<std::string> StaleLists::answer(std::string_view target, Random& random) const
{
  const auto question = target.find('?');
  if (question == std::string_view::npos) return std::nullopt;
  const auto oldest = oldest_allowed(target.substr(question + 1));
  const auto found = by_path_.find(target.substr(0, question));
  if (!oldest || found == by_path_.end()) return std::nullopt;
  std::vector<const Kept*> allowed;
  for (const auto& kept : found->second) {
    if (kept.version >= *oldest) allowed.push_back(&kept);
  }
  if (allowed.empty()) return std::nullopt;
  return allowed[random.below(allowed.size())]->body;
}

}  // namespace kubexx::testing
