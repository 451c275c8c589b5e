// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/controller/admission_context.hpp"
#include "kubexx/controller/admission_verdict.hpp"
#include "kubexx/controller/detail/require_handler.hpp"

/// Makes handlers of one form from the forms that users write. A handler of the user takes typed objects, then, if it
/// wants, an AdmissionContext&.
namespace kubexx::detail {

/// What a webhook decides.
struct AdmissionOutcome {
  AdmissionOutcome() = default;  // not an aggregate: g++ 12 destroys temporary aggregates in co_await twice
  AdmissionOutcome(AdmissionVerdict with, Object mutated = {}) : verdict(std::move(with)), object(std::move(mutated)) {}
  AdmissionVerdict verdict;
  Object object;  // of a mutating webhook: the object as it shall be; empty: as it was
};

/// The two forms; one is set.
struct AdmissionHandler {
  std::function<AdmissionOutcome(AdmissionContext&)> plain;
  std::function<awaitable<AdmissionOutcome>(AdmissionContext&)> coroutine;
  explicit operator bool() const noexcept { return plain || coroutine; }
};

/// An object of the request does not fit the struct of the handler: 400.
class UnreadableRequest : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

template <class T>
[[nodiscard]] T value_in(const Object& object, const char* place)
{
  if (!object) throw UnreadableRequest(std::string("the request has no ") + place);
  try {
    return object.as<T>();
  } catch (const ObjectError& error) {
    throw UnreadableRequest(error.what());
  }
}
template <class T>
[[nodiscard]] T new_value(const AdmissionRequest& request)
{
  return value_in<T>(request.object, "object");
}
template <class T>
[[nodiscard]] T old_value(const AdmissionRequest& request)
{
  return value_in<T>(request.old_object, "oldObject");
}

template <class F, class... Values>
decltype(auto) call_handler(const F& function, AdmissionContext& context, Values&... values)
{
  if constexpr (std::is_invocable_v<const F&, Values&..., AdmissionContext&>) {
    return function(values..., context);
  } else {
    return function(values...);
  }
}
template <class F, class... Values>
using HandlerResult =
    decltype(call_handler(std::declval<const F&>(), std::declval<AdmissionContext&>(), std::declval<Values&>()...));

/// Takes the values, and a context if it wants.
template <class F, class... Values>
concept TakesValues =
    std::is_invocable_v<const F&, Values&..., AdmissionContext&> || std::is_invocable_v<const F&, Values&...>;

template <class F, class T>
concept Defaulter =
    TakesValues<F, T> && (std::is_void_v<HandlerResult<F, T>> || std::same_as<HandlerResult<F, T>, awaitable<void>>);

template <class R>
struct AwaitedOf {
  using Type = void;
  static constexpr bool is_awaitable = false;
};
template <class R>
struct AwaitedOf<awaitable<R>> {
  using Type = R;
  static constexpr bool is_awaitable = true;
};
template <class R>
inline constexpr bool is_verdict = std::is_void_v<R> || std::is_convertible_v<R, AdmissionVerdict>;

template <class F, class... Values>
concept Validator =
    TakesValues<F, Values...> && (AwaitedOf<HandlerResult<F, Values...>>::is_awaitable
                                      ? is_verdict<typename AwaitedOf<HandlerResult<F, Values...>>::Type>
                                      : is_verdict<HandlerResult<F, Values...>>);

template <class T, class F>
awaitable<AdmissionOutcome> default_later(std::shared_ptr<const F> function, AdmissionContext& context)
{
  const T before = new_value<T>(context.request());
  T value = before;
  co_await call_handler(*function, context, value);
  co_return AdmissionOutcome(AdmissionVerdict(), context.request().object.with(value, before));
}

template <class T, class F>
[[nodiscard]] AdmissionHandler make_defaulter(F function)
{
  require_handler(function);
  AdmissionHandler handler;
  const auto shared = std::make_shared<const F>(std::move(function));
  if constexpr (std::is_void_v<HandlerResult<F, T>>) {
    handler.plain = [shared](AdmissionContext& context) {
      const T before = new_value<T>(context.request());
      T value = before;
      call_handler(*shared, context, value);
      return AdmissionOutcome(AdmissionVerdict(), context.request().object.with(value, before));
    };
  } else {
    handler.coroutine = [shared](AdmissionContext& context) { return default_later<T>(shared, context); };
  }
  return handler;
}

template <class F, class... Values>
awaitable<AdmissionOutcome> validate_later(std::shared_ptr<const F> function, AdmissionContext& context,
                                           Values... values)
{
  if constexpr (std::is_void_v<typename AwaitedOf<HandlerResult<F, const Values...>>::Type>) {
    co_await call_handler(*function, context, std::as_const(values)...);
    co_return AdmissionOutcome();
  } else {
    auto verdict = co_await call_handler(*function, context, std::as_const(values)...);
    co_return AdmissionOutcome(AdmissionVerdict(std::move(verdict)));
  }
}

template <class F, class... Values>
[[nodiscard]] AdmissionOutcome validate_now(const F& function, AdmissionContext& context, const Values&... values)
{
  if constexpr (std::is_void_v<HandlerResult<F, const Values...>>) {
    call_handler(function, context, values...);
    return {};
  } else {
    return AdmissionOutcome(AdmissionVerdict(call_handler(function, context, values...)));
  }
}

/// Each function in `read` returns one of the values from the request.
template <class... Values, class F, class... Read>
[[nodiscard]] AdmissionHandler make_validator(F function, Read... read)
{
  require_handler(function);
  AdmissionHandler handler;
  const auto shared = std::make_shared<const F>(std::move(function));
  if constexpr (AwaitedOf<HandlerResult<F, const Values...>>::is_awaitable) {
    handler.coroutine = [shared, read...](AdmissionContext& context) {
      return validate_later<F, Values...>(shared, context, read(context.request())...);
    };
  } else {
    handler.plain = [shared, read...](AdmissionContext& context) {
      return validate_now<F, Values...>(*shared, context, read(context.request())...);
    };
  }
  return handler;
}

/// A handler of any kind, which gets nothing but the context.
class RawMutatingHandler {
public:
  template <class F>
    requires std::is_invocable_r_v<Object, const F&, AdmissionContext&>
  RawMutatingHandler(F function)  // NOLINT(google-explicit-constructor)
  {
    require_handler(function);
    handler_.plain = [function = std::move(function)](AdmissionContext& context) {
      return AdmissionOutcome(AdmissionVerdict(), function(context));
    };
  }
  template <class F>
    requires std::is_invocable_r_v<awaitable<Object>, const F&, AdmissionContext&>
  RawMutatingHandler(F function)  // NOLINT(google-explicit-constructor)
  {
    require_handler(function);
    const auto shared = std::make_shared<const F>(std::move(function));
    handler_.coroutine = [shared](AdmissionContext& context) { return mutate_later(shared, context); };
  }
  [[nodiscard]] const AdmissionHandler& handler() const noexcept { return handler_; }

private:
  template <class F>
  static awaitable<AdmissionOutcome> mutate_later(std::shared_ptr<const F> function, AdmissionContext& context)
  {
    Object object = co_await (*function)(context);
    co_return AdmissionOutcome(AdmissionVerdict(), std::move(object));
  }

  AdmissionHandler handler_;
};

class RawValidatingHandler {
public:
  template <class F>
    requires Validator<F>
  RawValidatingHandler(F function)  // NOLINT(google-explicit-constructor)
      : handler_(make_validator<>(std::move(function)))
  {
  }
  [[nodiscard]] const AdmissionHandler& handler() const noexcept { return handler_; }

private:
  AdmissionHandler handler_;
};

}  // namespace kubexx::detail
