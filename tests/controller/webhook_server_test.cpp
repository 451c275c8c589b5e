// SPDX-License-Identifier: Apache-2.0
// The listener of the webhooks: TLS, its own thread, limits, and its stop. Real threads, and time that the test moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kubexx/controller/prometheus.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/certificate_validity.hpp"
#include "webhook_server_fixture.hpp"

namespace kubexx::testing {
namespace {

using nlohmann::json;
using std::chrono::seconds;
using ::testing::HasSubstr;

class WebhookServerTest : public WebhookServerFixture {};

TEST_F(WebhookServerTest, ServesOnAThreadOfItsOwnWhileTheRuntimeIsBusy)
{
  std::thread::id io;
  std::atomic<std::thread::id> handler;
  Manager manager(client, serving());
  (void)manager.webhooks().for_<Trip>().validates([&](const Trip&) { handler = std::this_thread::get_id(); });
  manager.start();
  std::promise<void> blocked, unblocked;
  asio::post(system.runtime().executor, [&] {
    io = std::this_thread::get_id();
    blocked.set_value();
    unblocked.get_future().wait();
  });
  blocked.get_future().wait();

  const auto connection = connect(manager);
  auto answer = send(connection, some_review());
  EXPECT_THAT(get(answer).body, HasSubstr("\"allowed\":true"));
  EXPECT_NE(handler.load(), io);
  unblocked.set_value();
  EXPECT_TRUE(manager.readiness().ok()) << manager.readiness().text("readyz", true);
  stop(manager);
}

TEST_F(WebhookServerTest, ABodyAboveTheLimitIsTooLarge)
{
  Manager manager(client, serving());
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  manager.start();
  const auto connection = connect(manager);
  auto fits =
      send(connection, review("CREATE", trip("a", {{"route", std::string(std::size_t{6} << 20U, 'x')}})).dump());
  EXPECT_EQ(get(fits).status, 200U);
  auto large = send(connection, std::string((std::size_t{7} << 20U) + 1, ' '));
  const Answer refused = get(large);
  EXPECT_EQ(refused.status, 413U) << refused.error;
  EXPECT_EQ(log->count({"webhook request refused", "path=" + kValidatesTrips, "status=413", "7340032 bytes"}), 1U);
  stop(manager);
}

TEST_F(WebhookServerTest, BeyondTheLimitRequestsWaitForHalfOfTheirTimeout)
{
  ManagerOptions options = serving();
  options.webhooks.max_in_flight = 1;
  Manager manager(client, options);
  add_slow_webhook(manager);
  manager.start();
  const auto connection = connect(manager);
  const auto other = connect(manager);
  const SteadyTime half = clock.now() + seconds(5);
  auto slow = send(connection, some_review("slow"));
  wait_for([&] { return begun == 1; });
  auto refused = send(other, some_review());
  wait_for([&] { return clock.was_asked_for(half); });
  EXPECT_FALSE(is_there(refused));
  clock.advance(seconds(5));
  const Answer busy = get(refused);
  EXPECT_EQ(busy.status, 429U) << busy.error;
  EXPECT_EQ(busy.headers.find("Retry-After"), "1");

  auto late = send(connect(manager), some_review());
  wait_for([&] { return clock.was_asked_for(clock.now() + seconds(5)); });
  go.fire();
  EXPECT_EQ(get(slow).status, 200U);
  EXPECT_EQ(get(late).status, 200U);
  stop(manager);
}

TEST_F(WebhookServerTest, AStopGoesOnAcceptingUntilItsEndpointIsGoneAndCompletesWhatIsInProgress)
{
  Manager manager(client, serving());
  add_slow_webhook(manager);
  manager.start();
  const auto connection = connect(manager);
  auto slow = send(connection, some_review("slow"));
  wait_for([&] { return begun == 1; });
  const SteadyTime delayed = clock.now() + seconds(5);
  std::atomic<bool> ended{false};
  spawn(system.runtime().executor, stop_of(manager), [&ended] { ended = true; });
  wait_for([&] { return clock.was_asked_for(delayed); });

  EXPECT_FALSE(manager.readiness().ok());
  auto late = send(connect(manager), some_review());
  const Answer accepted = get(late);
  EXPECT_EQ(accepted.status, 200U) << accepted.error;
  EXPECT_EQ(accepted.headers.find("Connection"), "close");

  clock.advance(seconds(5));
  // The port is closed, and the request in progress is still there.
  wait_for([&] {
    auto refused = send(connect(manager), some_review());
    return !get(refused).error.empty();
  });
  EXPECT_FALSE(is_there(slow));
  EXPECT_FALSE(ended);
  go.fire();
  EXPECT_EQ(get(slow).status, 200U);
  wait_for([&] { return ended.load(); });
}

TEST_F(WebhookServerTest, AnotherCertificateIsServedSoonAfterItIsThere)
{
  std::mutex mutex;
  TlsServerConfig current = certificate;
  ManagerOptions options = serving();
  options.webhooks.certificate = [&] {
    const std::lock_guard lock(mutex);
    return current;
  };
  Manager manager(client, options);
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  manager.start();
  auto before = send(connect(manager), some_review());
  EXPECT_EQ(get(before).status, 200U);
  const CertificateAuthority other(clock);
  CertificateRequest request;
  request.ip_addresses = {"127.0.0.1"};
  const CertificateAndKey made = other.issue(request);
  wait_for([&] { return clock.was_asked_for(clock.now() + seconds(10)); });
  {
    const std::lock_guard lock(mutex);
    current = {made.cert_pem, made.key_pem, ""};
  }
  clock.advance(seconds(10));
  wait_for([&] { return log->count({"renewed the certificate", "of=webhook server"}) == 1; });
  auto after = send(connect(manager), some_review());
  EXPECT_THAT(get(after).error, HasSubstr("unknown authority"));
  stop(manager);
}

TEST_F(WebhookServerTest, HandlersOfPathsHaveTheLimitsAndTheStopOfTheWebhooks)
{
  ManagerOptions options = serving();
  options.webhooks.max_in_flight = 1;
  Manager manager(client, options);
  manager.webhooks().handles("/slow", [this](const HttpRequest& request) -> awaitable<HttpResponse> {
    ++begun;
    if (request.body == "wait") co_await go.wait();
    HttpResponse response;
    response.status = 201;
    co_return response;
  });
  manager.start();
  const auto connection = connect(manager);
  auto large = send(connection, std::string((std::size_t{7} << 20U) + 1, ' '), "/slow");
  EXPECT_EQ(get(large).status, 413U);
  auto slow = send(connection, "wait", "/slow");
  wait_for([&] { return begun == 1; });
  const SteadyTime half = clock.now() + seconds(5);
  auto refused = send(connect(manager), "", "/slow");
  wait_for([&] { return clock.was_asked_for(half); });
  clock.advance(seconds(5));
  EXPECT_EQ(get(refused).status, 429U);

  std::atomic<bool> ended{false};
  spawn(system.runtime().executor, stop_of(manager), [&ended] { ended = true; });
  const SteadyTime delayed = clock.now() + seconds(5);
  wait_for([&] { return clock.was_asked_for(delayed); });
  go.fire();
  EXPECT_EQ(get(slow).status, 201U);
  clock.advance(seconds(5));
  wait_for([&] { return ended.load(); });
}

// A pair that cannot be used changes neither the metric nor the readiness.
TEST_F(WebhookServerTest, TheMetricHasTheExpiryOfTheCertificateThatIsServed)
{
  PrometheusMetrics metrics;
  Runtime measured = runtime_of(system);
  measured.metrics = &metrics;
  const Client with_metrics(measured, make_in_process_transport(measured, server));
  std::mutex mutex;
  TlsServerConfig current = certificate;
  const auto use = [&](const TlsServerConfig& next) {
    wait_for([&] { return clock.was_asked_for(clock.now() + seconds(10)); });
    {
      const std::lock_guard lock(mutex);
      current = next;
    }
    clock.advance(seconds(10));
  };
  const auto metric_of = [&](const TlsServerConfig& of) {
    const WallTime end = certificate_validity(of.cert_chain_pem)->not_after;
    const std::string name = "kubexx_webhook_certificate_expiration_timestamp_seconds ";
    return name + std::to_string(std::chrono::floor<seconds>(end.time_since_epoch()).count()) + "\n";
  };
  ManagerOptions options = serving();
  options.webhooks.certificate = [&] {
    const std::lock_guard lock(mutex);
    return current;
  };
  Manager manager(with_metrics, options);
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  manager.start();
  EXPECT_THAT(metrics.text(), HasSubstr(metric_of(certificate)));

  clock.advance(std::chrono::hours(1));
  const TlsServerConfig later = issue();
  use({later.cert_chain_pem, certificate.key_pem, ""});
  wait_for([&] { return log->count({"cannot renew the certificate", "of=webhook server"}) == 1; });
  EXPECT_THAT(metrics.text(), HasSubstr(metric_of(certificate)));
  use(later);
  wait_for([&] { return log->count({"renewed the certificate", "of=webhook server"}) == 1; });
  EXPECT_NE(metric_of(later), metric_of(certificate));
  EXPECT_THAT(metrics.text(), HasSubstr(metric_of(later)));
  stop(manager);
}

TEST_F(WebhookServerTest, WithoutACertificateTheManagerDoesNotStart)
{
  ManagerOptions options = serving();
  options.webhooks.certificate = {};
  options.webhooks.certificate_folder = "/nowhere";
  Manager manager(client, options);
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  try {
    manager.start();
    FAIL() << "it started";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/tls.crt"));
  }
  stop(manager);
}

TEST_F(WebhookServerTest, AnExpiredCertificateIsNotReady)
{
  Manager manager(client, serving());
  (void)manager.webhooks().for_<Trip>().validates([](const Trip&) {});
  manager.start();
  EXPECT_TRUE(manager.readiness().ok());
  clock.advance(std::chrono::hours(24 * 366));
  EXPECT_THAT(manager.readiness().text("readyz", true), HasSubstr("its certificate has expired at 2027"));
  stop(manager);
}

// For TSan: handlers read caches and ask the API server while the runtime's threads write both.
TEST_F(WebhookServerTest, HandlersMayUseEverythingOfTheirContext)
{
  Manager manager(client, serving());
  const auto webhooks = manager.webhooks();
  webhooks.reads(kConfigMaps);
  const auto look = [](const Trip& trip, AdmissionContext& context) -> awaitable<FieldErrors> {
    context.warn("w");
    context.log().debug("d");
    const bool cached = !context.list(kConfigMaps).empty();
    auto listing = context.client().async_list(kConfigMaps);
    const auto listed = co_await std::move(listing);
    FieldErrors errors;
    if (!cached || listed.items.empty()) errors.not_found("spec", trip.metadata.name);
    co_return errors;
  };
  (void)webhooks.for_<Trip>().validates(look);
  create("first");
  manager.start();
  wait_for([&] { return manager.readiness().ok(); });
  std::vector<std::future<Answer>> answers;
  std::vector<std::shared_ptr<Transport>> transports;
  for (int i = 0; i < 4; ++i) transports.push_back(connect(manager));
  for (int i = 0; i < 40; ++i) {
    answers.push_back(send(transports[static_cast<std::size_t>(i % 4)], some_review("a" + std::to_string(i))));
    create("c" + std::to_string(i));
  }
  for (auto& answer : answers) EXPECT_THAT(get(answer).body, HasSubstr("\"allowed\":true"));
  stop(manager);
}

}  // namespace
}  // namespace kubexx::testing
