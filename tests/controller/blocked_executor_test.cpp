// SPDX-License-Identifier: Apache-2.0
// A coroutine that blocks the runtime's only thread: the Lease and the probes have threads of their own, and there is
// an end to it. Real threads, and time that the test moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/election/leader_election.hpp"
#include "kubexx/http/client_transport.hpp"
#include "real_threads.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

const ObjectKey kLease{"default", "demo"};

LeaderElectionOptions election(const std::string& identity)
{
  LeaderElectionOptions options;
  options.lease = "demo";
  options.identity = identity;
  return options;
}

awaitable<void> fetch(std::shared_ptr<Transport> transport, std::string target, std::string* body)
{
  HttpRequest request;
  request.target = std::move(target);
  request.headers.add("Host", "localhost");
  ExchangeLimits limits;
  const HttpResponse response = co_await transport->exchange(std::move(request), std::move(limits));
  *body = std::to_string(response.status) + " " + response.body;
}

awaitable<Result> block(std::binary_semaphore* gate, std::atomic<bool>* inside)
{
  *inside = true;
  gate->acquire();
  *inside = false;
  co_return Result::done();
}

// A connection that can be cut.
class Wire final : public Transport {
public:
  explicit Wire(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    if (cut) throw TransportError(TransportErrc::connect, "cut");
    co_return co_await inner_->exchange(std::move(request), std::move(limits));
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return inner_->completes_inline(); }

  std::atomic<bool> cut{false};

private:
  const std::shared_ptr<Transport> inner_;
};

class BlockedExecutorTest : public RealThreadsTest {
protected:
  BlockedExecutorTest()
  {
    ManagerOptions options;
    options.health_address = "127.0.0.1:0";
    options.leader_election = election("a");
    options.configure_informer = [this](const ResourceType& type, const std::string&, InformerOptions&) {
      if (type != kEvents) return;
      configuring = true;
      configured.acquire();
    };
    manager.emplace(Client(runtime_of(system), transport), options);
    manager->controller().for_(kConfigMaps).workers(4).build([this](Context&, Request) {
      return block(&gate, &inside);
    });
    manager->start();
    wait_for([&] { return manager->is_leader(); });
  }
  ~BlockedExecutorTest() override
  {
    gate.release();
    configured.release();
    stop(*manager);
  }

  void block_the_executor()
  {
    create("blocker");
    wait_for([&] { return inside.load(); });
  }
  std::string get(const std::string& target)
  {
    ClientTransportOptions options;
    options.host = "127.0.0.1";
    options.port = manager->health_port();
    const std::shared_ptr<Transport> scraper = make_client_transport(elsewhere.runtime(), std::move(options));
    std::string body;
    std::function<awaitable<void>()> work = [&] { return fetch(scraper, target, &body); };
    block_on(elsewhere.runtime().executor, work, "fetch");
    return body;
  }
  // A second, after which the watch of the executor has looked, and what its thread had to do before: it looks once a
  // second.
  void pass_a_second()
  {
    clock.advance(seconds(1));
    wait_for([&] {
      clock.run_due();
      return clock.was_asked_for(clock.now() + seconds(1));
    });
    // The electors of `user` get their turn as well: a call takes some of them.
    for (int turn = 0; turn < 20; ++turn) asio::post(elsewhere.runtime().executor, asio::use_future).wait();
  }
  std::string renewed() { return user.get(resources::leases, kLease).at("/spec/renewTime").as_string().value_or(""); }

  std::binary_semaphore gate{0};
  std::atomic<bool> inside{false};
  std::binary_semaphore configured{0};  // holds the configuration of the informer of events
  std::atomic<bool> configuring{false};
  std::optional<Manager> manager;
};

TEST_F(BlockedExecutorTest, ForHalfAMinuteItDelaysNeitherTheLeaseNorTheProbes)
{
  block_the_executor();
  std::set<std::string> renewals;
  for (int second = 0; second < 30; ++second) {
    pass_a_second();
    renewals.insert(renewed());
    ASSERT_TRUE(manager->is_leader()) << second << log->text();
  }
  EXPECT_GE(renewals.size(), 10U);
  EXPECT_EQ(get("/healthz"), "200 ok");
  EXPECT_THAT(get("/readyz?verbose"), HasSubstr("[+]watch-configmaps ok"));
  EXPECT_GE(log->count({"error the executor is blocked", "the reconcile of default/blocker by controller configmap"}),
            1U)
      << log->text();
  gate.release();
  wait_for([&] { return !inside; });
  for (int i = 0; i < 10 && log->count({"info the executor is running again"}) == 0; ++i) pass_a_second();
  EXPECT_EQ(log->count({"info the executor is running again"}), 1U) << log->text();
  EXPECT_TRUE(manager->is_leader());
  EXPECT_EQ(get("/healthz"), "200 ok");
}

