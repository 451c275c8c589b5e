// SPDX-License-Identifier: Apache-2.0
// Conversions over a socket: the limit of their body, their deadline, and a stop in the middle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <string>

#include "conversion_kinds.hpp"
#include "webhook_server_fixture.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;

const std::string kConvert = "/convert";

/// A ConversionReview of so many Roads, with this many bytes after it.
std::string roads_review(int count, std::size_t spaces = 0)
{
  json objects = json::array();
  for (int i = 0; i < count; ++i) objects.push_back(road("v1beta1", "road-" + std::to_string(i), {{"miles", i}}));
  const json review = {{"kind", "ConversionReview"},
                       {"apiVersion", "apiextensions.k8s.io/v1"},
                       {"request", {{"uid", "request-1"}, {"desiredAPIVersion", kRoadV1}, {"objects", objects}}}};
  return review.dump() + std::string(spaces, ' ');
}

class WebhookConversionSocket : public WebhookServerFixture {
protected:
  /// Converts Roads; calls `on_road` before each.
  static void serve_roads(const Manager& manager, const std::function<void()>& on_road = [] {})
  {
    Conversions conversions;
    conversions.add<road_v1beta1::Road, road_v1::Road>(
        [on_road](const road_v1beta1::Road& from, road_v1::Road& to) {
          on_road();
          to.spec.metres = from.spec.miles * 1000;
        },
        [](const road_v1::Road& from, road_v1beta1::Road& to) { to.spec.miles = from.spec.metres / 1000; });
    manager.webhooks().converts(std::move(conversions));
  }
  static std::size_t converted(const Answer& answer)
  {
    const json response = json::parse(answer.body, nullptr, false).value("response", json::object());
    EXPECT_EQ(response.value("result", json()), json::parse(R"({"status": "Success"})")) << answer.body;
    return response.value("convertedObjects", json::array()).size();
  }
};

TEST_F(WebhookConversionSocket, ABodyHasALimitOfItsOwn)
{
  constexpr std::size_t most = 1000;
  ManagerOptions options = serving();
  options.webhooks.max_conversion_body = most;
  Manager manager(client, options);
  serve_roads(manager);
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  manager.start();
  const auto connection = connect(manager);
  const std::string review = roads_review(2);
  ASSERT_LT(review.size(), most);
  auto fits = send(connection, review + std::string(most - review.size(), ' '), kConvert);
  EXPECT_EQ(converted(get(fits)), 2U);
  auto large = send(connection, review + std::string(most - review.size() + 1, ' '), kConvert);
  const Answer refused = get(large);
  EXPECT_EQ(refused.status, 413U) << refused.error;
  auto admission = send(connect(manager), some_review() + std::string(most, ' '));
  EXPECT_EQ(get(admission).status, 200U);
  stop(manager);
}

TEST_F(WebhookConversionSocket, ABodyMayBeLargerThanThatOfAnAdmission)
{
  Manager manager(client, serving());
  serve_roads(manager);
  manager.start();
  auto large = send(connect(manager), roads_review(2, std::size_t{8} << 20U), kConvert);
  EXPECT_EQ(converted(get(large)), 2U);
  stop(manager);
}

TEST_F(WebhookConversionSocket, TheTimeoutOfTheRequestIsItsDeadline)
{
  Manager manager(client, serving());
  serve_roads(manager, [this] {
    ++begun;
    clock.advance(seconds(4));
  });
  manager.start();
  auto late = send(connect(manager), roads_review(10), kConvert);
  const Answer answer = get(late);
  EXPECT_EQ(answer.status, 200U) << answer.error;
  EXPECT_THAT(answer.body, HasSubstr("the API server does not wait longer: 3 of 10 objects were converted in time"));
  EXPECT_EQ(begun, 3);
  stop(manager);
}

TEST_F(WebhookConversionSocket, AStopCompletesAConversionAndEndsItsConnection)
{
  constexpr int roads = 400;
  std::atomic<bool> stopping{false};
  ManagerOptions options = serving();
  Manager manager(client, options);
  // After five milliseconds the server lets other work run.
  serve_roads(manager, [&] {
    ++begun;
    if (stopping) return;
    clock.advance(milliseconds(5));
    usleep(1000);
  });
  manager.start();
  auto answer = send(connect(manager), roads_review(roads), kConvert);
  wait_for([&] { return begun > 0; });
  std::atomic<bool> ended{false};
  spawn(system.runtime().executor, stop_of(manager), [&ended] { ended = true; });
  wait_for([&] { return manager.readiness().text("readyz", true).find("is stopping") != std::string::npos; });
  EXPECT_LT(begun, roads) << "it was over before the stop";
  stopping = true;

  const Answer completed = get(answer);
  EXPECT_EQ(converted(completed), static_cast<std::size_t>(roads));
  EXPECT_EQ(completed.headers.find("Connection"), "close");
  for (int i = 0; i < 40 && !ended; ++i) {
    clock.advance(seconds(1));
    usleep(5000);
  }
  wait_for([&] { return ended.load(); });
}

}  // namespace
}  // namespace kubexx::testing
