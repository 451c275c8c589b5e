// SPDX-License-Identifier: Apache-2.0
// What becomes of calls while they are under way: moments that a test of an operator cannot choose.
#include "operator_calls.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/http/transport.hpp"
#include "kubexx/testing/scripted_body.hpp"

namespace kubexx::testing {
namespace {

class OperatorCallsTest : public ::testing::Test {
protected:
  /// A watch of ConfigMaps, while whose answer comes `meanwhile` happens; what its stream gives first.
  std::string watched(const std::function<void()>& meanwhile, const std::string& cluster = {})
  {
    std::string piece;
    asio::io_context context;
    asio::co_spawn(context, watch(make_call_interceptor(calls, life, cluster), meanwhile, &piece), asio::detached);
    context.run();
    return piece;
  }

  std::shared_ptr<OperatorCalls> calls = std::make_shared<OperatorCalls>(false, [] {});
  std::shared_ptr<OperatorLife> life = std::make_shared<OperatorLife>();

private:
  static awaitable<HttpResponse> answer(std::function<void()> meanwhile)
  {
    meanwhile();
    HttpResponse response;
    response.stream = std::make_unique<ScriptedBody>(std::vector<std::string>{"piece"});
    co_return response;
  }
  static awaitable<void> watch(std::shared_ptr<Interceptor> interceptor, std::function<void()> meanwhile,
                               std::string* piece)
  {
    ApiCall call;
    call.verb = Verb::watch;
    call.type = resources::config_maps;
    const Interceptor::Next next = [meanwhile](const ApiCall& /*call*/) { return answer(meanwhile); };
    try {
      const auto response = co_await interceptor->intercept(std::move(call), next);
      *piece = co_await response.stream->read();
    } catch (const TransportError& error) {
      *piece = error.what();
    }
  }
};

TEST_F(OperatorCallsTest, AWatchThatIsBeingOpenedIsDroppedToo)
{
  EXPECT_EQ(watched([&] { calls->drop_watches("configmaps", ""); }), "injected: the watch broke off");
  EXPECT_EQ(watched([&] { calls->drop_watches("", ""); }), "injected: the watch broke off");
  EXPECT_EQ(watched([&] { calls->drop_watches("", "east"); }, "east"), "injected: the watch broke off");
}

TEST_F(OperatorCallsTest, OtherWatchesAndLaterOnesAreNot)
{
  EXPECT_EQ(watched([&] { calls->drop_watches("secrets", ""); }), "piece");
  EXPECT_EQ(watched([&] { calls->drop_watches("configmaps", "east"); }), "piece");
  calls->drop_watches("configmaps", "");
  EXPECT_EQ(watched([] {}), "piece");
}

TEST_F(OperatorCallsTest, AProcessThatDiesMeanwhileReadsNothing)
{
  EXPECT_EQ(watched([&] { (void)calls->kill(*life); }), "injected: this process has ended");
}

}  // namespace
}  // namespace kubexx::testing
