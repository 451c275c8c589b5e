// SPDX-License-Identifier: Apache-2.0
#include "interceptors.hpp"

#include <optional>

#include "retry_after.hpp"

namespace kubexx::detail {

namespace {

class Retry final : public Interceptor {
public:
  Retry(Clock& clock, std::shared_ptr<RestMetrics> metrics) : clock_(clock), metrics_(std::move(metrics)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    constexpr int most_retries = 10;
    for (int retries = 0;; ++retries) {
      ApiCall attempt = call;
      std::optional<HttpResponse> response;
      std::optional<TransportError> failure;
      std::optional<Duration> delay;
      try {
        response = co_await next(std::move(attempt));
      } catch (const TransportError& error) {
        failure = error;
      }
      if (response && (response->status == 429 || response->status >= 500)) {
        delay = retry_after_of(response->headers, clock_.wall_now());
      }
      if (failure && connection_broke(call, *failure)) delay = std::chrono::seconds(1);
      if (!delay || retries == most_retries || !fits(call, *delay)) {
        if (failure) throw TransportError(*failure);
        co_return std::move(*response);
      }
      metrics_->retry(response ? std::to_string(response->status) : "<error>", call.request.method);
      response.reset();
      if (!co_await async_sleep(clock_, *delay, call.limits.stop)) {
        throw TransportError(TransportErrc::cancelled, "cancelled while waiting to try again");
      }
    }
  }

private:
  static bool connection_broke(const ApiCall& call, const TransportError& error) noexcept
  {
    const bool broke = error.code() == TransportErrc::closed || error.code() == TransportErrc::truncated;
    return broke && call.request.method == "GET" && call.verb != Verb::watch;
  }
  bool fits(const ApiCall& call, Duration delay) const
  {
    if (!call.may_wait || !call.may_retry) return false;
    return !call.limits.deadline || saturating_add(clock_.now(), delay) < *call.limits.deadline;
  }

  Clock& clock_;
  std::shared_ptr<RestMetrics> metrics_;
};

class Authorization final : public Interceptor {
public:
  explicit Authorization(std::shared_ptr<TokenSource> source) : source_(std::move(source)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    ApiCall again = call;
    set(call);
    HttpResponse response = co_await next(std::move(call));
    if (response.status != 401 || !source_->refresh()) co_return response;
    set(again);
    response.stream.reset();
    co_return co_await next(std::move(again));
  }

private:
  void set(ApiCall& call) const
  {
    if (const std::string value = source_->authorization(); !value.empty()) {
      call.request.headers.set("Authorization", value);
    }
  }

  std::shared_ptr<TokenSource> source_;
};

class AttemptMetrics final : public Interceptor {
public:
  explicit AttemptMetrics(std::shared_ptr<RestMetrics> metrics) : metrics_(std::move(metrics)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const std::string method = call.request.method;
    const std::size_t sent = call.request.body.size();
    std::optional<HttpResponse> response;
    try {
      response = co_await next(std::move(call));
    } catch (const TransportError&) {
      metrics_->attempt("<error>", method);
      throw;
    }
    metrics_->attempt(std::to_string(response->status), method);
    if (!response->stream) metrics_->sizes(method, sent, response->body.size());
    co_return std::move(*response);
  }

private:
  std::shared_ptr<RestMetrics> metrics_;
};

}  // namespace

std::shared_ptr<Interceptor> make_retry(Clock& clock, std::shared_ptr<RestMetrics> metrics)
{
  return std::make_shared<Retry>(clock, std::move(metrics));
}

std::shared_ptr<Interceptor> make_authorization(std::shared_ptr<TokenSource> source)
{
  return std::make_shared<Authorization>(std::move(source));
}

std::shared_ptr<Interceptor> make_attempt_metrics(std::shared_ptr<RestMetrics> metrics)
{
  return std::make_shared<AttemptMetrics>(std::move(metrics));
}

}  // namespace kubexx::detail
