// SPDX-License-Identifier: Apache-2.0
#include "context/stop_link.hpp"

#include <exception>
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

class StoppedCall final : public detail::Passage {
public:
  StoppedCall(detail::LiveCall& call, const std::stop_token& stop) : stop_(stop)
  {
    if (!call.limits.stop.stop_possible()) {
      call.limits.stop = stop;
      return;
    }
    either_ = std::make_unique<EitherStop>(stop, call.limits.stop);
    call.limits.stop = either_->token();
  }

  void answered(HttpResponse& response) override
  {
    if (!either_ || !response.stream) return;
    response.stream = std::make_unique<LinkedBody>(std::move(either_), std::move(response.stream));
  }

  void failed(const std::exception_ptr& failure) override
  {
    if (!stop_.stop_requested()) return;
    try {
      std::rethrow_exception(failure);
    } catch (const TransportError& error) {
      if (error.code() != TransportErrc::cancelled) throw;
      throw error.with_message(std::string(error.what()) + " (its reconcile has ended or is being cancelled)");
    }
  }

private:
  const std::stop_token stop_;
  std::unique_ptr<EitherStop> either_;  // null if the call has no token of its own
};

class StopLink final : public detail::Link {
public:
  explicit StopLink(std::stop_token stop) : stop_(std::move(stop)) {}

  std::unique_ptr<detail::Passage> enter(detail::LiveCall& call) override
  {
    return std::make_unique<StoppedCall>(call, stop_);
  }

private:
  const std::stop_token stop_;
};

}  // namespace

std::shared_ptr<detail::Link> make_stop_link(std::stop_token stop)
{
  return std::make_shared<StopLink>(std::move(stop));
}

}  // namespace kubexx
