// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/scripted_transport.hpp"

#include <gmock/gmock.h>

#include <stdexcept>
#include <stop_token>

#include "kubexx/testing/watch_script.hpp"
#include "scripted_run.hpp"

namespace kubexx::testing {
namespace {

using ::testing::StrEq;

struct ScriptedTransportTest : ::testing::Test {
  unsigned status(const std::string& target, const std::string& method = "GET")
  {
    auto run = ask(context, transport, target, method);
    return run.value().status;
  }
  asio::io_context context;
  ScriptedTransport transport;
};

TEST_F(ScriptedTransportTest, AnswersInOrder)
{
  transport.answer(200, "{}", {{"X", "y"}})
      .refuse(429, "TooManyRequests", "slow \"down\"", 3)
      .fail(TransportErrc::closed);
  transport.answer(201, "text", {{"content-type", "text/plain"}});
  auto first = ask(context, transport, "/api");
  EXPECT_EQ(first.value().body, "{}");
  EXPECT_EQ(first.value().headers.find("x"), "y");
  EXPECT_EQ(first.value().headers.find("content-type"), "application/json");
  auto second = ask(context, transport, "/api");
  EXPECT_EQ(second.value().status, 429U);
  EXPECT_EQ(second.value().headers.find("Retry-After"), "3");
  EXPECT_EQ(second.value().body,
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"slow \"down\"",)"
            R"("reason":"TooManyRequests","details":{"retryAfterSeconds":3},"code":429})");
  EXPECT_THROW((void)status("/api"), TransportError);
  EXPECT_EQ(transport.left(), 1U);
  auto last = ask(context, transport, "/api");
  EXPECT_EQ(last.value().headers.find("Content-Type"), "text/plain");
  EXPECT_EQ(last.value().headers.size(), 1U);
}

TEST_F(ScriptedTransportTest, ARequestWithoutAnAnswerNamesItself)
{
  try {
    (void)status("/api/v1/pods?limit=5", "DELETE");
    FAIL() << "it was answered";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), StrEq("nothing in the script answers DELETE /api/v1/pods?limit=5"));
  }
}

TEST_F(ScriptedTransportTest, TheNewestScriptThatMatchesAndHasAnAnswerIsAsked)
{
  transport.always([](const ScriptedRequest&) { return json_response(200, "{}"); });
  const auto patches = [](const ScriptedRequest& request) { return request.method == "PATCH"; };
  transport.on(patches).answer(201, "");
  transport.on(patches).answer(202, "").answer(203, "");
  transport.on_list().answer(204, "");
  transport.on_watch().answer(205, "").always([](const ScriptedRequest&) { return json_response(206, ""); });
  for (const unsigned wanted : {202U, 203U, 201U, 200U}) EXPECT_EQ(status("/x", "PATCH"), wanted);
  for (const unsigned wanted : {204U, 200U}) EXPECT_EQ(status("/api/v1/pods"), wanted);
  for (const unsigned wanted : {205U, 206U, 206U}) EXPECT_EQ(status("/api/v1/pods?watch=1"), wanted);
  transport.on_list().answer(299, "");
  EXPECT_EQ(status("/api/v1/pods"), 299U) << "the same script as before";
}

TEST_F(ScriptedTransportTest, AnAnswerMayLookAtItsRequest)
{
  transport.then([](const ScriptedRequest& request) { return json_response(200, request.method + request.target); });
  auto run = ask(context, transport, "/x", "PUT");
  EXPECT_EQ(run.value().body, "PUT/x");
}

TEST_F(ScriptedTransportTest, StreamsChunksAndScripts)
{
  WatchScript script;
  transport.stream({"a", "b"}).play(script);
  auto chunks = ask(context, transport, "/x");
  ScriptedRun<std::string> first(context, chunks.value().stream->read());
  EXPECT_EQ(text_of(first), "a");
  std::stop_source stop;
  auto played = ask(context, transport, "/x", "GET", stop.get_token());
  EXPECT_EQ(played.value().status, 200U);
  script.line("now");
  ScriptedRun<std::string> now(context, played.value().stream->read());
  EXPECT_EQ(text_of(now), "now\n");
  ScriptedRun<std::string> waiting(context, played.value().stream->read());
  stop.request_stop();
  waiting.go_on();
  EXPECT_EQ(text_of(waiting), to_string(TransportErrc::cancelled));
}

