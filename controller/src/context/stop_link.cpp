// SPDX-License-Identifier: Apache-2.0
#include "context/stop_link.hpp"

#include <string>
#include <utility>

#include "context/either_stop.hpp"

namespace kubexx {

namespace {

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
    try {
      co_return co_await linked(std::move(call), std::move(next));
    } catch (const TransportError& error) {
      if (error.code() != TransportErrc::cancelled || !stop_.stop_requested()) throw;
      throw error.with_message(std::string(error.what()) + " (its reconcile has ended or is being cancelled)");
    }
  }

private:
  awaitable<HttpResponse> linked(ApiCall call, Next next)
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

  const std::stop_token stop_;
};

}  // namespace

std::shared_ptr<Interceptor> make_stop_link(std::stop_token stop)
{
  return std::make_shared<StopLink>(std::move(stop));
}

}  // namespace kubexx
