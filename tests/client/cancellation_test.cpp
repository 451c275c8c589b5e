// SPDX-License-Identifier: Apache-2.0
// Asio's own cancellation (awaitable_operators) ends a verb promptly wherever it waits, and leaves nothing behind. The
// phases of an exchange over the network are in tests/http/cancellation_test.cpp.
#include <boost/asio/experimental/awaitable_operators.hpp>

#include "client_fixture.hpp"
#include "kubexx/client/rest_mapper.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::failure;
using test::foos;
using test::web;
using namespace std::chrono_literals;

/// Waits for a gate at each read.
class GatedBody final : public BodyStream {
public:
  explicit GatedBody(OneShot gate) : gate_(std::move(gate)) {}
  awaitable<std::string> read() override
  {
    if (std::exchange(read_, true)) co_return std::string();
    co_await gate_.wait();
    co_return R"({"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"7"}}})"
              "\n";
  }

private:
  OneShot gate_;
  bool read_ = false;
};

/// Lets the first exchange hang; the others go to the script.
class FirstHangs final : public Transport {
public:
  explicit FirstHangs(std::shared_ptr<Transport> next) : next_(std::move(next)) {}
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (!std::exchange(hung_, true)) co_await gate_.wait();
    co_return co_await next_->exchange(std::move(request), std::move(limits));
  }

private:
  const std::shared_ptr<Transport> next_;
  OneShot gate_;
  bool hung_ = false;
};

template <class T>
awaitable<std::size_t> race(awaitable<T> work, OneShot timer)
{
  using namespace asio::experimental::awaitable_operators;
  auto first = co_await (std::move(work) || timer.wait());
  co_return first.index();
}

class ClientCancellation : public ClientTest {
protected:
  /// Runs what can run without time passing.
  void poll()
  {
    context.restart();
    context.poll();
  }
  /// `work` hangs, and ends with the other operand of ||.
  template <class T>
  void expect_prompt_end(awaitable<T> work)
  {
    const OneShot timer;
    std::optional<std::size_t> first;
    std::exception_ptr escaped;
    asio::co_spawn(context, race(std::move(work), timer), [&](std::exception_ptr error, std::size_t index) {
      escaped = std::move(error);
      first = index;
    });
    poll();
    ASSERT_FALSE(first) << "it does not hang";
    timer.fire();
    poll();
    ASSERT_TRUE(first) << "it went on waiting";
    EXPECT_FALSE(escaped);
    EXPECT_EQ(*first, 1U);
    EXPECT_FALSE(clock.next_due()) << "a timer is left";
  }
};

TEST_F(ClientCancellation, InTheBackOffBetweenTwoAttempts)
{
  transport->answer(429, failure(429, "TooManyRequests", "later"), {{"Retry-After", "100"}});
  expect_prompt_end(client.async_get(foos, {"n", "a"}));
  EXPECT_EQ(transport->requests.size(), 1U);
}

TEST_F(ClientCancellation, WhileWaitingForTheBudgetWhoseTurnOthersGet)
{
  Client::Options options;
  options.budget.per_second = 1;
  const Client slow(make_runtime(), transport, options);
  transport->answer(200, web).answer(200, web);
  (void)run(slow.async_get(foos, {"n", "a"}));
  for (int round = 0; round < 10; ++round) expect_prompt_end(slow.async_get(foos, {"n", "a"}));
  EXPECT_EQ(transport->requests.size(), 1U);
  const auto before = clock.now();
  (void)run(slow.async_get(foos, {"n", "a"}));
  EXPECT_LE(clock.now() - before, 1s) << "those that left took their turns with them";
}

TEST_F(ClientCancellation, WhileTheTransportWorks)
{
  const Client hanging(make_runtime(), std::make_shared<FirstHangs>(transport));
  expect_prompt_end(hanging.async_get(foos, {"n", "a"}));
  transport->answer(200, web);
  EXPECT_EQ(run(hanging.async_get(foos, {"n", "a"})).name(), "web");
}

// As with a timeout of async_next itself.
TEST_F(ClientCancellation, OfAWaitForAnEventLosesNone)
{
  const OneShot gate;
  transport->then([&](const HttpRequest&, const ExchangeLimits&) {
    HttpResponse response;
    response.status = 200;
    response.stream = std::make_unique<GatedBody>(gate);
    return response;
  });
  const auto stream = run(client.async_watch(foos));
  expect_prompt_end(stream->async_next());
  expect_prompt_end(stream->async_next());
  gate.fire();
  const auto event = run(stream->async_next());
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.name(), "a");
  EXPECT_FALSE(run(stream->async_next()));
}

TEST_F(ClientCancellation, OfTheOneThatAsksLeavesDiscoveryToWhoeverWaits)
{
  const RestMapper mapper(Client(make_runtime(), std::make_shared<FirstHangs>(transport)));
  const OneShot timer;
  std::optional<std::size_t> first;
  asio::co_spawn(context, race(mapper.async_resource("pods"), timer),
                 [&](const std::exception_ptr&, std::size_t index) { first = index; });
  poll();
  transport->answer(200, R"({"kind":"APIVersions","versions":["v1"]})")
      .answer(200, R"({"kind":"APIGroupList","groups":[]})")
      .answer(200, R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
          {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get"]}]})");
  std::optional<ApiResource> found;
  std::exception_ptr failed;
  asio::co_spawn(context, mapper.async_resource("pods"), [&](std::exception_ptr error, ApiResource resource) {
    failed = std::move(error);
    found = std::move(resource);
  });
  poll();
  EXPECT_FALSE(found);
  timer.fire();
  poll();
  EXPECT_EQ(first, 1U);
  ASSERT_TRUE(found);
  EXPECT_FALSE(failed);
  EXPECT_EQ(found->type.plural, "pods");
}

}  // namespace
}  // namespace kubexx
