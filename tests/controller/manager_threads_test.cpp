// SPDX-License-Identifier: Apache-2.0
// Which thread calls what the user wrote, and what is left of a manager that is destroyed. Real threads, and time that
// the test moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/client_transport.hpp"
#include "real_threads.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::seconds;

class ManagerThreadsTest : public RealThreadsTest {
protected:
  TlsServerConfig certificate() const
  {
    const CertificateAuthority authority(clock);
    CertificateRequest request;
    request.ip_addresses = {"127.0.0.1"};
    const CertificateAndKey made = authority.issue(request);
    return TlsServerConfig{made.cert_pem, made.key_pem, ""};
  }
};

awaitable<Result> run_until_stopped(std::stop_token stop, std::function<void()> on_stop)
{
  const std::stop_callback asked(stop, std::move(on_stop));
  co_await async_wait_stop(stop);
  co_return Result::done();
}

// The process has one thread for timers, those of the Lease among them.
TEST_F(ManagerThreadsTest, ATimeoutCallsNobodyOnTheThreadOfTheTimers)
{
  std::atomic<bool> coroutine{false}, function{false};
  std::mutex mutex;
  std::set<std::thread::id> callers;
  std::atomic<int> calls{0};
  const std::function<void()> note = [&] {
    const std::lock_guard lock(mutex);
    callers.insert(std::this_thread::get_id());
    ++calls;
  };
  Manager manager(client);
  (void)manager.controller()
      .for_(kConfigMaps)
      .reconcile_timeout(seconds(1))
      .build([&](Context& context, const Request&) {
        coroutine = true;
        return run_until_stopped(context.stop_token(), note);
      });
  (void)manager.controller()
      .for_(kConfigMaps)
      .named("function")
      .reconcile_timeout(seconds(1))
      .build([&](Context& context, const Request&) {
        const std::stop_callback asked(context.stop_token(), note);
        function = true;
        while (!context.stop_token().stop_requested()) usleep(1000);
        return Result::done();
      });
  create("a");
  manager.start();
  wait_for([&] { return coroutine && function; });
  clock.advance(seconds(1));
  wait_for([&] { return calls >= 2; });
  {
    const std::lock_guard lock(mutex);
    EXPECT_FALSE(callers.contains(std::this_thread::get_id())) << "this thread moves the clock";
  }
  stop(manager);
}

TEST_F(ManagerThreadsTest, TheLastHandleOfAnElectorWaitsForItsCheck)
{
  std::binary_semaphore gate{0};
  std::atomic<bool> inside{false}, destroyed{false}, early{false};
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = "a";
  LeaderElector::Callbacks callbacks;
  callbacks.check = [&]() -> std::optional<std::string> {
    inside = true;
    gate.acquire();
    early = destroyed.load();
    return std::nullopt;
  };
  std::optional<LeaderElector> elector(std::in_place, client, options, callbacks);
  elector->start();
  wait_for([&] { return inside.load(); });
  std::thread destroys([&] {
    elector.reset();
    destroyed = true;
  });
  for (int i = 0; i < 20 && !destroyed; ++i) usleep(5000);  // longer than a destructor that does not wait needs
  gate.release();
  destroys.join();
  EXPECT_FALSE(early);
}

TEST_F(ManagerThreadsTest, AManagerIsStoppedWithoutACoroutine)
{
  std::atomic<int> reconciles{0};
  Manager manager(client);
  (void)manager.controller().for_(kConfigMaps).build([&](Context&, const Request&) {
    ++reconciles;
    return Result::done();
  });
  create("a");
  manager.start();
  wait_for([&] { return reconciles == 1; });
  const auto inside = [&]() -> awaitable<void> {
    EXPECT_THROW(manager.stop(), std::logic_error) << "it would wait for itself";
    co_return;
  };
  block_on(client.runtime().executor, inside);
  EXPECT_TRUE(manager.stop());
  EXPECT_TRUE(manager.stop()) << "again";
  create("b");
  EXPECT_EQ(reconciles, 1);
}

TEST_F(ManagerThreadsTest, AnElectorAndARecorderAreStoppedWithoutACoroutine)
{
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = "a";
  const LeaderElector elector(client, options, {});
  elector.start();
  wait_for([&] { return elector.is_leader(); });
  EventRecorder::Options recording;
  recording.reporting_controller = "example.com/test";
  const EventRecorder events(client, recording);
  create("a");
  events.normal(client.get(kConfigMaps, {"default", "a"}), "Tested", "Test", "stopped");
  const auto inside = [&]() -> awaitable<void> {
    EXPECT_THROW(elector.stop(clock.now() + seconds(5)), std::logic_error);
    EXPECT_THROW(events.stop(clock.now() + seconds(5)), std::logic_error);
    co_return;
  };
  block_on(client.runtime().executor, inside);
  EXPECT_TRUE(events.stop(clock.now() + seconds(5)));
  EXPECT_TRUE(elector.stop(clock.now() + seconds(5)));
  EXPECT_FALSE(elector.is_leader());
  EXPECT_EQ(client.get(resources::leases, {"default", "demo"}).at("/spec/holderIdentity").as_string().value_or(""), "");
}

