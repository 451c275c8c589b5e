// SPDX-License-Identifier: Apache-2.0
// The way of a call through the interceptors, and what the client itself does between them: retries, throttling,
// impersonation, credentials and metrics.
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "requests/client_impl.hpp"
#include "requests/retry_after.hpp"

namespace kubexx {

using detail::Authorizer;
using detail::LiveCall;

namespace {

/// client-go's rules: 429 and 5xx with a Retry-After, for every verb; a GET whose connection broke before the head of
/// an answer, after a second, but for logs; at most ten times, and never beyond the deadline of the call. A call
/// that may not wait is not retried.
class Retries {
public:
  Retries(Clock& clock, const LiveCall& call) : clock_(clock), call_(call) {}

  /// How long to wait before the next attempt; nullopt: there is none. One of the two is null.
  [[nodiscard]] std::optional<Duration> delay(const HttpResponse* response, const TransportError* failure) const
  {
    std::optional<Duration> delay;
    if (response != nullptr && (response->status == 429 || response->status >= 500)) {
      delay = detail::retry_after_of(response->headers, clock_.wall_now());
    }
    if (failure != nullptr && connection_broke(*failure)) delay = std::chrono::seconds(1);
    if (!delay || call_.retries == most || !fits(*delay)) return std::nullopt;
    return delay;
  }

private:
  static constexpr int most = 10;

  [[nodiscard]] bool connection_broke(const TransportError& error) const noexcept
  {
    // A body that broke off was an answer: whoever asks again for a long list makes an overloaded server's day worse.
    return error.code() == TransportErrc::closed && call_.request.method == "GET" &&
           (!call_.limits.stream || call_.verb == Verb::watch);
  }
  [[nodiscard]] bool fits(Duration delay) const
  {
    if (!call_.may_wait || !call_.may_retry) return false;
    return !call_.limits.deadline || saturating_add(clock_.now(), delay) < *call_.limits.deadline;
  }

  Clock& clock_;
  const LiveCall& call_;
};

/// `error`, and what came before it unless that was the same.
TransportError after(const TransportError& error, const std::string& before)
{
  if (before.empty() || before == error.what()) return error;
  return error.with_message(error.what() + ("; previous attempt: " + before));
}

}  // namespace

awaitable<HttpResponse> Client::Impl::enter(const Chain& chain, std::size_t index, LiveCall& call,
                                            detail::Passages& passages) const
{
  for (; index < chain.size() && chain[index].link != nullptr; ++index) passages.enter(*chain[index].link, call);
  if (index < chain.size()) {
    Interceptor::Next next = [keep = shared_from_this(), of = &chain, index](ApiCall passed) {
      return pass_on(keep, of, index + 1, std::move(passed));
    };
    ApiCall copy = static_cast<const ApiCall&>(call);
    return chain[index].interceptor->intercept(std::move(copy), std::move(next));
  }
  return &chain == &outer ? attempts(this, &call) : exchange(call);
}

awaitable<HttpResponse> Client::Impl::pass_on(Self self, const Chain* chain, std::size_t index, ApiCall call)
{
  LiveCall live(std::move(call));
  detail::Passages passages;
  HttpResponse response;
  std::exception_ptr failure;
  try {
    response = co_await self->enter(*chain, index, live, passages);
    if (chain == &self->inner) self->endpoint.redactor->clean(response);
  } catch (...) {
    failure = std::current_exception();
  }
  passages.leave(response, std::move(failure));
  co_return response;
}

awaitable<HttpResponse> Client::Impl::attempts(const Impl* self, LiveCall* call)
{
  const Retries retries(*self->runtime.clock, *call);
  if (self->endpoint.impersonation) static_cast<void>(self->endpoint.impersonation->enter(*call));
  const Authorizer* const authorizer = Authorizer::is_authorized(*call) ? nullptr : self->endpoint.authorizer.get();
  std::string before;  // what became of the attempt before this one
  for (call->retries = 0;; ++call->retries) {
    std::optional<HttpResponse> response;
    std::optional<TransportError> failure;
    try {
      response = co_await attempt(self, call, authorizer);
    } catch (const TransportError& error) {
      failure = error;
    }
    const auto delay = retries.delay(response ? &*response : nullptr, failure ? &*failure : nullptr);
    if (!delay) {
      if (failure) throw after(*failure, before);
      co_return std::move(*response);
    }
    self->metrics->retry(response ? response->status : 0, call->request.method);
    before = response ? "HTTP status " + std::to_string(response->status) : failure->what();
    response.reset();
    if (!co_await async_sleep(*self->runtime.clock, *delay, call->limits.stop)) {
      throw after(TransportError(TransportErrc::cancelled, "cancelled while waiting to retry"), before);
    }
  }
}

awaitable<HttpResponse> Client::Impl::attempt(const Impl* self, LiveCall* call, const Authorizer* authorizer)
{
  detail::Throttle& throttle = *self->core->throttle;
  if (const auto turn = throttle.admit(*call)) co_await throttle.wait(*turn, call);
  for (bool again = false;; again = true) {
    Authorizer::Used used;
    if (authorizer != nullptr && !authorizer->authorize_now(*call, used)) co_await authorizer->authorize(call, &used);
    HttpResponse response;
    std::optional<TransportError> refusal;
    const std::size_t sent = call->request.body.size();
    try {
      detail::Passages passages;
      std::exception_ptr failure;
      try {
        response = co_await self->enter(self->inner, 0, *call, passages);
        self->endpoint.redactor->clean(response);
      } catch (...) {
        failure = std::current_exception();
      }
      passages.leave(response, std::move(failure));
    } catch (const TransportError& error) {
      self->metrics->attempt(0, call->request.method);
      if (again || authorizer == nullptr || !authorizer->refuses(*call, error)) throw;
      refusal = error;
    }
    if (!refusal) {
      self->metrics->attempt(response.status, call->request.method);
      if (!response.stream) self->metrics->sizes(call->request.method, sent, response.body.size());
    }
    const bool refused = refusal || (!again && authorizer != nullptr && Authorizer::refuses(response));
    if (!refused || !co_await authorizer->renew(call, used, !refusal)) {
      if (refusal) throw TransportError(*refusal);
      throttle.heed(*call, response);
      co_return response;
    }
  }
}

awaitable<HttpResponse> Client::Impl::exchange(LiveCall& call) const
{
  endpoint.redactor->remember(call.request.headers);
  if (core->keeps_request != nullptr) return core->keeps_request->exchange_kept(&call.request, &call.limits);
  return transport->exchange(call.request, call.limits);
}

}  // namespace kubexx
