// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// Growing delays: `duration * factor^n`, at most `cap`, each extended at random by up to `jitter` times itself.
/// wait.Backoff of k8s.io/apimachinery; the default is client-go's retry.DefaultRetry.
struct RetryBackoff {
  int steps = 5;  ///< attempts in total
  Duration duration = std::chrono::milliseconds(10);
  double factor = 1.0;
  double jitter = 0.1;
  Duration cap = Duration::zero();  ///< zero: no limit

  /// For an object that others change all the time: 10, 50 and 250 ms. client-go's retry.DefaultBackoff.
  [[nodiscard]] static RetryBackoff contended() noexcept
  {
    RetryBackoff backoff;
    backoff.steps = 4;
    backoff.factor = 5;
    return backoff;
  }
};

/// Whether a retry may help.
using Retriable = std::function<bool(const ApiError&)>;

/// Runs `work`, and again while it fails with an error that `retriable` accepts, at most `backoff.steps` times in
/// total; throws the last such error. Other exceptions propagate immediately. client-go's retry.OnError. Waits between
/// attempts on the client's clock, and throws TransportError `cancelled` if `stop` is requested meanwhile. The blocking
/// form does not wait over an in-process transport, where verbs are atomic steps.
void retry_on_error(const Client& client, const Retriable& retriable, const std::function<void()>& work,
                    RetryBackoff backoff = {}, const std::stop_token& stop = {});
[[nodiscard]] awaitable<void> async_retry_on_error(Client client, Retriable retriable,
                                                   std::function<awaitable<void>()> work, RetryBackoff backoff = {},
                                                   std::stop_token stop = {});

/// The same for conflicts: `work` reads the object again, changes it and writes it. client-go's retry.RetryOnConflict.
void retry_on_conflict(const Client& client, const std::function<void()>& work, RetryBackoff backoff = {},
                       const std::stop_token& stop = {});
[[nodiscard]] awaitable<void> async_retry_on_conflict(Client client, std::function<awaitable<void>()> work,
                                                      RetryBackoff backoff = {}, std::stop_token stop = {});

}  // namespace kubexx
