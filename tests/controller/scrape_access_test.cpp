// SPDX-License-Identifier: Apache-2.0
// Who may scrape, when anyone may send tokens.
#include "diagnostics/scrape_access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/testing/scripted_transport.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using std::chrono::seconds;

class ScrapeAccessTest : public ::testing::Test {
protected:
  ScrapeAccessTest()
  {
    server->always([this](const testing::ScriptedRequest& request) { return review(request); });
  }
  // Knows some tokens, and lets everyone whom it knows do everything.
  HttpResponse review(const testing::ScriptedRequest& request)
  {
    if (down) throw TransportError(TransportErrc::connect, "refused");
    json body = json::parse(request.body);
    if (body["kind"] == "TokenReview") {
      ++token_reviews;
      body["status"]["authenticated"] = good.contains(body["spec"]["token"].get<std::string>());
      body["status"]["user"]["username"] = "u";
    } else {
      body["status"]["allowed"] = true;
    }
    return testing::json_response(201, body.dump());
  }
  unsigned check(const std::string& token) { return check_header("Bearer " + token); }
  unsigned check_header(const std::string& authorization)
  {
    unsigned status = 0;
    asio::co_spawn(context, ask(access, authorization, &status), asio::detached);
    context.restart();
    context.run();
    return status;
  }
  static awaitable<void> ask(std::shared_ptr<ScrapeAccess> access, std::string authorization, unsigned* status)
  {
    *status = co_await ScrapeAccess::async_check(access, std::move(authorization), "/metrics");
  }

  ManualClock clock;
  SeededRandom random{1};
  asio::io_context context;
  std::set<std::string> good{"good"};
  bool down = false;
  int token_reviews = 0;
  std::shared_ptr<testing::ScriptedTransport> server = std::make_shared<testing::ScriptedTransport>();
  std::shared_ptr<ScrapeAccess> access = std::make_shared<ScrapeAccess>(
      Client(Runtime{&clock, &random, nullptr, context.get_executor(), {}, nullptr, nullptr}, server));
};

// RFC 9110, 11.1: the name of a scheme is not case-sensitive.
TEST_F(ScrapeAccessTest, TheSchemeMayBeWrittenInAnyCase)
{
  for (const char* scheme : {"Bearer", "bearer", "BEARER"})
    EXPECT_EQ(check_header(std::string(scheme) + " good"), 200U);
  for (const char* other : {"", "Bearer", "Bearer ", "Basic good", "good"})
    EXPECT_EQ(check_header(other), 401U) << other;
}

TEST_F(ScrapeAccessTest, AFloodOfUnknownTokensIsAskedAboutAtABoundedRate)
{
  int refused = 0;
  for (int second = 0; second < 20; ++second) {
    for (int i = 0; i < 500; ++i) {
      const unsigned status = check("t" + std::to_string(second * 1000 + i));
      refused += status == 429 ? 1 : 0;
      EXPECT_TRUE(status == 401 || status == 429) << status;
    }
    clock.advance(seconds(1));
  }
  EXPECT_EQ(token_reviews, 10 + 19 * 5);
  EXPECT_EQ(refused, 20 * 500 - token_reviews);
}

TEST_F(ScrapeAccessTest, WhoWasLetInIsNotKeptOutByAFlood)
{
  EXPECT_EQ(check("good"), 200U);
  for (int second = 0; second < 300; ++second) {
    for (int i = 0; i < 100; ++i) (void)check("t" + std::to_string(second * 1000 + i));
    EXPECT_EQ(check("good"), 200U) << "after " << second << " s: neither forgotten nor behind the others";
    clock.advance(seconds(1));
  }
}

TEST_F(ScrapeAccessTest, ATokenThatIsNotGoodAnyMoreIsKeptOutAfterAMinute)
{
  EXPECT_EQ(check("good"), 200U);
  good.clear();
  EXPECT_EQ(check("good"), 200U);
  clock.advance(seconds(61));
  EXPECT_EQ(check("good"), 401U);
  EXPECT_EQ(check("good"), 401U);
}

TEST_F(ScrapeAccessTest, NobodyIsLetInOnAnOldAnswerWhileTheApiServerIsAway)
{
  EXPECT_EQ(check("good"), 200U);
  down = true;
  clock.advance(seconds(61));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(check("good"), 500U);
  down = false;
  EXPECT_EQ(check("good"), 200U);
}

// One asks again while another one waits for the answer.
TEST_F(ScrapeAccessTest, NobodyIsLetInOnAnOldAnswerWhileSomebodyWaitsForANewOne)
{
  EXPECT_EQ(check("good"), 200U);
  down = true;
  clock.advance(seconds(61));
  EXPECT_EQ(check("good"), 500U);
  const OneShot answered;
  server->hang(answered);
  unsigned first = 0, second = 0;
  asio::co_spawn(context, ask(access, "Bearer good", &first), asio::detached);
  asio::co_spawn(context, ask(access, "Bearer good", &second), asio::detached);
  context.restart();
  context.poll();
  EXPECT_NE(second, 200U);
  answered.fire();
  context.restart();
  context.run();
  EXPECT_EQ(first, 500U);
  EXPECT_EQ(second, 500U);
}

}  // namespace
}  // namespace kubexx
