// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <exception>
#include <utility>

namespace kubexx::detail {

/// The completion handler of a coroutine that `slot` cancels. co_spawn emits the cancellation of such a handler inside
/// emit(). With bind_cancellation_slot, Boost 1.81 dispatches it to the executor instead, through a pointer to what may
/// have ended by then, and Boost 1.83 does not: the order of two events would depend on the version.
template <class Function>
class SlotHandler {
public:
  using cancellation_slot_type = boost::asio::cancellation_slot;

  SlotHandler(boost::asio::cancellation_slot slot, Function function) : slot_(slot), function_(std::move(function)) {}

  [[nodiscard]] cancellation_slot_type get_cancellation_slot() const noexcept { return slot_; }
  void operator()(std::exception_ptr error) { function_(std::move(error)); }

private:
  boost::asio::cancellation_slot slot_;
  Function function_;
};

}  // namespace kubexx::detail