TEST_F(ManagerThreadsTest, AnElectorWhoseCallbackBlocksIsStoppedByTheDeadlineAndMayBeStoppedAgain)
{
  const SystemRuntime two({.io_threads = 2, .log = Log()});
  std::binary_semaphore started{0}, go{0};
  LeaderElectionOptions options;
  options.lease = "demo";
  LeaderElector::Callbacks callbacks;
  callbacks.on_started_leading = [&] {
    started.release();
    go.acquire();
  };
  const LeaderElector elector(Client(runtime_of(two), transport), options, std::move(callbacks));
  elector.start();
  started.acquire();
  EXPECT_FALSE(elector.stop(clock.now()));
  EXPECT_FALSE(elector.is_leader());
  const auto holder = [&] {
    return client.get(resources::leases, {"default", "demo"}).at("/spec/holderIdentity").as_string().value_or("");
  };
  EXPECT_NE(holder(), "") << "its work may still run: the Lease expires";
  EXPECT_EQ(log->count({"warn the leader election did not end in time"}), 1U) << log->text();
  go.release();
  EXPECT_TRUE(elector.stop(clock.now() + seconds(5)));
  EXPECT_EQ(holder(), "");
  EXPECT_TRUE(elector.stop(SteadyTime::min())) << "there is nothing left to do";
}

TEST_F(ManagerThreadsTest, AnElectorThatIsStoppedWithoutTimeDoesNotReleaseItsLease)
{
  LeaderElectionOptions options;
  options.lease = "demo";
  const LeaderElector elector(client, options, {});
  elector.start();
  wait_for([&] { return elector.is_leader(); });
  const auto holder = [&] {
    return client.get(resources::leases, {"default", "demo"}).at("/spec/holderIdentity").as_string().value_or("");
  };
  EXPECT_FALSE(elector.stop(SteadyTime::min()));
  EXPECT_NE(holder(), "");
  EXPECT_TRUE(elector.stop(SteadyTime::max()));
  EXPECT_EQ(holder(), "") << "the second stop releases it";
}

TEST_F(ManagerThreadsTest, AControllerIsStoppedWithoutACoroutine)
{
  std::atomic<int> reconciles{0};
  ControllerOptions options;
  options.name = "c";
  const Controller controller(client, EventRecorder(client, {.reporting_controller = "example.com/test"}),
                              std::move(options), [&](Context&, Request) -> awaitable<Result> {
                                ++reconciles;
                                co_return Result::done();
                              });
  controller.start();
  controller.enqueue(Request(ObjectKey{"default", "a"}));
  wait_for([&] { return reconciles == 1; });
  EXPECT_TRUE(controller.stop({clock.now() + seconds(1), clock.now() + seconds(5)}));
  controller.enqueue(Request(ObjectKey{"default", "b"}));
  EXPECT_EQ(reconciles, 1);
}

TEST_F(ManagerThreadsTest, AManagerThatCannotStartLeavesNothingOfItsListeners)
{
  ManagerOptions taken;
  taken.health_address = "127.0.0.1:0";
  Manager first(client, taken);
  first.start();
  const auto kept = std::make_shared<int>(0);
  ManagerOptions options;
  options.metrics_address = "127.0.0.1:0";
  PrometheusMetrics metrics;
  options.metrics = &metrics;
  options.metrics_tls = certificate();
  options.renew_metrics_tls = [kept, tls = *options.metrics_tls] { return tls; };
  options.debug_address = "127.0.0.1:" + std::to_string(first.health_port());
  {
    Manager second(client, options);
    options = {};
    EXPECT_EQ(second.run(), 1);
    EXPECT_EQ(log->count({"error cannot start", std::to_string(first.health_port())}), 1U) << log->text();
  }
  wait_for([&] { return kept.use_count() == 1; });
  stop(first);
}

TEST_F(ManagerThreadsTest, AManagerThatIsDestroyedWithoutAStopEndsWhatItStarted)
{
  std::atomic<bool> running{false}, ended{false}, reconciling{false}, interrupted{false};
  {
    Manager manager(client);
    manager.add_runnable("waits", [&](const RunContext& context) {
      running = true;
      while (!context.stop.stop_requested()) usleep(1000);
      ended = true;
    });
    (void)manager.controller().for_(kConfigMaps).build([&](Context& context, const Request&) {
      reconciling = true;
      while (!context.stop_token().stop_requested()) usleep(1000);
      interrupted = true;
      return Result::done();
    });
    create("a");
    manager.start();
    wait_for([&] { return running && reconciling; });
  }
  wait_for([&] {
    clock.advance(Duration::zero());  // the limits of the stop are over
    return ended && interrupted;
  });
  EXPECT_EQ(log->count({"warn the manager is destroyed without being stopped"}), 1U) << log->text();
}

awaitable<void> fetch(std::shared_ptr<Transport> through, std::string* body)
{
  HttpRequest request;
  request.target = "/healthz";
  request.headers.add("Host", "localhost");
  ExchangeLimits limits;
  const HttpResponse response = co_await through->exchange(std::move(request), std::move(limits));
  *body = std::to_string(response.status) + " " + response.body;
}

// A connection that is kept open holds up the stop of a listener.
TEST_F(ManagerThreadsTest, AListenerThatClosesTooLateOutlivesItsManager)
{
  ManagerOptions options;
  options.health_address = "127.0.0.1:0";
  options.grace = Duration::zero();
  std::optional<Manager> manager(std::in_place, client, options);
  manager->start();
  ClientTransportOptions there;
  there.host = "127.0.0.1";
  there.port = manager->health_port();
  const std::shared_ptr<Transport> scraper = make_client_transport(elsewhere.runtime(), there);
  std::string body;
  std::function<awaitable<void>()> work = [&] { return fetch(scraper, &body); };
  block_on(elsewhere.runtime().executor, work, "fetch");
  EXPECT_EQ(body, "200 ok");
  stop(*manager);
  manager.reset();
  system.stop();
}

}  // namespace
}  // namespace kubexx::testing
