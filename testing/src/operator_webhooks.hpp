// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/manager.hpp"
#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"
#include "test_backend.hpp"
#include "webhook_faults.hpp"
#include "webhook_front.hpp"

namespace kubexx::testing {

/// What an OperatorTest does for the webhooks of its operator: it has the API server call them, and applies their
/// configurations.
class OperatorWebhooks {
public:
  /// `world` outlives it. `shared_server`: other tests use the API server at the same time.
  OperatorWebhooks(TestWorld& world, std::shared_ptr<WebhookFaults> faults, bool shared_server);
  /// Deletes the configurations from a shared server.
  ~OperatorWebhooks();
  OperatorWebhooks(const OperatorWebhooks&) = delete;
  OperatorWebhooks& operator=(const OperatorWebhooks&) = delete;

  /// Sets where the operator serves its webhooks. Before the manager is made.
  void prepare(ManagerOptions& options);
  /// The manager has started: the API server calls it from now on, as long as `alive`. `manager` lives until `end`.
  void begin(const Manager& manager, std::function<bool()> alive);
  /// No manager runs.
  void end();
  /// Sends a request to the manager, which runs, and writes the response to `to`. Throws std::logic_error if it has no
  /// webhook.
  [[nodiscard]] awaitable<void> call(const Manager& manager, HttpRequest request,
                                     std::shared_ptr<HttpResponse> to) const;
  /// What is wrong with a handler, once; otherwise empty.
  [[nodiscard]] std::string take_failure();

private:
  static awaitable<void> send(std::shared_ptr<Transport> server, HttpRequest request, std::shared_ptr<HttpResponse> to);
  static awaitable<void> handle(awaitable<HttpResponse> handling, std::shared_ptr<HttpResponse> to);
  void apply(const Manager& manager);
  /// Waits until the API server uses the configuration, which takes a real one a moment.
  void wait_until_used(const nlohmann::json& marker);

  TestWorld& world_;
  const std::shared_ptr<WebhookFaults> faults_;
  const bool shared_server_;
  std::unique_ptr<WebhookFront> front_;  // null: simulated, or no webhook so far
  std::vector<Object> applied_;          // without markers
  std::size_t markers_ = 0;
};

}  // namespace kubexx::testing
