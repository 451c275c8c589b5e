// SPDX-License-Identifier: Apache-2.0
// A real control plane that fails, a controller that is killed, and many objects. Each test has its own control plane.
#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;

class Faults : public OwnControlPlane {
protected:
  void SetUp() override
  {
    OwnControlPlane::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    identity_ = std::make_unique<Identity>(admin());
  }
  void TearDown() override
  {
    if (sample_) {
      const auto exit = sample_->process().stop(15s);
      EXPECT_EQ(exit.code, 0) << "the sample ended with " << to_string(exit) << "\n" << last_lines();
    }
    sample_.reset();
    identity_.reset();
    OwnControlPlane::TearDown();
  }

  void start_sample(std::vector<std::string> flags = {})
  {
    sample_ = std::make_unique<Sample>(
        Sample::Options{files(), folder(), identity_->token("sample"), "sample-controller", std::move(flags)});
    sample_->start();
    ASSERT_TRUE(eventually([&] { return sample_->ready(); })) << sample_->output();
  }
  Sample& sample() { return *sample_; }
  [[nodiscard]] std::string last_lines() const
  {
    const auto text = sample_->output();
    return text.size() < 8000 ? text : text.substr(text.size() - 8000);
  }

  // Replicas by name of the Deployments that have a Foo as their controller.
  [[nodiscard]] std::map<std::string, std::int64_t> owned_deployments() const
  {
    ListOptions options;
    options.namespace_ = "default";
    std::map<std::string, std::int64_t> found;
    for (const auto& item : admin().list(deployments(), options).items) {
      if (item.controller_owner() && !item.is_deleting()) {
        found.emplace(item.name(), item.at("/spec/replicas").as_int().value_or(-1));
      }
    }
    return found;
  }
  // Whether the Deployments are those that the Foos ask for, no more and no less.
  [[nodiscard]] bool converged() const
  {
    ListOptions options;
    options.namespace_ = "default";
    std::map<std::string, std::int64_t> wanted;
    for (const auto& item : admin().list(foos(), options).items) {
      wanted.emplace(item.at("/spec/deploymentName").as_string().value_or(""),
                     item.at("/spec/replicas").as_int().value_or(-1));
    }
    return wanted == owned_deployments();
  }
  void create(const std::string& name, int replicas) const
  {
    admin().create(foos(), foo("default", name, name, replicas));
  }
  void scale(const std::string& name, int replicas) const
  {
    admin().patch(foos(), {"default", name}, R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}");
  }

private:
  std::unique_ptr<Identity> identity_;
  std::unique_ptr<Sample> sample_;
};

TEST_F(Faults, TheApiServerIsKilledAndComesBack)
{
  start_sample();
  for (int i = 0; i < 5; ++i) create("before-" + std::to_string(i), 1);
  ASSERT_TRUE(eventually([&] { return converged(); })) << last_lines();

  control_plane().kill_apiserver();
  EXPECT_FALSE(sample().process().wait(2s)) << "it ended because the server did";
  EXPECT_FALSE(sample().health("/healthz").empty()) << "a restart would not help: it is alive";
  control_plane().start_apiserver();

  create("after", 2);
  scale("before-1", 4);
  admin().delete_(deployments(), {"default", "before-2"});
  admin().delete_(foos(), {"default", "before-3"});
  EXPECT_TRUE(eventually([&] { return converged() && owned_deployments().size() == 5; }, 90s)) << last_lines();
  EXPECT_TRUE(eventually([&] { return sample().ready(); })) << sample().health("/readyz?verbose");
}

TEST_F(Faults, WhatHappenedWhileItSleptAndTheHistoryIsGone)
{
  start_sample();
  for (int i = 0; i < 5; ++i) create("web-" + std::to_string(i), 1);
  ASSERT_TRUE(eventually([&] { return converged(); })) << last_lines();

  // It sleeps; the world changes; a new server does not remember that: its watch cache begins now, so that the old
  // version is answered with 410.
  sample().process().signal(SIGSTOP);
  scale("web-0", 3);
  admin().delete_(foos(), {"default", "web-1"});
  admin().delete_(deployments(), {"default", "web-2"});
  create("new", 2);
  control_plane().kill_apiserver();
  control_plane().start_apiserver();
  sample().process().signal(SIGCONT);
  EXPECT_TRUE(eventually([&] { return converged() && owned_deployments().size() == 5; }, 90s)) << last_lines();
}