TEST_F(BlockedExecutorTest, ForEverItFailsLivenessAndAnotherReplicaLeads)
{
  block_the_executor();
  const LeaderElector other(user, election("b"), {});
  other.start();
  const SteadyTime begin = clock.now();
  while (!other.is_leader() && clock.now() < begin + seconds(200)) pass_a_second();
  ASSERT_TRUE(other.is_leader()) << log->text();
  const Duration limit_and_lease = ManagerOptions().stuck_limit + LeaderElectionOptions().lease_duration;
  EXPECT_GE(clock.now() - begin, ManagerOptions().stuck_limit);
  EXPECT_LE(clock.now() - begin, limit_and_lease + seconds(5));
  EXPECT_FALSE(manager->is_leader());
  EXPECT_THAT(get("/healthz"), AllOf(HasSubstr("500 "), HasSubstr("[-]executor failed: the executor has not run for"),
                                     HasSubstr("the reconcile of default/blocker by controller configmap")));
  EXPECT_EQ(log->count({"error leadership lost", "identity=a", "the executor has not run for"}), 1U) << log->text();
}

// What the user does while an informer is configured holds up neither, though the executor is blocked as well.
TEST_F(BlockedExecutorTest, AConfigurationThatBlocksDelaysNeitherTheLeaseNorTheProbes)
{
  std::thread builds([&] {
    (void)manager->controller().for_(kEvents).build([](Context&, const Request&) { return Result::done(); });
  });
  wait_for([&] { return configuring.load(); });
  block_the_executor();
  std::set<std::string> renewals;
  for (int second = 0; second < 30 && !HasFailure(); ++second) {
    pass_a_second();
    renewals.insert(renewed());
  }
  EXPECT_TRUE(manager->is_leader()) << log->text();
  EXPECT_GE(renewals.size(), 10U);
  if (!HasFailure()) {
    EXPECT_THAT(get("/readyz?verbose"), HasSubstr("[+]watch-configmaps ok"));
    EXPECT_EQ(manager->clusters().size(), 0U);
  }
  configured.release();
  gate.release();
  builds.join();
}

// It wins and loses another Lease while the executor is blocked: the loss is known before the start has run.
TEST_F(BlockedExecutorTest, AStartThatComesAfterTheLossOfTheLeaseStartsNothing)
{
  LeaderElectionOptions lease = election("first");
  lease.lease = "other";
  std::optional<LeaderElector> first(std::in_place, user, lease, LeaderElector::Callbacks{});
  first->start();
  wait_for([&] { return first->is_leader(); });
  ManagerOptions options;
  options.leader_election = lease;
  options.leader_election->identity = "late";
  const auto wire = std::make_shared<Wire>(transport);
  Manager late(Client(runtime_of(system), wire), options);
  std::atomic<int> reconciled{0};
  const Controller controller = late.controller().for_(kSecrets).build([&](Context&, const Request&) {
    ++reconciled;
    return Result::done();
  });
  (void)user.create(
      kSecrets,
      Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":"waits"}})"));
  late.start();
  wait_for([&] { return controller.status().warm && controller.status().queued == 1; });
  block_the_executor();
  EXPECT_TRUE(block_on(elsewhere.runtime().executor, first->async_stop(true, SteadyTime::max())));
  wait_for([&] { return late.is_leader(); });
  wire->cut = true;
  lease.identity = "next";
  const LeaderElector next(user, lease, {});
  next.start();
  // It may have lost it again: nobody waits for its thread while time passes.
  const auto next_has_led = [&] { return log->count({"info leading", "identity=next"}) > 0; };
  for (int second = 0; second < 60 && !next_has_led(); ++second) pass_a_second();
  ASSERT_TRUE(next_has_led()) << log->text();
  EXPECT_FALSE(late.is_leader());
  gate.release();
  wait_for([&] {
    clock.run_due();
    // Not the end of the manager: on a busy machine the other one, which is blocked too, has lost its Lease as well.
    return log->count({"info controller stopped", "controller=secret"}) == 1;
  });
  stop(late);
  EXPECT_EQ(reconciled, 0) << log->text();
  EXPECT_EQ(log->count({"info controller started", "controller=secret"}), 0U) << log->text();
}

}  // namespace
}  // namespace kubexx::testing
