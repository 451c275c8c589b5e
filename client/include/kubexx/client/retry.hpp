// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// Waits that grow: `duration * factor^n`, each with up to `jitter` of itself added. k8s.io/apimachinery wait.Backoff.
struct RetryBackoff {
  int steps = 5;  ///< tries in all
  Duration duration = std::chrono::milliseconds(10);
  double factor = 1.0;
  double jitter = 0.1;
};

/// Runs `work` (read the object anew, change it, write it) until it does not end with a conflict, at most
/// `backoff.steps` times; then the last conflict is thrown. Other exceptions leave at once. client-go's
/// retry.RetryOnConflict. In between it waits on the client's clock; over an in-process transport, where verbs are
/// atomic steps, it does not wait.
void retry_on_conflict(const Client& client, const std::function<void()>& work, RetryBackoff backoff = {});

/// The awaitable form; TransportError cancelled when `stop` is requested while it waits.
[[nodiscard]] awaitable<void> async_retry_on_conflict(Client client, std::function<awaitable<void>()> work,
                                                      RetryBackoff backoff = {}, std::stop_token stop = {});

}  // namespace kubexx
