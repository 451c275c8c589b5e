// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/faults.hpp"

#include <string>
#include <utility>

namespace kubexx::testing {

namespace {

HttpResponse status_answer(unsigned code, const std::string& reason, const std::string& message)
{
  HttpResponse response;
  response.status = code;
  response.headers.set("Content-Type", "application/json");
  response.body = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")" + message +
                  R"(","reason":")" + reason + R"(","code":)" + std::to_string(code) + "}";
  return response;
}

// Draws and counts faults, and writes the trace; shared by a transport and its streams.
class Injector {
public:
  Injector(Runtime given_runtime, const FaultRates& given_rates, FaultCounts& given_counts, Trace* given_trace)
      : runtime(std::move(given_runtime)), rates(given_rates), counts(given_counts), trace(given_trace)
  {
  }

  bool draw(double rate, std::string_view name)
  {
    if (rate <= 0 || runtime.random->fraction() >= rate) return false;
    ++counts.faults;
    note("fault", {name});
    return true;
  }

  void note(std::string_view kind, std::initializer_list<std::string_view> fields)
  {
    if (trace != nullptr) trace->record(kind, fields);
  }

  Runtime runtime;
  const FaultRates& rates;
  FaultCounts& counts;
  Trace* trace;
};

class FaultyStream final : public BodyStream {
public:
  FaultyStream(std::shared_ptr<Injector> injector, std::unique_ptr<BodyStream> inner, std::stop_token stop)
      : injector_(std::move(injector)), inner_(std::move(inner)), stop_(std::move(stop))
  {
  }

  awaitable<std::string> read() override
  {
    std::string piece = co_await inner_->read();
    if (piece.empty()) {
      injector_->note("stream end", {});
      co_return piece;
    }
    const FaultRates& rates = injector_->rates;
    if (injector_->draw(rates.watch_dropped, "watch dropped")) {
      throw TransportError(TransportErrc::truncated, "injected: the watch broke off", true);
    }
    if (injector_->draw(rates.watch_ended, "watch ended")) co_return std::string();
    if (injector_->draw(rates.watch_delayed, "watch delayed")) {
      const auto span = static_cast<std::uint64_t>(rates.longest_delay.count());
      const Duration delay(static_cast<Duration::rep>(injector_->runtime.random->below(span)));
      co_await async_sleep(*injector_->runtime.clock, delay, stop_);
      if (stop_.stop_requested()) throw TransportError(TransportErrc::cancelled, "the caller stopped the watch", true);
    }
    injector_->note("stream", {piece});
    co_return piece;
  }

  void cancel() noexcept override { inner_->cancel(); }

private:
  std::shared_ptr<Injector> injector_;
  std::unique_ptr<BodyStream> inner_;
  std::stop_token stop_;
};

class FaultTransport final : public Transport {
public:
  FaultTransport(std::shared_ptr<Injector> injector, std::shared_ptr<Transport> inner)
      : injector_(std::move(injector)), inner_(std::move(inner))
  {
  }

  bool completes_inline() const noexcept override
  {
    return inner_->completes_inline() && injector_->rates.longest_latency <= Duration::zero();
  }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    Injector& injector = *injector_;
    const FaultRates& rates = injector.rates;
    ++injector.counts.requests;
    injector.note("request", {request.method, request.target, request.body});

    if (injector.draw(rates.refused, "refused")) {
      throw TransportError(TransportErrc::connect, "injected: connection refused", false);
    }
    const bool writes_over = request.method == "PUT" || request.method == "PATCH";
    if (writes_over && injector.draw(rates.conflict, "conflict")) {
      co_return status_answer(409, "Conflict", "injected: the object has been modified");
    }
    if (injector.draw(rates.too_many_requests, "too many requests")) {
      HttpResponse response = status_answer(429, "TooManyRequests", "injected: slow down");
      response.headers.set("Retry-After", "1");
      co_return response;
    }
    if (injector.draw(rates.internal_error, "internal error")) {
      co_return status_answer(500, "InternalError", "injected: internal error");
    }
    if (limits.stream && injector.draw(rates.watch_gone, "watch gone")) {
      co_return status_answer(410, "Expired", "injected: too old resource version");
    }

    const std::stop_token stop = limits.stop;
    co_await travel(stop);
    const bool loses = !limits.stream && injector.draw(rates.lost_response, "lost response");
    HttpResponse response = co_await inner_->exchange(std::move(request), std::move(limits));
    co_await travel(stop);
    if (loses) throw TransportError(TransportErrc::closed, "injected: the answer was lost", true);
    injector.note("response", {std::to_string(response.status), response.body});
    if (response.stream) {
      response.stream = std::make_unique<FaultyStream>(injector_, std::move(response.stream), stop);
    }
    co_return response;
  }

private:
  awaitable<void> travel(std::stop_token stop)
  {
    const auto longest = static_cast<std::uint64_t>(injector_->rates.longest_latency.count());
    if (longest == 0) co_return;
    const Duration latency(static_cast<Duration::rep>(injector_->runtime.random->below(longest)));
    const bool arrived = co_await async_sleep(*injector_->runtime.clock, latency, stop);
    if (!arrived) throw TransportError(TransportErrc::cancelled, "the caller stopped the request", true);
  }

  std::shared_ptr<Injector> injector_;
  std::shared_ptr<Transport> inner_;
};

}  // namespace

std::shared_ptr<Transport> make_fault_transport(Runtime runtime, std::shared_ptr<Transport> inner,
                                                const FaultRates& rates, FaultCounts& counts, Trace* trace)
{
  auto injector = std::make_shared<Injector>(std::move(runtime), rates, counts, trace);
  return std::make_shared<FaultTransport>(std::move(injector), std::move(inner));
}

}  // namespace kubexx::testing
