// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/controller/result.hpp"

namespace kubexx {

class Context;

/// A function that may block. It runs on threads of its controller, one per worker.
template <class F>
concept PlainReconciler = std::is_invocable_r_v<Result, F&, Context&, const Request&>;

/// A coroutine. It runs on the runtime's executor and must not block it. The request and the Context live until it
/// ends, so it may take the request by value or as `const Request&`.
template <class F>
concept CoroutineReconciler = std::is_invocable_r_v<awaitable<Result>, F&, Context&, Request>;

/// An object with a member function `reconcile` of either form.
template <class C>
concept ClassReconciler = requires(C& object, Context& context, const Request& request) {
  { object.reconcile(context, request) } -> std::convertible_to<Result>;
} || requires(C& object, Context& context, Request request) {
  { object.reconcile(context, std::move(request)) } -> std::convertible_to<awaitable<Result>>;
};

/// The user's code in one of three forms. With several workers it is called concurrently for different keys, never for
/// the same key, so it must be thread safe; usually it has no state. result.hpp describes how exceptions are handled. A
/// handle that owns the function or object and is cheap to copy.
class Reconciler {
public:
  Reconciler() = default;

  template <PlainReconciler F>
    requires(!std::same_as<std::remove_cvref_t<F>, Reconciler>)
  Reconciler(F function) : plain_(wrap<PlainFunction>(std::move(function)))  // NOLINT(google-explicit-constructor)
  {
  }
  template <CoroutineReconciler F>
    requires(!std::same_as<std::remove_cvref_t<F>, Reconciler>)
  Reconciler(F function) : coroutine_(wrap<CoroutineFunction>(std::move(function)))  // NOLINT
  {
  }
  template <ClassReconciler C>
  Reconciler(C object) : Reconciler(std::make_shared<C>(std::move(object)))  // NOLINT(google-explicit-constructor)
  {
  }
  template <ClassReconciler C>
  Reconciler(std::shared_ptr<C> object)  // NOLINT(google-explicit-constructor)
  {
    if (!object) return;
    if constexpr (requires(Context& c, const Request& r) {
                    { object->reconcile(c, r) } -> std::convertible_to<Result>;
                  }) {
      plain_ = std::make_shared<PlainFunction>(
          [object](Context& context, const Request& request) { return object->reconcile(context, request); });
    } else {
      coroutine_ = std::make_shared<CoroutineFunction>(
          [object](Context& context, Request&& request) { return object->reconcile(context, std::move(request)); });
    }
  }

  /// False if it was made from nothing, an empty std::function or a null pointer.
  explicit operator bool() const noexcept { return plain_ != nullptr || coroutine_ != nullptr; }

  /// Whether it is a plain function.
  [[nodiscard]] bool may_block() const noexcept { return plain_ != nullptr; }

  /// Calls the user's code, a plain function on `pool`, and throws its exceptions. `context` and `pool` must outlive
  /// the call. A coroutine is cancelled when `cancel` is requested.
  [[nodiscard]] awaitable<Result> run(Context& context, Request request, TaskPool& pool,
                                      std::stop_token cancel = {}) const;

private:
  using PlainFunction = std::function<Result(Context&, const Request&)>;
  // By reference, so that a coroutine that takes the request by reference refers to the request of run().
  using CoroutineFunction = std::function<awaitable<Result>(Context&, Request&&)>;

  template <class Function, class F>
  static std::shared_ptr<Function> wrap(F function)
  {
    Function wrapped(std::move(function));
    return wrapped ? std::make_shared<Function>(std::move(wrapped)) : nullptr;
  }

  std::shared_ptr<PlainFunction> plain_;  // at most one of the two is set
  std::shared_ptr<CoroutineFunction> coroutine_;
};

}  // namespace kubexx
