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

/// When a Manager starts what runs beside its controllers, and when it stops it.
enum class RunnableGroup : std::uint8_t {
  servers,        ///< before the watches, on every replica; stopped when the events have been sent
  every_replica,  ///< when every required watch has synced, whoever leads; stopped with the controllers
  leader,         ///< when this replica leads, too; has ended when the Lease is given back
};

/// What a runnable works with. A copyable value.
struct RunContext {
  RunContext(Client with, Log where, std::stop_token until)
      : client(std::move(with)), log(std::move(where)), stop(std::move(until))
  {
  }
  /// Calls that are still under way when the manager's drain time is over end then. That of the group `leader` refuses
  /// calls while this replica does not lead (Manager::leader_client).
  Client client;
  Log log;               ///< carries the name of the runnable
  std::stop_token stop;  ///< requested when the manager wants it to end
};

/// What a runnable does: a coroutine `awaitable<void>(RunContext)`, which must not block, or a function
/// `void(const RunContext&)`, which gets a thread of its own. It runs until it is asked to stop; it may end before.
/// What it throws before it was asked to stops the manager, whose run() then ends with 1. A coroutine is cancelled when
/// the drain time is over.
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

  /// False when it was made from an empty std::function.
  explicit operator bool() const noexcept { return (plain_ && *plain_) || (coroutine_ && *coroutine_); }
  [[nodiscard]] bool may_block() const noexcept { return plain_ != nullptr; }
  /// Runs it, a function on `pool`; throws what it throws. A coroutine is cancelled when `cancel` is requested.
  [[nodiscard]] awaitable<void> run(RunContext context, TaskPool& pool, std::stop_token cancel) const;

private:
  std::shared_ptr<std::function<void(const RunContext&)>> plain_;  // one of the two is set
  std::shared_ptr<std::function<awaitable<void>(RunContext)>> coroutine_;
};

}  // namespace kubexx