TEST_F(ScriptedTransportTest, AnExchangeHangsUntilItIsReleasedOrStopped)
{
  const OneShot until;
  transport.hang(until).answer(201, "").hang();
  auto held = ask(context, transport, "/x");
  EXPECT_TRUE(held.waits());
  until.fire();
  held.go_on();
  EXPECT_EQ(held.value().status, 201U);
  std::stop_source stop;
  auto stopped = ask(context, transport, "/x", "GET", stop.get_token());
  EXPECT_TRUE(stopped.waits());
  stop.request_stop();
  stopped.go_on();
  EXPECT_THROW((void)stopped.value(), TransportError);
  EXPECT_EQ(transport.count(), 2U);
  auto late = ask(context, transport, "/x", "GET", stop.get_token());
  EXPECT_THROW((void)late.value(), TransportError);
  EXPECT_EQ(transport.count(), 2U) << "one that is stopped before it begins is not sent";
}

TEST_F(ScriptedTransportTest, KeepsItsRequests)
{
  transport.always([](const ScriptedRequest&) { return json_response(200, "{}"); });
  EXPECT_THROW((void)transport.last(), std::logic_error);
  (void)status("/api/v1/pods?labelSelector=a%3Db%2Cc&limit=&x");
  const ScriptedRequest& first = transport.last();
  (void)status("/apis/apps/v1/namespaces/n/deployments?watch=true");
  (void)status("/api/v1/pods?watch=0");
  EXPECT_EQ(first.path(), "/api/v1/pods");
  EXPECT_EQ(first.param("labelSelector"), "a=b,c");
  EXPECT_EQ(first.param("limit"), "");
  EXPECT_EQ(first.param("x"), "");
  EXPECT_EQ(first.param("watch"), std::nullopt);
  EXPECT_EQ(&first, &transport.request(0));
  EXPECT_THROW((void)transport.request(3), std::out_of_range);
  EXPECT_EQ(transport.count(), 3U);
  EXPECT_EQ(transport.count(&ScriptedRequest::is_watch), 1U);
  EXPECT_EQ(transport.count(&ScriptedRequest::is_list), 2U);
  EXPECT_EQ(transport.last(&ScriptedRequest::is_watch).path(), "/apis/apps/v1/namespaces/n/deployments");
  EXPECT_THROW((void)transport.last([](const ScriptedRequest&) { return false; }), std::logic_error);
}

TEST(ScriptedRequestTest, AListIsTheGetOfACollection)
{
  const auto is_list = [](std::string target, std::string method = "GET") {
    HttpRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    return ScriptedRequest(request, {}).is_list();
  };
  for (const char* list : {"/api/v1/pods", "/api/v1/namespaces", "/api/v1/namespaces/n/pods",
                           "/apis/apps/v1/deployments", "/apis/apps/v1/namespaces/n/deployments?limit=5"}) {
    EXPECT_TRUE(is_list(list)) << list;
  }
  for (const char* other : {"/", "", "/version", "/api", "/api/v1", "/apis", "/apis/apps/v1", "/api/v1/namespaces/n",
                            "/api/v1/namespaces/n/pods/p", "/api/v1/namespaces/n/pods/p/log", "/api/v1/nodes/n"}) {
    EXPECT_FALSE(is_list(other)) << other;
  }
  EXPECT_FALSE(is_list("/api/v1/pods", "POST"));
  EXPECT_FALSE(is_list("/api/v1/pods?watch=true"));
}

TEST_F(ScriptedTransportTest, SaysWhetherItCompletesInline)
{
  EXPECT_TRUE(transport.completes_inline());
  transport.set_inline(false);
  EXPECT_FALSE(transport.completes_inline());
}

}  // namespace
}  // namespace kubexx::testing
