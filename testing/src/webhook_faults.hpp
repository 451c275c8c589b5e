// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/testing/webhook_fault.hpp"

namespace kubexx::testing {

/// The faults of webhooks that a test has asked for. Thread safe.
class WebhookFaults {
public:
  /// The next `times` calls of that path; empty: of any.
  void add(WebhookFault fault, std::string path, std::size_t times);
  /// What becomes of a call; it counts as one.
  [[nodiscard]] std::optional<WebhookFault> next(std::string_view path);
  /// Those that have not happened as often as they were asked for.
  [[nodiscard]] std::vector<std::string> pending() const;

private:
  struct Fault {
    WebhookFault what = WebhookFault::down;
    std::string path;
    std::size_t times = 0;
  };
  mutable std::mutex mutex_;
  std::vector<Fault> faults_;  // guarded by mutex_
};

/// The path of a request to a webhook, without its query.
[[nodiscard]] std::string_view path_of_target(std::string_view target);

}  // namespace kubexx::testing
