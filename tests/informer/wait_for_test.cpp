// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/wait_for.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Request = ScriptedRequest;

bool is_of_one(const Request& request)
{
  return request.path().ends_with("/configmaps/x");
}

HttpResponse not_found()
{
  return testing::json_response(
      404, R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"configmaps \"x\" not found",)"
           R"("reason":"NotFound","details":{"name":"x","kind":"configmaps"},"code":404})");
}

class WaitForTest : public ::testing::Test {
protected:
  /// The server's state: one object, or none.
  void serve(std::string version, std::optional<std::string> item)
  {
    transport_->on(is_of_one).always(
        [=](const Request&) { return item ? testing::json_response(200, *item) : not_found(); });
    transport_->on_list().always([=](const Request&) {
      return list_of(version, item ? std::vector<std::string>{*item} : std::vector<std::string>{});
    });
  }
  /// Nobody answers any more, until `serve`.
  void fail(TransportErrc code)
  {
    const auto refuse = [code](const Request&) -> HttpResponse { throw TransportError(code, "the script says so"); };
    transport_->on(is_of_one).always(refuse);
    transport_->on_list().always(refuse);
  }
  /// Starts to wait until the label "a" is "yes"; `absent`: until the object does not exist.
  void wait(WaitOptions options = {}, bool absent = false)
  {
    std::function<void()> on_end = [this] { ended_ = true; };
    spawn(world_.context.get_executor(), keep(std::move(options), absent), std::move(on_end));
    world_.settle();
  }
  awaitable<void> keep(WaitOptions options, bool absent)
  {
    ObjectCondition condition = [this, absent](const Object& object) {
      if (throws_) throw std::logic_error("no such label");
      return absent ? !object : object && object.label("a") == "yes";
    };
    try {
      result_ = co_await async_wait_for(client_, config_maps(), key_, std::move(condition), std::move(options));
    } catch (const TransportError& error) {
      code_ = error.code();
      error_ = error.what();
    } catch (const std::exception& error) {
      error_ = error.what();
    }
  }
  static std::string object(std::string version, std::string labels = "{}")
  {
    return json_of("a", "x", "u", version, labels);
  }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  Client client_{world_.runtime, transport_};
  ObjectKey key_{"a", "x"};
  bool throws_ = false;
  bool ended_ = false;
  std::optional<Object> result_;
  std::optional<TransportErrc> code_;
  std::string error_;
};

TEST_F(WaitForTest, WhatIsMetAlreadyNeedsNoWatch)
{
  serve("5", object("3", R"({"a":"yes"})"));
  wait();
  ASSERT_TRUE(result_);
  EXPECT_EQ(result_->resource_version(), "3");
  EXPECT_EQ(transport_->count(), 1U);
}

TEST_F(WaitForTest, EndsWithTheStateThatMeetsIt)
{
  serve("5", object("3"));
  wait();
  EXPECT_FALSE(ended_);
  transport_->script.modified(object("6", R"({"a":"no"})"));
  world_.settle();
  EXPECT_FALSE(ended_);
  transport_->script.modified(object("7", R"({"a":"yes"})"));
  transport_->script.modified(object("8", R"({"a":"no"})"));
  world_.settle();
  ASSERT_TRUE(result_) << error_;
  EXPECT_EQ(result_->resource_version(), "7") << "a state in between counts";
  EXPECT_TRUE(transport_->script.closed()) << "the watch has ended";
}

TEST_F(WaitForTest, TheObjectMayBeCreatedLater)
{
  serve("5", std::nullopt);
  wait();
  EXPECT_FALSE(ended_) << error_;
  transport_->script.added(object("6", R"({"a":"yes"})"));
  world_.settle();
  ASSERT_TRUE(result_) << error_;
}

TEST_F(WaitForTest, ADeletionIsAnEmptyObject)
{
  serve("5", object("3"));
  wait({}, true);
  EXPECT_FALSE(ended_) << error_;
  transport_->script.deleted(object("6"));
  world_.settle();
  ASSERT_TRUE(result_) << error_;
  EXPECT_FALSE(*result_);
}

TEST_F(WaitForTest, ADeletionBetweenTheReadAndTheWatchIsSeen)
{
  transport_->on(is_of_one).always([](const Request&) { return testing::json_response(200, object("3")); });
  transport_->on_list().always([](const Request&) { return list_of("5", {}); });
  wait({}, true);
  ASSERT_TRUE(result_) << error_;
  EXPECT_FALSE(*result_);
}

TEST_F(WaitForTest, ItWatchesThatObjectOnly)
{
  serve("5", object("3"));
  wait();
  ASSERT_EQ(transport_->count(), 3U);
  EXPECT_EQ(transport_->request(1).param("fieldSelector"), "metadata.name=x");
  EXPECT_EQ(transport_->request(2).param("fieldSelector"), "metadata.name=x");
  EXPECT_THAT(transport_->request(2).target, HasSubstr("/namespaces/a/configmaps"));
}

