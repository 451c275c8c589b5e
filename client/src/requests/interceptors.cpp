// SPDX-License-Identifier: Apache-2.0
#include "requests/interceptors.hpp"

#include <optional>

#include "requests/retry_after.hpp"

namespace kubexx::detail {

namespace {

class Retry final : public Interceptor {
public:
  Retry(Clock& clock, std::shared_ptr<RestMetrics> metrics) : clock_(clock), metrics_(std::move(metrics)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    constexpr int most_retries = 10;
    std::string before;  // what became of the attempt before this one
    for (int retries = 0;; ++retries) {
      ApiCall attempt = call;
      attempt.retries = retries;
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
        if (failure) throw after(*failure, before);
        co_return std::move(*response);
      }
      metrics_->retry(response ? std::to_string(response->status) : "<error>", call.request.method);
      before = response ? "HTTP status " + std::to_string(response->status) : failure->what();
      response.reset();
      if (!co_await async_sleep(clock_, *delay, call.limits.stop)) {
        throw after(TransportError(TransportErrc::cancelled, "cancelled while waiting to retry"), before);
      }
    }
  }

private:
  static bool connection_broke(const ApiCall& call, const TransportError& error) noexcept
  {
    // A body that broke off was an answer: whoever asks again for a long list makes an overloaded server's day worse.
    return error.code() == TransportErrc::closed && call.request.method == "GET" &&
           (!call.limits.stream || call.verb == Verb::watch);
  }
  /// `error`, and what came before it unless that was the same.
  static TransportError after(const TransportError& error, const std::string& before)
  {
    if (before.empty() || before == error.what()) return error;
    return error.with_message(error.what() + ("; previous attempt: " + before));
  }
  bool fits(const ApiCall& call, Duration delay) const
  {
    if (!call.may_wait || !call.may_retry) return false;
    return !call.limits.deadline || saturating_add(clock_.now(), delay) < *call.limits.deadline;
  }

  Clock& clock_;
  std::shared_ptr<RestMetrics> metrics_;
};

class Authorize final : public Interceptor {
public:
  Authorize(std::shared_ptr<Credentials> credentials, std::shared_ptr<TlsSource> tls)
      : credentials_(std::move(credentials)), tls_(std::move(tls))
  {
  }

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (call.request.headers.find(header)) co_return co_await next(std::move(call));
    ApiCall again = call;
    const CredentialBounds bounds = bounds_of(call);
    std::uint64_t certificates = 0;
    if (tls_) certificates = co_await TlsSource::poll(tls_, bounds);
    const std::uint64_t generation = co_await authorize(&call);
    std::optional<HttpResponse> response;
    std::optional<TransportError> refused;
    try {
      response = co_await next(std::move(call));
    } catch (const TransportError& error) {
      if (!tls_ || error.code() != TransportErrc::tls) throw;
      if (error.request_written() && again.request.method != "GET") throw;
      refused = error;
    }
    if (response && response->status != 401) co_return std::move(*response);
    bool newer = false;
    try {
      if (tls_) newer = co_await TlsSource::refresh(tls_, certificates, bounds);
      if (response && credentials_ && co_await credentials_->refresh(generation, bounds)) newer = true;
    } catch (const TransportError&) {  // there is no time left for another try
      newer = false;
    }
    if (!newer) {
      if (refused) throw TransportError(*refused);
      co_return std::move(*response);
    }
    response.reset();
    co_await authorize(&again);
    co_return co_await next(std::move(again));
  }

private:
  static constexpr const char* header = "Authorization";

  static CredentialBounds bounds_of(const ApiCall& call)
  {
    CredentialBounds bounds;
    bounds.deadline = call.limits.deadline;
    bounds.stop = call.limits.stop;
    return bounds;
  }
  /// The generation of what was set.
  awaitable<std::uint64_t> authorize(ApiCall* call) const
  {
    if (!credentials_) co_return 0;
    const Authorization authorization = co_await credentials_->get(bounds_of(*call));
    if (!authorization.header.empty()) call->request.headers.set(header, authorization.header);
    co_return authorization.generation;
  }

  const std::shared_ptr<Credentials> credentials_;
  const std::shared_ptr<TlsSource> tls_;
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

std::shared_ptr<Interceptor> make_authorization(std::shared_ptr<Credentials> credentials,
                                                std::shared_ptr<TlsSource> tls)
{
  return std::make_shared<Authorize>(std::move(credentials), std::move(tls));
}

std::shared_ptr<Interceptor> make_attempt_metrics(std::shared_ptr<RestMetrics> metrics)
{
  return std::make_shared<AttemptMetrics>(std::move(metrics));
}

}  // namespace kubexx::detail
