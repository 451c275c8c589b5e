// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "requests/blocking_verb.hpp"

namespace kubexx::detail {

/// A verb of a client that was checked and has not begun: described once, for its awaitable form and its blocking one.
/// Good for one of them, once.
template <class T>
class VerbCall {
public:
  using CallPtr = ClientAccess::Impl::CallPtr;
  /// A member of Client::Impl, or what calls one.
  using Start = std::function<awaitable<T>(ClientAccess::Impl::Self, CallPtr, CallOptions bounds, bool may_wait)>;

  /// `name`: of the awaitable form, which the errors of the blocking one name.
  VerbCall(ClientAccess::Impl::Self impl, const char* name, ApiCall&& call, const CallOptions& bounds, Start start)
      : impl_(std::move(impl)),
        name_(name),
        call_(std::make_unique<LiveCall>(std::move(call))),
        bounds_(bounds),
        start_(std::move(start))
  {
  }

  [[nodiscard]] awaitable<T> async() { return start_(impl_, std::move(call_), std::move(bounds_), true); }

  T run()
  {
    const auto self = std::make_shared<VerbCall>(std::move(*this));  // the call may outlive the caller
    const auto start = [self](CallOptions bounds, bool may_wait) {
      return self->start_(self->impl_, std::move(self->call_), std::move(bounds), may_wait);
    };
    if constexpr (std::is_void_v<T>) {
      BlockingWork work = [self, start](std::stop_token stop, bool may_wait) {
        return start(bounds_until(self->bounds_, std::move(stop)), may_wait);
      };
      run_blocking(self->impl_->runtime, *self->impl_->transport, self->bounds_.stop, std::move(work), self->name_,
                   deadline_of(*self->impl_, self->bounds_));
    } else {
      return run_verb<T>(*self->impl_, self->bounds_, self->name_, start);
    }
  }

private:
  ClientAccess::Impl::Self impl_;
  const char* name_;
  CallPtr call_;
  CallOptions bounds_;
  Start start_;
};

/// A verb whose answer is the object that was written.
[[nodiscard]] inline VerbCall<Object> write_verb(ClientAccess::Impl::Self impl, const char* name, ApiCall&& call,
                                                 const CallOptions& bounds)
{
  return {std::move(impl), name, std::move(call), bounds, ClientAccess::Impl::write};
}

}  // namespace kubexx::detail
