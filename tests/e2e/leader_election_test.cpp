// SPDX-License-Identifier: Apache-2.0
// Two replicas of the sample controller on a real kube-apiserver: what a user waits for when the leader ends, is killed
// or stands still, and what the old leader does then.
#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <thread>

#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

json rules_with_leases()
{
  json rules = manifest_rules();
  for (const auto& document : read_yaml(manifests() / "rbac.yaml")) {
    if (document.at("kind") != "Role") continue;
    for (const auto& rule : document.at("rules")) rules.push_back(rule);
  }
  return rules;
}

// Makes a Foo every 20 ms and notes how long each waits for its Deployment.
class Load {
public:
  Load(const Client& admin, std::string ns) : admin_(admin), ns_(std::move(ns))
  {
    WatchOptions options;
    options.namespace_ = ns_;
    options.stop = ended_.get_token();
    watch_ = open_watch(admin_, deployments(), options);
    watcher_ = std::thread([this] { watch(); });
    creator_ = std::thread([this] { create(); });
  }
  ~Load() { end(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  /// How many Foos have their Deployment.
  [[nodiscard]] std::size_t served()
  {
    const std::lock_guard lock(mutex_);
    return waits_.size();
  }
  /// Ends when every Foo has its Deployment: the longest wait of those that were made since `from`.
  [[nodiscard]] milliseconds longest_wait_since(steady_clock::time_point from)
  {
    stop_ = true;
    if (creator_.joinable()) creator_.join();
    EXPECT_TRUE(eventually([&] {
      const std::lock_guard lock(mutex_);
      return waits_.size() == made_.size();
    }));
    const std::lock_guard lock(mutex_);
    milliseconds longest{};
    for (const auto& [name, wait] : waits_) {
      if (made_[name] + 1s >= from) longest = std::max(longest, std::chrono::duration_cast<milliseconds>(wait));
    }
    return longest;
  }

private:
  void create()
  {
    for (int i = 0; !stop_; ++i) {
      const std::string name = "f" + std::to_string(i);
      {
        const std::lock_guard lock(mutex_);
        made_[name] = steady_clock::now();
      }
      admin_.create(foos(), foo(ns_, name, name, 1));
      std::this_thread::sleep_for(20ms);
    }
  }
  void watch()
  {
    for (;;) {
      std::optional<WatchEvent> event;
      try {
        event = next_event(*watch_);
      } catch (const TransportError& error) {
        EXPECT_TRUE(ended_.stop_requested()) << error.what();
      }
      if (!event) return;
      const std::lock_guard lock(mutex_);
      const std::string name(event->object.name());
      const auto made = made_.find(name);
      if (made != made_.end()) waits_.try_emplace(name, steady_clock::now() - made->second);
    }
  }
  void end()
  {
    stop_ = true;
    if (creator_.joinable()) creator_.join();
    ended_.request_stop();
    watcher_.join();
  }

  const Client& admin_;
  const std::string ns_;
  std::unique_ptr<WatchStream> watch_;
  std::atomic<bool> stop_{false};
  std::stop_source ended_;
  std::mutex mutex_;
  std::map<std::string, steady_clock::time_point> made_;  // guarded by mutex_
  std::map<std::string, steady_clock::duration> waits_;   // guarded by mutex_
  std::thread watcher_, creator_;
};

class LeaderElection : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped()) return;
    other_ = ns() + "-b";
    admin().create(namespaces(),
                   Object::from_json({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", other_}}}}));
    for (const std::string& home : {ns(), other_}) {
      identities_.push_back(std::make_unique<Identity>(admin(), home, rules_with_leases()));
      const Identity& identity = *identities_.back();
      samples_.push_back(std::make_unique<Sample>(
          Sample::Options{plane().files,
                          folder() / home,
                          identity.token("pod"),
                          home,
                          {"--namespace=" + ns(), "--leader-elect", "--leader-election-id=demo",
                           "--leader-election-namespace=" + ns(), "--leader-elect-lease-duration=2s",
                           "--leader-elect-renew-deadline=1500ms", "--leader-elect-retry-period=300ms"}}));
      samples_.back()->start();
      // The first one leads.
      ASSERT_TRUE(eventually([&] { return samples_.back()->ready(); })) << samples_.back()->output();
    }
    ASSERT_TRUE(eventually([&] { return leads(first()); })) << first().output();
    EXPECT_THAT(second().health("/readyz?verbose"), HasSubstr("standby: sample-controller-"));
    EXPECT_FALSE(leads(second()));
  }
  void TearDown() override
  {
    for (const auto& sample : samples_) {
      if (sample->process().running()) sample->process().signal(SIGCONT);
    }
    samples_.clear();
    identities_.clear();
    if (!other_.empty()) admin().delete_(namespaces(), {"", other_});
    RealServer::TearDown();
  }

  Sample& first() { return *samples_[0]; }
  Sample& second() { return *samples_[1]; }
  static bool leads(Sample& sample)
  {
    return sample.metrics().find("leader_election_master_status{name=\"demo\"} 1") != std::string::npos;
  }
  // What the first one has written until now, but for its Lease.
  std::size_t writes_of_first()
  {
    std::size_t writes = 0;
    for (const auto& entry : audit_of(identities_[0]->user(), plane().files)) {
      const bool write =
          entry.verb == "create" || entry.verb == "update" || entry.verb == "patch" || entry.verb == "delete";
      if (write && entry.resource != "leases") ++writes;
    }
    return writes;
  }

  std::string other_;
  std::vector<std::unique_ptr<Identity>> identities_;
  std::vector<std::unique_ptr<Sample>> samples_;
};

// Measured beside compilers: TERM up to 0.07 s (0.11 s at the lowest priority), KILL 1.9 s, STOP 2.0 s; wanted are 0.15
// s, 2.3 s and 2.3 s. TERM may take twice that and the others half a second more, so that a busy machine fails no test.
constexpr auto kLongestHandover = 300ms;
constexpr auto kLongestFailover = 2800ms;

TEST_F(LeaderElection, AHandoverIsHardlyNoticed)
{
  Load load(admin(), ns());
  ASSERT_TRUE(eventually([&] { return load.served() > 50; }));
  const auto ended = steady_clock::now();
  EXPECT_EQ(first().process().stop().code, 0) << first().output();
  EXPECT_TRUE(eventually([&] { return leads(second()); }));
  std::this_thread::sleep_for(500ms);
  const auto wait = load.longest_wait_since(ended);
  std::cout << "TERM: the longest wait was " << wait.count() << " ms\n";
  EXPECT_LT(wait, kLongestHandover);
  EXPECT_EQ(second().process().stop().code, 0);
}

TEST_F(LeaderElection, ALeaderThatIsKilledIsReplacedWhenItsLeaseHasRunOut)
{
  Load load(admin(), ns());
  ASSERT_TRUE(eventually([&] { return load.served() > 50; }));
  const auto killed = steady_clock::now();
  EXPECT_EQ(first().process().kill().signal, SIGKILL);
  EXPECT_TRUE(eventually([&] { return leads(second()); }));
  std::this_thread::sleep_for(500ms);
  const auto wait = load.longest_wait_since(killed);
  std::cout << "KILL: the longest wait was " << wait.count() << " ms, of a lease of 2000 ms\n";
  EXPECT_LT(wait, kLongestFailover);
}

TEST_F(LeaderElection, ALeaderThatStoodStillWritesNothingBesideTheNextOne)
{
  Load load(admin(), ns());
  ASSERT_TRUE(eventually([&] { return load.served() > 50; }));
  const auto stopped = steady_clock::now();
  first().process().signal(SIGSTOP);
  ASSERT_TRUE(eventually([&] { return leads(second()); }));
  std::this_thread::sleep_for(1s);
  const std::size_t before = writes_of_first();
  first().process().signal(SIGCONT);
  const auto exit = first().process().wait(20s);
  ASSERT_TRUE(exit) << first().output();
  EXPECT_EQ(exit->code, 1) << "it does not go on";
  const auto wait = load.longest_wait_since(stopped);
  std::size_t writes = 0;
  EXPECT_TRUE(eventually([&] {
    writes = writes_of_first() - before;
    return true;
  }));
  std::cout << "STOP: the longest wait was " << wait.count() << " ms; the old leader wrote " << writes << " times\n";
  EXPECT_LT(wait, kLongestFailover);
  EXPECT_LE(writes, 2U) << "one for each worker that had looked before it was stopped";
  EXPECT_FALSE(first().lines_with("leadership lost").empty()) << first().output();
}

}  // namespace
}  // namespace kubexx::e2e
