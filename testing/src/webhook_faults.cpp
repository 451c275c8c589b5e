// SPDX-License-Identifier: Apache-2.0
#include "webhook_faults.hpp"

#include <utility>

namespace kubexx::testing {

std::string_view to_string(WebhookFault fault) noexcept
{
  switch (fault) {
    case WebhookFault::timeout:
      return "times out";
    case WebhookFault::garbage:
      return "answers garbage";
    case WebhookFault::down:
      return "is down";
  }
  return "";
}

void WebhookFaults::add(WebhookFault fault, std::string path, std::size_t times)
{
  const std::lock_guard lock(mutex_);
  faults_.push_back({fault, std::move(path), times});
}

std::optional<WebhookFault> WebhookFaults::next(std::string_view path)
{
  const std::lock_guard lock(mutex_);
  for (auto& fault : faults_) {
    if (fault.times == 0 || (!fault.path.empty() && fault.path != path)) continue;
    --fault.times;
    return fault.what;
  }
  return std::nullopt;
}

std::vector<std::string> WebhookFaults::pending() const
{
  const std::lock_guard lock(mutex_);
  std::vector<std::string> texts;
  for (const auto& fault : faults_) {
    if (fault.times == 0) continue;
    texts.push_back((fault.path.empty() ? "a webhook" : "the webhook " + fault.path) + " " +
                    std::string(to_string(fault.what)) + " (" + std::to_string(fault.times) + " more)");
  }
  return texts;
}

std::string_view path_of_target(std::string_view target)
{
  return target.substr(0, target.find('?'));
}

}  // namespace kubexx::testing
