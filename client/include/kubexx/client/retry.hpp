// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// Waits that grow: `duration * factor^n`, at most `cap`, each with up to `jitter` of itself added. wait.Backoff of
/// k8s.io/apimachinery; the default is client-go's retry.DefaultRetry.
struct RetryBackoff {
  int steps = 5;  ///< tries in all
  Duration duration = std::chrono::milliseconds(10);
  double factor = 1.0;
  double jitter = 0.1;
  Duration cap = Duration::zero();  ///< zero: none

  /// For an object that others change all the time: 10, 50 and 250 ms. client-go's retry.DefaultBackoff.
  [[nodiscard]] static RetryBackoff contended() noexcept
  {
    RetryBackoff backoff;
    backoff.steps = 4;
    backoff.factor = 5;
    return backoff;
  }
};

/// Whether trying again may help.
using Retriable = std::function<bool(const ApiError&)>;

/// Runs `work` until it does not end with an error that `retriable` accepts, at most `backoff.steps` times; then the
/// last such error is thrown. Other exceptions propagate immediately. client-go's retry.OnError. Between tries it waits
/// on the client's clock (TransportError cancelled when `stop` is requested meanwhile); over an in-process transport,
/// where verbs are atomic steps, it does not wait.
void retry_on_error(const Client& client, const Retriable& retriable, const std::function<void()>& work,
                    RetryBackoff backoff = {}, const std::stop_token& stop = {});
[[nodiscard]] awaitable<void> async_retry_on_error(Client client, Retriable retriable,
                                                   std::function<awaitable<void>()> work, RetryBackoff backoff = {},
                                                   std::stop_token stop = {});

/// The same for conflicts: `work` reads the object anew, changes it and writes it. client-go's retry.RetryOnConflict.
void retry_on_conflict(const Client& client, const std::function<void()>& work, RetryBackoff backoff = {},
                       const std::stop_token& stop = {});
[[nodiscard]] awaitable<void> async_retry_on_conflict(Client client, std::function<awaitable<void>()> work,
                                                      RetryBackoff backoff = {}, std::stop_token stop = {});

}  // namespace kubexx