TEST_F(WaitForTest, TheTimeoutNamesTheObjectAndItsState)
{
  serve("5", object("3"));
  WaitOptions options;
  options.timeout = seconds(30);
  wait(options);
  world_.advance(seconds(29));
  EXPECT_FALSE(ended_);
  world_.advance(seconds(2));
  EXPECT_EQ(code_, TransportErrc::timeout);
  EXPECT_THAT(error_,
              AllOf(HasSubstr("configmaps"), HasSubstr("a/x"), HasSubstr("within 30s"), HasSubstr("version 3")));
}

TEST_F(WaitForTest, TheTimeoutNamesTheErrorOfTheWatch)
{
  serve("5", std::nullopt);
  transport_->on_watch().always(
      [](const Request&) -> HttpResponse { return testing::status_response(403, "Forbidden", "may not watch"); });
  WaitOptions options;
  options.timeout = seconds(30);
  wait(options);
  world_.advance(seconds(31));
  EXPECT_THAT(error_, AllOf(HasSubstr("it does not exist"), HasSubstr("may not watch")));
}

TEST_F(WaitForTest, AKindThatTheServerDoesNotKnowIsAnError)
{
  transport_->on(is_of_one).refuse(404, "NotFound", "the server could not find the requested resource");
  wait({}, true);
  EXPECT_TRUE(ended_);
  EXPECT_FALSE(result_) << "it does not say that the object is gone";
  EXPECT_THAT(error_, HasSubstr("configmaps"));
}

TEST_F(WaitForTest, AServerThatCannotBeReachedIsTriedAgain)
{
  fail(TransportErrc::connect);
  wait();
  EXPECT_FALSE(ended_) << error_;
  serve("5", object("3", R"({"a":"yes"})"));
  world_.advance(seconds(60));
  ASSERT_TRUE(result_) << error_;
}

TEST_F(WaitForTest, TheTimeoutOfAServerThatCannotBeReachedSaysSo)
{
  fail(TransportErrc::connect);
  WaitOptions options;
  options.timeout = seconds(30);
  wait(options);
  world_.advance(seconds(31));
  EXPECT_EQ(code_, TransportErrc::timeout);
  EXPECT_THAT(error_, AllOf(HasSubstr("within 30s; its state is not known"), HasSubstr("its watch fails: ")));
}

TEST_F(WaitForTest, ATimeoutDuringTheFirstReadHasTheSameText)
{
  fail(TransportErrc::timeout);
  WaitOptions options;
  options.timeout = Duration::zero();
  wait(options);
  world_.advance(seconds(1));
  EXPECT_EQ(code_, TransportErrc::timeout);
  EXPECT_THAT(error_, HasSubstr("waiting for configmaps a/x: the condition was not met within 0s"));
}

TEST_F(WaitForTest, ACallThatAFenceCancelsIsAnError)
{
  fail(TransportErrc::cancelled);
  wait();
  EXPECT_EQ(code_, TransportErrc::cancelled);
}

TEST_F(WaitForTest, ATlsErrorIsNotTriedAgain)
{
  fail(TransportErrc::tls);
  wait();
  EXPECT_EQ(code_, TransportErrc::tls);
}

TEST_F(WaitForTest, AConditionIsRequired)
{
  EXPECT_THROW(world_.run([](Client client, ObjectKey key) -> awaitable<void> {
    static_cast<void>(co_await async_wait_for(client, config_maps(), key, ObjectCondition()));
  }(client_, key_)),
               std::invalid_argument);
}

TEST_F(WaitForTest, AFirstReadThatIsForbiddenIsAnError)
{
  transport_->on(is_of_one).refuse(403, "Forbidden", "may not get");
  wait();
  EXPECT_TRUE(ended_);
  EXPECT_THAT(error_, HasSubstr("may not get"));
}

TEST_F(WaitForTest, AStopEndsIt)
{
  serve("5", object("3"));
  std::stop_source stop;
  WaitOptions options;
  options.stop = stop.get_token();
  wait(options);
  stop.request_stop();
  world_.settle();
  EXPECT_EQ(code_, TransportErrc::cancelled) << error_;
}

TEST_F(WaitForTest, WhatTheConditionThrowsIsThrown)
{
  throws_ = true;
  serve("5", object("3"));
  wait();
  EXPECT_EQ(error_, "no such label");
}

TEST_F(WaitForTest, WhatTheConditionThrowsLaterIsThrown)
{
  serve("5", object("3"));
  wait();
  throws_ = true;
  transport_->script.modified(object("6"));
  world_.settle();
  EXPECT_EQ(error_, "no such label");
}

}  // namespace
}  // namespace kubexx::informer_test
