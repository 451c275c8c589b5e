// SPDX-License-Identifier: Apache-2.0
// What the program makes of an error that comes as a stream: the Status that client-go makes of it.
#include "server_answers.hpp"

#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "kubexx/base/asio.hpp"
#include "kubexx/testing/scripted_body.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

ApiCall watch_of_pods()
{
  ApiCall call;
  call.verb = Verb::watch;
  call.type = ResourceType{"", "v1", "Pod", "pods", Scope::namespaced};
  call.request.method = "GET";
  return call;
}

// What the reader makes of an answer with this status and body.
HttpResponse read(const std::shared_ptr<Interceptor>& reader, unsigned status, const std::string& type,
                  const testing::BodyScript& body)
{
  const Interceptor::Next next = [status, type, &body](ApiCall) -> awaitable<HttpResponse> {
    HttpResponse response;
    response.status = status;
    response.headers.set("Content-Type", type);
    response.stream = std::make_unique<testing::ScriptedBody>(body);
    co_return response;
  };
  asio::io_context context;
  auto answer = asio::co_spawn(context, reader->intercept(watch_of_pods(), next), asio::use_future);
  context.run();
  return answer.get();
}

testing::BodyScript body_of(const std::vector<std::string>& chunks)
{
  testing::BodyScript body;
  for (const auto& chunk : chunks) body.send(chunk);
  body.end();
  return body;
}

TEST(ServerAnswers, AnErrorThatComesInPiecesBecomesAStatusWithItsText)
{
  const auto body = body_of({"the node ", "is gone\n"});
  const auto answer = read(make_answer_reader(), 502, "text/plain", body);
  const auto status = json::parse(answer.body);
  EXPECT_EQ(status["kind"], "Status");
  EXPECT_EQ(status["code"], 502);
  EXPECT_EQ(status["message"],
            "an error on the server (\"the node is gone\") has prevented the request from succeeding (get pods)");
  EXPECT_EQ(status["details"]["causes"][0]["message"], "the node is gone");
}

TEST(ServerAnswers, AStatusThatComesInPiecesIsLeftAsItIs)
{
  const std::string status = R"({"kind":"Status","apiVersion":"v1","reason":"Expired","message":"too old","code":410})";
  const auto body = body_of({status.substr(0, 20), status.substr(20)});
  EXPECT_EQ(read(make_answer_reader(), 410, "application/json", body).body, status);
  const auto again = body_of({status});
  const auto blunt = read(make_blunt_answer_reader(), 410, "application/json", again);
  EXPECT_THAT(blunt.body, ::testing::Not(::testing::HasSubstr("Expired")));
}

// An error page without end is read no further than it is quoted.
TEST(ServerAnswers, AnErrorWithoutEndIsReadAsFarAsItIsQuoted)
{
  const auto body = body_of(std::vector<std::string>(1000, std::string(100, 'x')));
  const auto answer = read(make_answer_reader(), 500, "text/plain", body);
  EXPECT_EQ(json::parse(answer.body)["details"]["causes"][0]["message"], std::string(2048, 'x'));
  EXPECT_EQ(body.reads(), 21U);
}

TEST(ServerAnswers, AnErrorWhoseBodyBreaksOffKeepsItsCodeAndWhatHadCome)
{
  testing::BodyScript body;
  body.send("the node is");
  body.break_off(TransportErrc::timeout);
  const auto status = json::parse(read(make_answer_reader(), 500, "text/plain", body).body);
  EXPECT_EQ(status["code"], 500);
  EXPECT_EQ(status["details"]["causes"][0]["message"], "the node is");
}

TEST(ServerAnswers, ASuccessIsNotRead)
{
  const auto body = body_of({"line\n"});
  const auto answer = read(make_answer_reader(), 200, "text/plain", body);
  EXPECT_TRUE(answer.stream);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(body.reads(), 0U);
}

}  // namespace
}  // namespace kubexx::cli
