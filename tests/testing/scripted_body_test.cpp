// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/scripted_body.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <stop_token>

#include "scripted_run.hpp"

namespace kubexx::testing {
namespace {

struct ScriptedBodyTest : ::testing::Test {
  std::string read(BodyStream& body)
  {
    ScriptedRun<std::string> run(context, body.read());
    return text_of(run);
  }
  asio::io_context context;
  BodyScript script;
};

TEST_F(ScriptedBodyTest, GivesItsChunksAndThenItsEnd)
{
  ScriptedBody body({"a", "", "b"});
  for (const char* wanted : {"a", "b", "the end", "the end"}) EXPECT_EQ(read(body), wanted);
  ScriptedBody broken({"a"}, TransportErrc::truncated);
  EXPECT_EQ(read(broken), "a");
  EXPECT_EQ(read(broken), to_string(TransportErrc::truncated));
}

TEST_F(ScriptedBodyTest, WaitsForItsScript)
{
  auto body = std::make_unique<ScriptedBody>(script);
  ScriptedRun<std::string> first(context, body->read());
  EXPECT_EQ(text_of(first), "waits");
  script.send("a");
  script.send("b");
  first.go_on();
  EXPECT_EQ(text_of(first), "a");
  EXPECT_EQ(read(*body), "b");
  ScriptedRun<std::string> last(context, body->read());
  EXPECT_EQ(text_of(last), "waits");
  script.end();
  last.go_on();
  EXPECT_EQ(text_of(last), "the end");
  EXPECT_EQ(script.reads(), 3U);
  EXPECT_FALSE(script.closed());
  body.reset();
  EXPECT_TRUE(script.closed());
  EXPECT_FALSE(script.cancelled());
}

TEST_F(ScriptedBodyTest, AWaitEndsWhenTheScriptBreaksOff)
{
  ScriptedBody body(script);
  ScriptedRun<std::string> waiting(context, body.read());
  script.break_off(TransportErrc::closed);
  waiting.go_on();
  EXPECT_EQ(text_of(waiting), to_string(TransportErrc::closed));
}

TEST_F(ScriptedBodyTest, AWaitEndsWithTheStopOfItsExchange)
{
  std::stop_source stop;
  ScriptedBody body(script);
  body.end_with(stop.get_token());
  ScriptedRun<std::string> waiting(context, body.read());
  EXPECT_EQ(text_of(waiting), "waits");
  stop.request_stop();
  waiting.go_on();
  EXPECT_EQ(text_of(waiting), to_string(TransportErrc::cancelled));
  script.send("late");
  EXPECT_EQ(read(body), to_string(TransportErrc::cancelled));
}

TEST_F(ScriptedBodyTest, CancelEndsAWaitAndDropsTheRest)
{
  ScriptedBody body(script);
  ScriptedRun<std::string> waiting(context, body.read());
  body.cancel();
  waiting.go_on();
  EXPECT_EQ(text_of(waiting), "the end");
  script.send("late");
  EXPECT_EQ(read(body), "the end");
  EXPECT_TRUE(script.cancelled());
}

}  // namespace
}  // namespace kubexx::testing
