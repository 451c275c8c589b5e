// SPDX-License-Identifier: Apache-2.0
// Two stop tokens of one call: each ends it, and what it hands out, for as long as that lives.
#include "context/stop_link.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <optional>

#include "kubexx/testing/scripted_body.hpp"

namespace kubexx {
namespace {

awaitable<HttpResponse> answer(ApiCall call, bool stream, std::stop_token* seen, testing::BodyScript* body)
{
  *seen = call.limits.stop;
  HttpResponse response;
  if (stream) response.stream = std::make_unique<testing::ScriptedBody>(*body);
  co_return response;
}

struct StopLinkTest : ::testing::Test {
  // One call whose options have `of_call`; `seen` is what the transport got.
  HttpResponse call(std::stop_token of_call, bool stream)
  {
    ApiCall made;
    made.limits.stop = std::move(of_call);
    Interceptor::Next next = [&, stream](ApiCall passed) { return answer(std::move(passed), stream, &seen, &body); };
    asio::io_context context;
    auto done = asio::co_spawn(context, link->intercept(std::move(made), std::move(next)), asio::use_future);
    context.run();
    return done.get();
  }

  std::stop_source outer, own;
  std::shared_ptr<Interceptor> link = make_stop_link(outer.get_token());
  std::stop_token seen;
  testing::BodyScript body;
};

TEST_F(StopLinkTest, WithoutATokenOfItsOwnTheCallGetsTheLinks)
{
  (void)call({}, false);
  outer.request_stop();
  EXPECT_TRUE(seen.stop_requested());
}

TEST_F(StopLinkTest, AStreamEndsWithEitherTokenAfterTheHead)
{
  const HttpResponse first = call(own.get_token(), true);
  EXPECT_FALSE(seen.stop_requested());
  outer.request_stop();
  EXPECT_TRUE(seen.stop_requested());

  outer = std::stop_source();
  link = make_stop_link(outer.get_token());
  const HttpResponse second = call(own.get_token(), true);
  EXPECT_FALSE(seen.stop_requested());
  own.request_stop();
  EXPECT_TRUE(seen.stop_requested());
}

TEST_F(StopLinkTest, ATokenThatWasRequestedBeforeCounts)
{
  own.request_stop();
  (void)call(own.get_token(), false);
  EXPECT_TRUE(seen.stop_requested());
}

TEST_F(StopLinkTest, AStreamThatIsGoneListensNoMore)
{
  {
    const HttpResponse response = call(own.get_token(), true);
  }
  outer.request_stop();
  own.request_stop();
  EXPECT_FALSE(seen.stop_requested());
}

awaitable<std::string> read_all(BodyStream* stream)
{
  std::string all;
  for (;;) {
    const std::string piece = co_await stream->read();
    if (piece.empty()) co_return all;
    all += piece;
  }
}

TEST_F(StopLinkTest, TheStreamIsPassedOnAsItIs)
{
  body.send("one ");
  body.send("two");
  body.end();
  const HttpResponse response = call(own.get_token(), true);
  asio::io_context context;
  auto text = asio::co_spawn(context, read_all(response.stream.get()), asio::use_future);
  context.run();
  EXPECT_EQ(text.get(), "one two");
  response.stream->cancel();
  EXPECT_TRUE(body.cancelled());
}

}  // namespace
}  // namespace kubexx
