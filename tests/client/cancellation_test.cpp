// SPDX-License-Identifier: Apache-2.0
// Asio's own cancellation (awaitable_operators) ends a verb promptly wherever it waits, and leaves nothing behind. The
// phases of an exchange over the network are in tests/http/cancellation_test.cpp.
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/logs.hpp"
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

/// Lets one exchange hang, that which comes after so many others; these go to the script.
class OneHangs final : public Transport {
public:
  explicit OneHangs(std::shared_ptr<Transport> next, int after = 0) : next_(std::move(next)), before_(after) {}
  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (before_-- == 0) co_await gate_.wait();
    co_return co_await next_->exchange(std::move(request), std::move(limits));
  }

private:
  const std::shared_ptr<Transport> next_;
  OneShot gate_;
  int before_;
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
  /// The next request is answered with a stream whose first piece comes when the gate opens.
  void answer_when(const OneShot& gate)
  {
    transport->then([gate](const HttpRequest&, const ExchangeLimits&) {
      HttpResponse response;
      response.status = 200;
      response.stream = std::make_unique<GatedBody>(gate);
      return response;
    });
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
  (void)run(slow.async_get(resources::deployments, {"n", "a"}));
  for (int round = 0; round < 10; ++round) expect_prompt_end(slow.async_get(resources::deployments, {"n", "a"}));
  EXPECT_EQ(transport->requests.size(), 1U);
  const auto before = clock.now();
  (void)run(slow.async_get(resources::deployments, {"n", "a"}));
  EXPECT_LE(clock.now() - before, 1s) << "those that left took their turns with them";
}

TEST_F(ClientCancellation, WhileTheTransportWorks)
{
  const Client hanging(make_runtime(), std::make_shared<OneHangs>(transport));
  expect_prompt_end(hanging.async_get(resources::deployments, {"n", "a"}));
  transport->answer(200, web);
  EXPECT_EQ(run(hanging.async_get(resources::deployments, {"n", "a"})).name(), "web");
}

// Who cancels by other means than || gets the same error as with a stop token, also where Asio's own was thrown.
TEST_F(ClientCancellation, OfAVerbIsATransportErrorThatNamesTheVerb)
{
  const Client hanging(make_runtime(), std::make_shared<OneHangs>(transport));
  asio::cancellation_signal signal;
  std::string outcome;
  asio::co_spawn(context, hanging.async_get(foos, {"n", "a"}),
                 asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr& error, const Object&) {
                   try {
                     if (error) std::rethrow_exception(error);
                     outcome = "an object";
                   } catch (const TransportError& failed) {
                     outcome = to_string(failed.code()) + std::string(": ") + failed.what();
                   } catch (const std::exception& failed) {
                     outcome = std::string("another error: ") + failed.what();
                   }
                 }));
  poll();
  signal.emit(asio::cancellation_type::terminal);
  poll();
  EXPECT_EQ(outcome, "cancelled: get foos.samplecontroller.k8s.io \"a\" in namespace \"n\": cancelled");
}

awaitable<void> keep_error(WatchStream* stream, std::string* outcome)
{
  try {
    (void)co_await stream->async_next();
    *outcome = "an event";
  } catch (const TransportError& failed) {
    *outcome = to_string(failed.code()) + std::string(": ") + failed.what();
  }
}

TEST_F(ClientCancellation, OfAWaitForAnEventIsATransportErrorThatNamesTheWatch)
{
  const OneShot gate;
  answer_when(gate);
  const auto stream = run(client.async_watch(foos));
  asio::cancellation_signal signal;
  std::string outcome;
  asio::co_spawn(context, keep_error(stream.get(), &outcome),
                 asio::bind_cancellation_slot(signal.slot(), asio::detached));
  poll();
  signal.emit(asio::cancellation_type::terminal);
  poll();
  EXPECT_EQ(outcome,
            "cancelled: watch foos.samplecontroller.k8s.io in all namespaces: cancelled while waiting for an event");
}

