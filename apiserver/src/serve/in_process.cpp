// SPDX-License-Identifier: Apache-2.0
#include "access/access.hpp"
#include "core/stream.hpp"
#include "kubexx/apiserver/apiserver.hpp"

namespace kubexx {
namespace {

/// A stream of the server with the limits of a client's exchange. What is no watch has no waits.
class InProcessStream final : public BodyStream {
public:
  InProcessStream(std::unique_ptr<BodyStream> body, Clock& clock, ExchangeLimits limits)
      : body_(std::move(body)),
        watch_(dynamic_cast<apiserver::WaitingBody*>(body_.get())),
        clock_(clock),
        limits_(std::move(limits))
  {
  }

  awaitable<std::string> read() override
  {
    using apiserver::ReadEnd;
    if (watch_ == nullptr) co_return co_await body_->read();
    std::optional<SteadyTime> silence_ends;
    if (limits_.idle_timeout) silence_ends = saturating_add(clock_.now(), *limits_.idle_timeout);
    auto piece = co_await watch_->read_until(silence_ends, limits_.stop);
    if (piece.how == ReadEnd::stopped) {
      throw TransportError(TransportErrc::cancelled, "in-process API server: the caller stopped the stream", true);
    }
    if (piece.how == ReadEnd::deadline) {
      throw TransportError(TransportErrc::idle, "in-process API server: the stream was silent for too long", true);
    }
    co_return std::move(piece.bytes);
  }

  void cancel() noexcept override { body_->cancel(); }

private:
  std::unique_ptr<BodyStream> body_;
  apiserver::WaitingBody* watch_;  // *body_, or null
  Clock& clock_;
  ExchangeLimits limits_;
};

class InProcessTransport final : public Transport {
public:
  InProcessTransport(Runtime runtime, ApiServer& server, std::string user)
      : runtime_(std::move(runtime)), server_(server), user_(std::move(user))
  {
  }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (limits.stop.stop_requested()) {
      throw TransportError(TransportErrc::cancelled, "in-process API server: the caller stopped the call");
    }
    if (limits.deadline && *limits.deadline <= runtime_.clock->now()) {
      throw TransportError(TransportErrc::timeout, "in-process API server: the deadline had passed before the call");
    }
    request.user = user_;
    if (user_ == "system:admin") request.groups = {apiserver::superusers};
    auto response = co_await server_.async_handle(std::move(request));
    if (response.stream) {
      response.stream = std::make_unique<InProcessStream>(std::move(response.stream), *runtime_.clock, limits);
      if (!limits.stream) {
        while (true) {
          auto piece = co_await response.stream->read();
          if (piece.empty()) break;
          response.body += piece;
          if (response.body.size() > limits.max_body) throw too_large(limits);
        }
        response.stream.reset();
      }
    } else if (limits.stream) {
      response.stream = std::make_unique<WholeBody>(std::exchange(response.body, {}));
    } else if (response.body.size() > limits.max_body) {
      throw too_large(limits);
    }
    co_return response;
  }

  [[nodiscard]] bool completes_inline() const noexcept override { return true; }

private:
  /// A complete body for a caller that asked for a stream.
  class WholeBody final : public BodyStream {
  public:
    explicit WholeBody(std::string body) : body_(std::move(body)) {}
    awaitable<std::string> read() override { co_return std::exchange(body_, {}); }

  private:
    std::string body_;
  };

  static TransportError too_large(const ExchangeLimits& limits)
  {
    return {TransportErrc::too_large,
            "in-process API server: the body of the answer is larger than " + std::to_string(limits.max_body) +
                " bytes, the limit of this call (max_body)",
            true};
  }

  Runtime runtime_;
  ApiServer& server_;
  std::string user_;
};

}  // namespace

std::shared_ptr<Transport> make_in_process_transport(Runtime runtime, ApiServer& server, std::string user)
{
  return std::make_shared<InProcessTransport>(std::move(runtime), server, std::move(user));
}

}  // namespace kubexx
