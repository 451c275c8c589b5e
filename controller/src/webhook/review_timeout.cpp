// SPDX-License-Identifier: Apache-2.0
#include "webhook/review_timeout.hpp"

#include <algorithm>
#include <chrono>

#include "kubexx/apimachinery/meta_duration.hpp"

namespace kubexx::detail {

std::optional<Duration> named_timeout(std::string_view target)
{
  constexpr Duration most = std::chrono::seconds(30);
  const auto query = target.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  std::string_view rest = target.substr(query + 1);
  while (!rest.empty()) {
    const auto parameter = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), parameter.size() + 1));
    constexpr std::string_view name = "timeout=";
    if (!parameter.starts_with(name)) continue;
    try {
      const Duration asked = MetaDuration::parse(parameter.substr(name.size()));
      return asked > Duration::zero() ? std::min(asked, most) : std::optional<Duration>();
    } catch (const ValueError&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

Duration review_timeout(std::string_view target, Duration usual)
{
  return named_timeout(target).value_or(usual);
}

}  // namespace kubexx::detail
