// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/execution_context.hpp>
#include <functional>
#include <utility>

namespace kubexx {

/// A service by which an execution context that is no asio::io_context tells `running_in_this_thread` (base/asio.hpp)
/// whether the calling thread runs its handlers: without it a blocking verb called there would wait for itself. Add one
/// with asio::make_service<ThreadCheck>(context, function). The function must not throw.
class ThreadCheck final : public boost::asio::execution_context::service {
public:
  inline static boost::asio::execution_context::id id;

  explicit ThreadCheck(boost::asio::execution_context& context, std::function<bool()> running = {})
      : service(context), running_(std::move(running))
  {
  }
  [[nodiscard]] bool running_in_this_thread() const { return running_ && running_(); }

private:
  void shutdown() override {}
  std::function<bool()> running_;
};

}  // namespace kubexx
