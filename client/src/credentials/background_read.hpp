// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "credentials/credentials.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// Reads files for coroutines: a file system that does not answer, or a named pipe, must not stop their executor. Each
/// read has a thread of its own, one at a time. Thread safe.
class BackgroundRead {
public:
  /// `what` is read, for messages: "the token file /run/token".
  BackgroundRead(const Runtime& runtime, std::string what);

  /// Calls `read`, which must not throw and owns what it refers to, unless a call is under way, and waits for its end.
  /// True when it has ended. False when it has not ended a second after it began: the caller goes on with what it has,
  /// and no second call begins meanwhile. Throws TransportError timeout or cancelled.
  [[nodiscard]] awaitable<bool> run(std::function<void()> read, CredentialBounds bounds);

private:
  struct State;
  static awaitable<bool> run_on(std::shared_ptr<State> state, std::function<void()> read, CredentialBounds bounds);
  static awaitable<void> call(std::shared_ptr<State> state, std::function<void()> read);

  const std::shared_ptr<State> state_;  // a call under way may outlive this
};

}  // namespace kubexx::detail
