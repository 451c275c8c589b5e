// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/execution_context.hpp>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// Notified when an execution context is destroyed. An object that holds sockets or strands of the context must release
/// them while the services of the context still exist.
class ContextUser {
public:
  /// Called once, on the thread that destroys the context. No thread runs the context any longer.
  virtual void context_ends() noexcept = 0;

protected:
  ~ContextUser() = default;
};

/// The users of one execution context. Thread safe. The id is one object in the whole process.
class [[gnu::visibility("default")]] ContextEnd final : public boost::asio::execution_context::service {
public:
  using key_type = ContextEnd;
  static inline boost::asio::execution_context::id id;

  explicit ContextEnd(boost::asio::execution_context& context) : service(context) {}

  void add(const std::shared_ptr<ContextUser>& user)
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(users_, [](const std::weak_ptr<ContextUser>& one) { return one.expired(); });
    users_.push_back(user);
  }

private:
  void shutdown() override
  {
    std::vector<std::weak_ptr<ContextUser>> users;
    {
      const std::lock_guard lock(mutex_);
      users.swap(users_);
    }
    for (const auto& one : users) {
      if (const auto user = one.lock()) user->context_ends();
    }
  }

  std::mutex mutex_;
  std::vector<std::weak_ptr<ContextUser>> users_;  // guarded by mutex_
};

}  // namespace kubexx::detail
