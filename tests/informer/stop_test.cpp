// SPDX-License-Identifier: Apache-2.0
// The blocking stops of informers and sets, with real threads.
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>

#include "kubexx/informer/informer.hpp"
#include "kubexx/informer/informer_set.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using Request = ScriptedRequest;

class StopTest : public ::testing::Test {
protected:
  StopTest()
  {
    transport_->on_list().always([](const Request&) { return list_of("5", {json_of("a", "x", "u", "3")}); });
  }
  SteadyTime in(Duration time) const { return system_.runtime().clock->now() + time; }

  SystemRuntime system_{{.log = Log()}};
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  Client client_{system_.runtime(), transport_};
};

TEST_F(StopTest, AnInformerStopsWithoutACoroutine)
{
  const SharedInformer informer(client_, config_maps(), paged());
  informer.start();
  EXPECT_TRUE(block_on(system_.runtime().executor, informer.async_wait_synced({})));
  EXPECT_TRUE(informer.stop(in(std::chrono::minutes(1))));
  EXPECT_TRUE(informer.has_ended());
  EXPECT_TRUE(informer.stop(in(std::chrono::minutes(1)))) << "again";
}

TEST_F(StopTest, AHandlerThatStillRunsAtTheDeadlineIsReported)
{
  // A handler on another executor than the one that stops, so that it can hang without holding that.
  std::promise<void> begun, ends;
  const SystemRuntime two({.io_threads = 2, .log = Log()});
  const SharedInformer informer(Client(two.runtime(), transport_), config_maps(), paged());
  EventHandler handler;
  handler.on_add = [&](const Object&, bool) {
    begun.set_value();
    ends.get_future().wait();
  };
  const auto registration = informer.add_handler(std::move(handler));
  informer.start();
  begun.get_future().wait();
  EXPECT_FALSE(informer.stop(two.runtime().clock->now()));
  EXPECT_TRUE(informer.has_ended());
  ends.set_value();
  EXPECT_TRUE(informer.stop(two.runtime().clock->now() + std::chrono::minutes(1)));
}

TEST_F(StopTest, ASetStopsWithoutACoroutine)
{
  const InformerSet set(client_, {});
  const SharedInformer informer = set.get(config_maps(), paged());
  set.start();
  EXPECT_TRUE(set.stop(in(std::chrono::minutes(1))));
  EXPECT_TRUE(informer.has_ended());
}

TEST_F(StopTest, OnAThreadOfTheExecutorItThrows)
{
  const SharedInformer informer(client_, config_maps(), paged());
  const InformerSet set(client_, {});
  const auto call = [&]() -> awaitable<void> {
    EXPECT_THROW(informer.stop(in(std::chrono::minutes(1))), std::logic_error);
    EXPECT_THROW(set.stop(in(std::chrono::minutes(1))), std::logic_error);
    co_return;
  };
  block_on(system_.runtime().executor, call);
}

}  // namespace
}  // namespace kubexx::informer_test