// As with a timeout of async_next itself.
TEST_F(ClientCancellation, OfAWaitForAnEventLosesNone)
{
  const OneShot gate;
  answer_when(gate);
  const auto stream = run(client.async_watch(foos));
  expect_prompt_end(stream->async_next());
  expect_prompt_end(stream->async_next());
  gate.fire();
  const auto event = run(stream->async_next());
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.name(), "a");
  EXPECT_FALSE(run(stream->async_next()));
}

TEST_F(ClientCancellation, OfAWaitForALineOfALogLosesNone)
{
  const OneShot gate;
  answer_when(gate);
  LogStream log = run(client.async_stream_logs({"n", "a"}));
  expect_prompt_end(log.async_read_line());
  expect_prompt_end(log.async_read());
  gate.fire();
  const auto line = run(log.async_read_line());
  ASSERT_TRUE(line);
  EXPECT_THAT(*line, ::testing::StartsWith(R"({"type":"ADDED")"));
  EXPECT_FALSE(run(log.async_read_line()));
}

/// Discovery of a server with one kind. One coroutine asks it, and others wait for what that one learns.
class DiscoveryCancellation : public ClientCancellation {
protected:
  struct Answer {
    std::optional<ApiResource> resource;
    bool failed = false;
  };

  RestMapper mapper_whose_exchange_hangs(int after)
  {
    return RestMapper(Client(make_runtime(), std::make_shared<OneHangs>(transport, after)));
  }
  void answer_versions()
  {
    transport->answer(200, R"({"kind":"APIVersions","versions":["v1"]})")
        .answer(200, R"({"kind":"APIGroupList","groups":[]})");
  }
  void answer_kinds()
  {
    transport->answer(200, R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
          {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get"]}]})");
  }
  void ask(const RestMapper& mapper, Answer& answer)
  {
    asio::co_spawn(context, mapper.async_resource("pods"), [&](const std::exception_ptr& error, ApiResource found) {
      answer.failed = error != nullptr;
      if (!error) answer.resource = std::move(found);
    });
    poll();
  }
  /// The one that asks is cancelled while its exchange number `after` hangs, which the script does not answer.
  void expect_that_another_asks(int after)
  {
    const RestMapper mapper = mapper_whose_exchange_hangs(after);
    const OneShot timer;
    std::optional<std::size_t> first;
    asio::co_spawn(context, race(mapper.async_resource("pods"), timer),
                   [&](const std::exception_ptr&, std::size_t index) { first = index; });
    poll();
    Answer answer;
    ask(mapper, answer);
    answer_versions();
    answer_kinds();
    EXPECT_FALSE(answer.resource);
    timer.fire();
    poll();
    EXPECT_EQ(first, 1U);
    EXPECT_FALSE(answer.failed);
    ASSERT_TRUE(answer.resource) << "it goes on waiting";
    EXPECT_EQ(answer.resource->type.plural, "pods");
  }
};

TEST_F(DiscoveryCancellation, OfTheOneThatAsksLeavesItToWhoeverWaits)
{
  expect_that_another_asks(0);
}

TEST_F(DiscoveryCancellation, WhileTheKindsAreFetchedLeavesItToWhoeverWaits)
{
  answer_versions();
  expect_that_another_asks(2);
}

// A coroutine whose executor ends is destroyed where it waits: nothing is thrown into it.
TEST_F(DiscoveryCancellation, WhenTheOneThatAsksIsDestroyedAnotherAsks)
{
  const RestMapper mapper = mapper_whose_exchange_hangs(0);
  auto dying = std::make_unique<asio::io_context>();
  asio::co_spawn(*dying, mapper.async_resource("pods"), [](const std::exception_ptr&, const ApiResource&) {});
  dying->poll();
  Answer answer;
  ask(mapper, answer);
  answer_versions();
  answer_kinds();
  EXPECT_FALSE(answer.resource);
  dying.reset();
  poll();
  EXPECT_FALSE(answer.failed);
  ASSERT_TRUE(answer.resource) << "it goes on waiting";
}

}  // namespace
}  // namespace kubexx
