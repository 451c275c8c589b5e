// SPDX-License-Identifier: Apache-2.0
#include "stop_link.hpp"

#include <functional>
#include <string>
#include <utility>

namespace kubexx {

namespace {

/// One token for two; requested as soon as either is, while this lives.
class EitherStop {
public:
  EitherStop(const std::stop_token& a, const std::stop_token& b) : on_a_(a, end()), on_b_(b, end()) {}

  [[nodiscard]] std::stop_token token() const { return both_.get_token(); }

private:
  // The source is copied for the call: a callback that ends the stream destroys this meanwhile.
  [[nodiscard]] std::function<void()> end() const
  {
    return [both = both_] { std::stop_source(both).request_stop(); };
  }

  const std::stop_source both_;
  const std::stop_callback<std::function<void()>> on_a_, on_b_;
};

class LinkedBody final : public BodyStream {
public:
  LinkedBody(std::unique_ptr<EitherStop> stop, std::unique_ptr<BodyStream> inner)
      : stop_(std::move(stop)), inner_(std::move(inner))
  {
  }
  awaitable<std::string> read() override { return inner_->read(); }
  void cancel() noexcept override { inner_->cancel(); }

private:
  const std::unique_ptr<EitherStop> stop_;  // outlives inner_, which listens to its token
  const std::unique_ptr<BodyStream> inner_;
};

class StopLink final : public Interceptor {
public:
  explicit StopLink(std::stop_token stop) : stop_(std::move(stop)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (!call.limits.stop.stop_possible()) {
      call.limits.stop = stop_;
      co_return co_await next(std::move(call));
    }
    auto either = std::make_unique<EitherStop>(stop_, call.limits.stop);
    call.limits.stop = either->token();
    HttpResponse response = co_await next(std::move(call));
    if (response.stream) {
      response.stream = std::make_unique<LinkedBody>(std::move(either), std::move(response.stream));
    }
    co_return response;
  }

private:
  const std::stop_token stop_;
};

}  // namespace

std::shared_ptr<Interceptor> make_stop_link(std::stop_token stop)
{
  return std::make_shared<StopLink>(std::move(stop));
}

}  // namespace kubexx