TEST_F(Faults, TheControllerIsKilledAndStartedAgain)
{
  start_sample();
  constexpr int count = 60;
  int created = 0;
  // Killed three times, as soon as it has begun with what came.
  for (int round = 0; round < 3; ++round) {
    const auto before = owned_deployments().size();
    for (int i = 0; i < count / 3; ++i, ++created) create("web-" + std::to_string(created), 1 + created % 3);
    ASSERT_TRUE(eventually([&] { return owned_deployments().size() > before; })) << last_lines();
    EXPECT_EQ(sample().process().kill().signal, SIGKILL);
    // What happens while nobody looks.
    admin().delete_(foos(), {"default", "web-" + std::to_string(round)});
    scale("web-" + std::to_string(10 + round), 9);
    sample().start();
  }
  create("last", 1);
  EXPECT_TRUE(eventually([&] { return converged() && owned_deployments().size() == count - 2; }, 60s)) << last_lines();
  EXPECT_TRUE(eventually([&] { return sample().ready(); })) << last_lines();
  for (const auto& entry : audit_of("system:serviceaccount:sample-controller:sample-controller", files())) {
    EXPECT_NE(entry.code, 422) << entry.verb << " " << entry.resource << " " << entry.name;
  }
}

TEST_F(Faults, FiveHundredFoosAreCreatedScaledAndDeletedWithFourWorkers)
{
  constexpr int count = 500;
  start_sample({"--workers=4"});
  // Eight users at once.
  const auto for_each = [&](const std::function<void(int)>& act) {
    std::atomic<int> next{0};
    std::vector<std::jthread> users;
    for (int user = 0; user < 8; ++user) {
      users.emplace_back([&] {
        for (int i = next++; i < count; i = next++) act(i);
      });
    }
  };
  const auto seconds_since = [](std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto name = [](int i) { return "foo-" + std::to_string(i); };

  auto begin = std::chrono::steady_clock::now();
  for_each([&](int i) { create(name(i), 1); });
  ASSERT_TRUE(eventually([&] { return owned_deployments().size() == count; }, 60s)) << last_lines();
  std::cout << "created in " << seconds_since(begin) << " s\n";
  EXPECT_TRUE(converged());

  begin = std::chrono::steady_clock::now();
  for_each([&](int i) { scale(name(i), 3); });
  EXPECT_TRUE(eventually([&] { return converged(); }, 60s)) << last_lines();
  std::cout << "scaled in " << seconds_since(begin) << " s\n";
  for (const auto& [deployment, replicas] : owned_deployments()) EXPECT_EQ(replicas, 3) << deployment;

  begin = std::chrono::steady_clock::now();
  for_each([&](int i) { admin().delete_(foos(), {"default", name(i)}); });
  EXPECT_TRUE(eventually([&] { return owned_deployments().empty(); }, 60s)) << last_lines();
  std::cout << "deleted in " << seconds_since(begin) << " s\n";

  // One create and one patch for each Deployment: nothing was written twice.
  std::map<std::string, int> writes;
  for (const auto& entry : audit_of("system:serviceaccount:sample-controller:sample-controller", files())) {
    if (entry.resource == "deployments") ++writes[entry.verb];
    // A watch of a definition that was just made may be told to come again: the server's own cache is not filled yet.
    if (entry.verb == "watch" && entry.code == 429) continue;
    EXPECT_LT(entry.code, 400) << entry.verb << " " << entry.resource << "/" << entry.subresource << " " << entry.name;
  }
  EXPECT_EQ(writes["create"], count);
  EXPECT_EQ(writes["patch"] + writes["update"], count);
  const auto metrics = sample().metrics();
  EXPECT_NE(metrics.find("workqueue_depth"), std::string::npos);
}

}  // namespace
}  // namespace kubexx::e2e
