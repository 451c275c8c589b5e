// SPDX-License-Identifier: Apache-2.0
// What a reconcile works with: calls and streams that end when it does, and reads whose errors name the object.
#include "kubexx/controller/context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

// What became of the stream that a reconcile read.
struct Stream {
  bool open = false;
  std::string error;
  SteadyTime ended{};
};

// Reads a watch until it ends. `own` is the caller's stop token, as in any call.
awaitable<Result> read_watch(Context& context, std::stop_token own, Clock* clock, Stream* stream)
{
  WatchOptions options;
  options.stop = std::move(own);
  try {
    const auto watch = co_await context.client().async_watch(kSecrets, options);
    stream->open = true;
    while (co_await watch->async_next()) {
    }
  } catch (const TransportError& error) {
    stream->error = to_string(error.code());
  }
  stream->ended = clock->now();
  co_return Result::done();
}

class ContextTest : public ::testing::Test {
protected:
  // A reconcile that reads a watch, begun.
  void read(Duration timeout = {})
  {
    h.manager.controller().for_(kConfigMaps).reconcile_timeout(timeout).build([this](Context& context, Request) {
      return read_watch(context, own.get_token(), &h.sim.clock(), &stream);
    });
    h.create(kConfigMaps, "a");
    h.start();
    ASSERT_TRUE(h.until([&] { return stream.open; }));
    began = h.sim.clock().now();
  }

  std::stop_source own;
  Stream stream;
  SteadyTime began{};
  Harness h;
};

TEST_F(ContextTest, AStreamEndsWithTheStopWhenTheDrainTimeIsOver)
{
  read();
  EXPECT_TRUE(h.stop()) << h.log->text();
  EXPECT_EQ(stream.error, to_string(TransportErrc::cancelled));
  EXPECT_EQ(stream.ended - began, ManagerOptions().drain);
  EXPECT_EQ(h.log->count({"a reconcile does not stop"}), 0U);
}

TEST_F(ContextTest, AStreamEndsWithTheReconcilesTimeout)
{
  read(seconds(3));
  h.sim.run_for(seconds(10));
  EXPECT_EQ(stream.error, to_string(TransportErrc::cancelled));
  EXPECT_LE(stream.ended - began, seconds(3));
  EXPECT_EQ(h.metric(R"(controller_runtime_reconcile_timeouts_total{controller="configmap"})"), "1");
}

TEST_F(ContextTest, AStreamEndsWithItsOwnStopToken)
{
  read();
  h.sim.run_for(seconds(1));
  own.request_stop();
  h.sim.run_for(milliseconds(100));
  EXPECT_EQ(stream.error, to_string(TransportErrc::cancelled));
  EXPECT_EQ(stream.ended - began, seconds(1));
}

awaitable<Result> create_secret(Context& context, std::stop_token own, std::string* error)
{
  WriteOptions options;
  options.stop = std::move(own);
  try {
    Object secret =
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default"}})");
    (void)co_await context.client().async_create(kSecrets, std::move(secret), std::move(options));
  } catch (const TransportError& failure) {
    *error = to_string(failure.code());
  }
  co_return Result::done();
}

TEST_F(ContextTest, ACallEndsWithItsOwnStopToken)
{
  std::string error;
  h.transport->hang = [](const HttpRequest& request) { return request.method == "POST"; };
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, Request) {
    return create_secret(context, own.get_token(), &error);
  });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(seconds(1));
  EXPECT_EQ(error, "");
  own.request_stop();
  h.sim.run_for(milliseconds(100));
  EXPECT_EQ(error, to_string(TransportErrc::cancelled));
}

awaitable<Result> keep_watch(Context& context, std::shared_ptr<std::unique_ptr<WatchStream>> to)
{
  *to = co_await context.client().async_watch(kSecrets, {});
  co_return Result::done();
}

awaitable<void> read_on(std::shared_ptr<std::unique_ptr<WatchStream>> from, std::string* error)
{
  try {
    (void)co_await (*from)->async_next();
  } catch (const TransportError& failure) {
    *error = to_string(failure.code());
  }
}

TEST_F(ContextTest, AStreamThatIsKeptEndsWithTheReconcileThatOpenedIt)
{
  const auto kept = std::make_shared<std::unique_ptr<WatchStream>>();
  h.manager.controller().for_(kConfigMaps).build([&](Context& context, Request) { return keep_watch(context, kept); });
  h.create(kConfigMaps, "a");
  h.start();
  ASSERT_TRUE(h.until([&] { return *kept != nullptr; }));
  std::string error;
  std::function<awaitable<void>()> work = [&] { return read_on(kept, &error); };
  EXPECT_TRUE(h.sim.run(work, seconds(10)));
  EXPECT_EQ(error, to_string(TransportErrc::cancelled)) << "nobody would ever end it";
}

struct Strict {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ConfigMap", "configmaps"};
  ObjectMeta metadata;
  std::map<std::string, std::int32_t> data;
};
BOOST_DESCRIBE_STRUCT(Strict, (), (metadata, data))

TEST_F(ContextTest, AnObjectThatDoesNotFitItsTypeIsNamed)
{
  std::string message;
  h.manager.controller().for_<Strict>().build([&](Context& context, const Request& request) {
    try {
      (void)context.get<Strict>(request);
    } catch (const ObjectError& error) {
      message = error.what();
    }
    return Result::done();
  });
  h.create(kConfigMaps, "a", R"(,"data":{"keep":"soon"})");
  h.start();
  ASSERT_TRUE(h.until([&] { return !message.empty(); }));
  EXPECT_EQ(message, "ConfigMap \"default/a\": data.keep: expected an integer, got string");
}

TEST(ContextNamespace, ReadingOutsideTheWatchedNamespaceIsAnError)
{
  ManagerOptions options;
  options.namespaces = {"default"};
  Harness h(options);
  std::string message;
  h.manager.controller().for_(kConfigMaps).reads(kSecrets).build([&](Context& context, const Request&) {
    try {
      (void)context.get(kSecrets, {"other", "s"});
      message = "absent";
    } catch (const NotWatched& error) {
      message = error.what();
    }
    return Result::done();
  });
  h.create(kConfigMaps, "a");
  h.start();
  ASSERT_TRUE(h.until([&] { return !message.empty(); }));
  EXPECT_THAT(message, AllOf(HasSubstr("secrets"), HasSubstr("\"other\""), HasSubstr("ManagerOptions::namespaces")));
}

}  // namespace
}  // namespace kubexx::testing
