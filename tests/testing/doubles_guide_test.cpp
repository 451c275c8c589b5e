// SPDX-License-Identifier: Apache-2.0
// The example of docs/guides/testing.md: a part of a program that follows a watch, without an API server.
#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <memory>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/informer/informer.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "kubexx/testing/recording_metrics.hpp"
#include "kubexx/testing/scripted_transport.hpp"
#include "kubexx/testing/watch_script.hpp"

namespace kubexx {
namespace {

using testing::RecordingLog;
using testing::RecordingMetrics;
using testing::ScriptedRequest;
using testing::ScriptedTransport;
using testing::WatchScript;

struct PodCacheTest : ::testing::Test {
  PodCacheTest()
  {
    runtime.clock = &clock;
    runtime.random = &random;
    runtime.executor = context.get_executor();
    runtime.log = Log(log);
    runtime.metrics = &metrics;
  }
  void settle()
  {
    context.restart();
    context.poll();
  }

  ManualClock clock;
  SeededRandom random{1};
  asio::io_context context;
  std::shared_ptr<RecordingLog> log = std::make_shared<RecordingLog>();
  RecordingMetrics metrics;
  std::shared_ptr<ScriptedTransport> transport = std::make_shared<ScriptedTransport>();
  Runtime runtime;
};

TEST_F(PodCacheTest, ResumesAWatchThatEnds)
{
  WatchScript watch, resumed;
  transport->on_list().answer(200, R"({"metadata":{"resourceVersion":"5"},"items":[]})");
  transport->on_watch().play(watch).play(resumed);
  InformerOptions options;
  options.stream_list = false;
  const SharedInformer pods(Client(runtime, transport), resources::pods, options);
  pods.start();
  settle();
  watch.added(R"({"metadata":{"name":"web","namespace":"default","uid":"u","resourceVersion":"7"}})");
  settle();
  EXPECT_TRUE(pods.store().get({"default", "web"}));

  clock.advance(std::chrono::minutes(1));
  watch.end();
  settle();
  EXPECT_EQ(transport->last(&ScriptedRequest::is_watch).param("resourceVersion"), "7");
  EXPECT_EQ(transport->count(&ScriptedRequest::is_list), 1U);
  EXPECT_TRUE(watch.closed());
  EXPECT_FALSE(resumed.closed());
  EXPECT_EQ(log->count({"warn"}), 0U);
  EXPECT_EQ(metrics.value("rest_client_requests_total", {{"code", "200"}, {"method", "GET"}, {"host", "none"}}), 3);
}

}  // namespace
}  // namespace kubexx
