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
  /// The next request is answered with a body that the test plays.
  testing::BodyScript play_next()
  {
    testing::BodyScript body;
    transport->play(body);
    return body;
  }
  static void send_the_only_event(testing::BodyScript body)
  {
    body.send("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"7\"}}}\n");
    body.end();
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
  EXPECT_EQ(transport->count(), 1U);
}

TEST_F(ClientCancellation, WhileWaitingForTheBudgetWhoseTurnOthersGet)
{
  Client::Options options;
  options.budget.per_second = 1;
  const Client slow(make_runtime(), transport, options);
  transport->answer(200, web).answer(200, web);
  (void)run(slow.async_get(resources::deployments, {"n", "a"}));
  for (int round = 0; round < 10; ++round) expect_prompt_end(slow.async_get(resources::deployments, {"n", "a"}));
  EXPECT_EQ(transport->count(), 1U);
  const auto before = clock.now();
  (void)run(slow.async_get(resources::deployments, {"n", "a"}));
  EXPECT_LE(clock.now() - before, 1s) << "those that left took their turns with them";
}

TEST_F(ClientCancellation, WhileTheTransportWorks)
{
  transport->hang();
  expect_prompt_end(client.async_get(resources::deployments, {"n", "a"}));
  transport->answer(200, web);
  EXPECT_EQ(run(client.async_get(resources::deployments, {"n", "a"})).name(), "web");
}

// Who cancels by other means than || gets the same error as with a stop token, also where Asio's own was thrown.
TEST_F(ClientCancellation, OfAVerbIsATransportErrorThatNamesTheVerb)
{
  transport->hang();
  asio::cancellation_signal signal;
  std::string outcome;
  asio::co_spawn(context, client.async_get(foos, {"n", "a"}),
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
  const auto body = play_next();
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
  const auto body = play_next();
  const auto stream = run(client.async_watch(foos));
  expect_prompt_end(stream->async_next());
  expect_prompt_end(stream->async_next());
  send_the_only_event(body);
  const auto event = run(stream->async_next());
  ASSERT_TRUE(event);
  EXPECT_EQ(event->object.name(), "a");
  EXPECT_FALSE(run(stream->async_next()));
}

TEST_F(ClientCancellation, OfAWaitForALineOfALogLosesNone)
{
  const auto body = play_next();
  LogStream log = run(client.async_stream_logs({"n", "a"}));
  expect_prompt_end(log.async_read_line());
  expect_prompt_end(log.async_read());
  send_the_only_event(body);
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

  /// What is not scripted yet hangs once.
  RestMapper mapper_whose_exchange_hangs()
  {
    transport->hang();
    return RestMapper(client);
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
  /// The one that asks is cancelled while it hangs.
  void expect_that_another_asks()
  {
    const RestMapper mapper = mapper_whose_exchange_hangs();
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
  expect_that_another_asks();
}

TEST_F(DiscoveryCancellation, WhileTheKindsAreFetchedLeavesItToWhoeverWaits)
{
  answer_versions();
  expect_that_another_asks();
}

// A coroutine whose executor ends is destroyed where it waits: nothing is thrown into it.
TEST_F(DiscoveryCancellation, WhenTheOneThatAsksIsDestroyedAnotherAsks)
{
  const RestMapper mapper = mapper_whose_exchange_hangs();
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
