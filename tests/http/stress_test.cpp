// SPDX-License-Identifier: Apache-2.0
// Everything at once on several io threads: what ThreadSanitizer looks at.
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "support.hpp"
#include "support/loopback.hpp"

namespace kubexx::test {
namespace {

class Ticks final : public BodyStream {
public:
  Ticks(Clock& clock, std::stop_source stop) : clock_(clock), stop_(std::move(stop)) {}
  awaitable<std::string> read() override
  {
    const bool goes_on = co_await async_sleep(clock_, std::chrono::milliseconds(1), stop_.get_token());
    if (!goes_on || ++count_ > 20) co_return std::string();
    co_return "tick";
  }
  void cancel() noexcept override { stop_.request_stop(); }

private:
  Clock& clock_;
  std::stop_source stop_;
  int count_ = 0;
};

struct Shared {
  Runtime runtime;
  std::shared_ptr<Transport> transport;
  std::atomic<int> answered = 0;
  std::atomic<int> cut_short = 0;
  std::atomic<int> failed = 0;
};

awaitable<void> one_caller(std::shared_ptr<Shared> shared, int seed)
{
  for (int round = 0; round < 20; ++round) {
    HttpRequest request;
    const int kind = (seed + round) % 4;
    request.method = kind == 1 ? "POST" : "GET";
    request.target = kind >= 2 ? "/ticks" : "/";
    request.body = kind == 1 ? std::string(20000, 'x') : std::string();
    std::stop_source stop;
    ExchangeLimits limits;
    limits.stop = stop.get_token();
    limits.stream = kind >= 2;
    limits.deadline = shared->runtime.clock->now() + std::chrono::seconds(30);
    limits.idle_timeout = std::chrono::seconds(30);
    Timer soon;
    if (kind == 3) {
      std::function<void()> request_stop = [stop]() mutable { stop.request_stop(); };
      soon =
          shared->runtime.clock->call_at(shared->runtime.clock->now() + std::chrono::milliseconds(round), request_stop);
    }
    try {
      auto work = shared->transport->exchange(std::move(request), limits);
      const auto response = co_await std::move(work);
      while (response.stream) {
        const auto piece = co_await response.stream->read();
        if (piece.empty() || (kind == 2 && round % 3 == 0)) break;
      }
      ++shared->answered;
    } catch (const TransportError& error) {
      ++(error.code() == TransportErrc::cancelled ? shared->cut_short : shared->failed);
    }
  }
}

TEST(Stress, SeveralThreadsShareTransportAndListener)
{
  SystemRuntime::Options threads;
  threads.io_threads = 4;
  SystemRuntime system(threads);
  const auto runtime = system.runtime();
  auto* clock = runtime.clock;
  const HttpHandler handler = [clock](HttpRequest request) {
    struct Answer {
      static awaitable<HttpResponse> make(Clock* the_clock, HttpRequest got)
      {
        HttpResponse response;
        if (got.target == "/ticks") response.stream = std::make_unique<Ticks>(*the_clock, std::stop_source());
        response.body = std::move(got.body);
        co_return response;
      }
    };
    return Answer::make(clock, std::move(request));
  };
  LoopbackServer server(runtime, handler);
  auto options = server.options();
  options.max_connections = 4;
  auto transport = make_client_transport(runtime, options);
  const auto shared = std::make_shared<Shared>();
  shared->runtime = runtime;
  shared->transport = transport;

  std::vector<std::future<void>> callers;
  for (int seed = 0; seed < 12; ++seed) {
    callers.push_back(asio::co_spawn(make_strand_of(runtime.executor), one_caller(shared, seed), asio::use_future));
  }
  for (int round = 0; round < 5; ++round) {
    transport->set_tls(*options.tls, false);
    static_cast<void>(transport->stats());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  for (auto& caller : callers) {
    ASSERT_EQ(caller.wait_for(std::chrono::seconds(50)), std::future_status::ready);
    caller.get();
  }
  EXPECT_EQ(shared->failed, 0);
  EXPECT_EQ(shared->answered + shared->cut_short, 240);
  EXPECT_GE(shared->answered, 180);

  // The transport ends while exchanges and streams are under way.
  std::vector<std::future<HttpResponse>> late;
  for (int count = 0; count < 20; ++count) {
    HttpRequest request;
    request.target = count % 2 == 0 ? "/" : "/ticks";
    late.push_back(asio::co_spawn(runtime.executor, transport->exchange(std::move(request), {}), asio::use_future));
  }
  shared->transport.reset();
  transport.reset();
  for (auto& one : late) {
    ASSERT_EQ(one.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    try {
      EXPECT_EQ(one.get().status, 200U);
    } catch (const TransportError& error) {
      EXPECT_EQ(error.code(), TransportErrc::cancelled);
    }
  }
  auto stopped = asio::co_spawn(runtime.executor, server.listener().async_stop(), asio::use_future);
  ASSERT_EQ(stopped.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_EQ(server.listener().connections(), 0U);
}

}  // namespace
}  // namespace kubexx::test
