// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/detail/require_handler.hpp"
#include "kubexx/controller/webhook_context.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

template <class F, class Request>
decltype(auto) call_path_function(const F& function, const Request& request, WebhookContext& context)
{
  if constexpr (std::is_invocable_v<const F&, const Request&, WebhookContext&>) {
    return function(request, context);
  } else {
    return function(request);
  }
}

/// Takes a request, and a context if it wants; returns an answer or an awaitable of it.
template <class F, class Request, class Answer>
concept AnswersRequests =
    (std::is_invocable_v<const F&, const Request&, WebhookContext&> || std::is_invocable_v<const F&, const Request&>) &&
    requires(const F& function, const Request& request, WebhookContext& context) {
      requires std::convertible_to<decltype(call_path_function(function, request, context)), Answer> ||
                   std::same_as<decltype(call_path_function(function, request, context)), awaitable<Answer>>;
    };

/// A handler of the requests at a path, of one form.
template <class Request, class Answer>
class PathFunction {
public:
  using Plain = std::function<Answer(const Request&, WebhookContext&)>;
  using Coroutine = std::function<awaitable<Answer>(const Request&, WebhookContext&)>;

  /// Throws std::invalid_argument for an empty std::function and for a null pointer.
  template <AnswersRequests<Request, Answer> F>
  PathFunction(F function)  // NOLINT(google-explicit-constructor)
  {
    require_handler(function);
    const auto shared = std::make_shared<const F>(std::move(function));
    const auto call = [shared](const Request& request, WebhookContext& context) {
      return call_path_function(*shared, request, context);
    };
    if constexpr (std::is_invocable_r_v<awaitable<Answer>, decltype(call), const Request&, WebhookContext&>) {
      coroutine_ = call;
    } else {
      plain_ = call;
    }
  }

  /// The two forms; one is set.
  [[nodiscard]] const Plain& plain() const noexcept { return plain_; }
  [[nodiscard]] const Coroutine& coroutine() const noexcept { return coroutine_; }

private:
  Plain plain_;
  Coroutine coroutine_;
};

using HttpPathFunction = PathFunction<HttpRequest, HttpResponse>;

/// A path of the webhook server with a handler of its own.
struct PathEndpoint {
  std::string path;
  HttpPathFunction handler;
  std::string review;  // "TokenReview": it takes only such reviews, by POST; empty: any request
};

}  // namespace kubexx::detail
