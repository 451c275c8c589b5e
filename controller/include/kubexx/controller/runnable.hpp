// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"

namespace kubexx {

/// When a Manager starts and stops the work that runs beside its controllers.
enum class RunnableGroup : std::uint8_t {
  servers,        ///< started before the watches, on every replica; stopped after the events have been sent
  every_replica,  ///< started when every required watch has synced, on every replica; stopped with the controllers
  leader,         ///< likewise, but only when this replica leads; ends before the Lease is released
};

/// The argument of a runnable. A copyable value.
struct RunContext {
  RunContext(Client with, Log where, std::stop_token until)
      : client(std::move(with)), log(std::move(where)), stop(std::move(until))
  {
  }
  /// Calls that are still in progress at the end of the manager's drain time end then. The client of the group `leader`
  /// refuses calls while this replica does not lead (Manager::leader_client).
  Client client;
  Log log;               ///< carries the name of the runnable
  std::stop_token stop;  ///< requested when the manager wants it to end
};

/// The function of a runnable: a coroutine `awaitable<void>(RunContext)`, which must not block, or a function
/// `void(const RunContext&)`, which gets a thread of its own. It runs until it is asked to stop, or ends earlier. An
/// exception before it is asked to stop makes the manager stop, and Manager::run() then ends with 1. A coroutine is
/// cancelled at the end of the drain time.
class RunnableFunction {
public:
  template <class F>
    requires(std::is_invocable_r_v<awaitable<void>, F&, RunContext>)
  RunnableFunction(F function)  // NOLINT(google-explicit-constructor)
      : coroutine_(std::make_shared<std::function<awaitable<void>(RunContext)>>(std::move(function)))
  {
  }
  template <class F>
    requires(std::is_invocable_v<F&, const RunContext&> &&
             std::same_as<std::invoke_result_t<F&, const RunContext&>, void>)
  RunnableFunction(F function)  // NOLINT(google-explicit-constructor)
      : plain_(std::make_shared<std::function<void(const RunContext&)>>(std::move(function)))
  {
  }

  /// False if it was made from an empty std::function.
  explicit operator bool() const noexcept { return (plain_ && *plain_) || (coroutine_ && *coroutine_); }
  [[nodiscard]] bool may_block() const noexcept { return plain_ != nullptr; }
  /// Runs it, a plain function on `pool`, and throws its exceptions. A coroutine is cancelled when `cancel` is
  /// requested.
  [[nodiscard]] awaitable<void> run(RunContext context, TaskPool& pool, std::stop_token cancel) const;

private:
  std::shared_ptr<std::function<void(const RunContext&)>> plain_;  // one of the two is set
  std::shared_ptr<std::function<awaitable<void>(RunContext)>> coroutine_;
};

}  // namespace kubexx
