// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution_context.hpp>
#include <cstdint>
#include <functional>
#include <utility>

namespace kubexx {

/// What the calling thread is to an execution context.
enum class ThreadRole : std::uint8_t {
  other,    ///< may block, and may wait for what runs there
  handler,  ///< runs a handler of the context: must not block
  own,      ///< runs something else for the context, which has no other thread: may block, but must not wait for it
};

/// A service by which an execution context that is no asio::io_context tells `running_in_this_thread` (base/asio.hpp)
/// and blocking verbs what the calling thread is to it: without it a blocking verb called there would wait for itself.
/// Add one with asio::make_service<ThreadCheck>(context, function). The function must not throw.
class ThreadCheck final : public boost::asio::execution_context::service {
public:
  inline static boost::asio::execution_context::id id;

  explicit ThreadCheck(boost::asio::execution_context& context, std::function<ThreadRole()> role = {})
      : service(context), role_(std::move(role))
  {
  }
  [[nodiscard]] ThreadRole role() const { return role_ ? role_() : ThreadRole::other; }

private:
  void shutdown() override {}
  std::function<ThreadRole()> role_;
};

/// Throws std::logic_error when the calling thread runs a handler of `executor`, as block_on does: for a blocking verb
/// that needs no other thread, and must not be called there all the same. `verb` names the awaitable form.
void refuse_in_handler(const boost::asio::any_io_executor& executor, const char* verb);

}  // namespace kubexx
