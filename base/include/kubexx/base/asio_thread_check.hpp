// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution_context.hpp>
#include <cstdint>
#include <functional>
#include <utility>

namespace kubexx {

/// The role of the calling thread in an execution context.
enum class ThreadRole : std::uint8_t {
  other,    ///< may block, and may wait for the work of the context
  handler,  ///< runs a handler of the context: must not block
  own,      ///< runs other work on the only thread of the context: may block, but must not wait for the context
};

/// A service for an execution context that is not an asio::io_context. `running_in_this_thread` (base/asio.hpp) and
/// blocking calls ask it for the role of the calling thread; without it, a blocking call on a thread of the context
/// would wait for itself. Add it with asio::make_service<ThreadCheck>(context, function). The function must not throw.
/// A context finds its services by the addresses of their ids, so the id is one object in the whole process.
class [[gnu::visibility("default")]] ThreadCheck final : public boost::asio::execution_context::service {
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

/// Throws std::logic_error if the calling thread runs a handler of `executor`, as block_on does. For blocking calls
/// that need no other thread but are not allowed there either. `verb` names the awaitable form.
void refuse_in_handler(const boost::asio::any_io_executor& executor, const char* verb);

}  // namespace kubexx
