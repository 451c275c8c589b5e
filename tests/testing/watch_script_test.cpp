// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/watch_script.hpp"

#include <gmock/gmock.h>

#include "scripted_run.hpp"

namespace kubexx::testing {
namespace {

struct WatchScriptTest : ::testing::Test {
  std::string line(const WatchScript& script)
  {
    ScriptedBody body(script);
    ScriptedRun<std::string> run(context, body.read());
    return text_of(run);
  }
  asio::io_context context;
};

TEST_F(WatchScriptTest, SendsEachEventAsALine)
{
  WatchScript script;
  script.added(Object::parse(R"({"metadata":{"name":"a"}})"));
  EXPECT_EQ(line(script), "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n");
  script.modified(Object::parse("{}"));
  EXPECT_EQ(line(script), "{\"type\":\"MODIFIED\",\"object\":{}}\n");
  script.deleted(R"({"not":"an object"})");
  EXPECT_EQ(line(script), "{\"type\":\"DELETED\",\"object\":{\"not\":\"an object\"}}\n");
  script.error(410, "Expired", "too \"old\"");
  EXPECT_EQ(line(script),
            R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
            R"("message":"too \"old\"","reason":"Expired","code":410}})"
            "\n");
  script.line("what is this?");
  EXPECT_EQ(line(script), "what is this?\n");
  script.end();
  EXPECT_EQ(line(script), "the end");
}

TEST_F(WatchScriptTest, BookmarksHaveTheKindOfTheScript)
{
  WatchScript untyped;
  untyped.bookmark("7");
  EXPECT_EQ(line(untyped), "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n");
  WatchScript typed({"apps", "v1", "Deployment", "deployments"});
  typed.bookmark("8", true);
  EXPECT_EQ(line(typed), R"({"type":"BOOKMARK","object":{"kind":"Deployment","apiVersion":"apps/v1","metadata":{)"
                         R"("resourceVersion":"8","annotations":{"k8s.io/initial-events-end":"true"}}}})"
                         "\n");
}

}  // namespace
}  // namespace kubexx::testing
