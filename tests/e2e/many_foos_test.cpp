// SPDX-License-Identifier: Apache-2.0
// FOOS Foos at once: 500 in `make e2e`, 10 000 in `make soak`.
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <thread>

#include "faults.hpp"

namespace kubexx::e2e {
namespace {

class ManyFoos : public Faults {};

TEST_F(ManyFoos, AreCreatedScaledAndDeletedWithFourWorkers)
{
  constexpr int count = FOOS;
  constexpr auto limit = std::chrono::seconds(60 + count / 20);
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
  ASSERT_TRUE(eventually([&] { return owned_deployments().size() == count; }, limit)) << last_lines();
  std::cout << "created in " << seconds_since(begin) << " s\n";
  EXPECT_TRUE(converged());

  begin = std::chrono::steady_clock::now();
  for_each([&](int i) { scale(name(i), 3); });
  EXPECT_TRUE(eventually([&] { return converged(); }, limit)) << last_lines();
  std::cout << "scaled in " << seconds_since(begin) << " s\n";
  for (const auto& [deployment, replicas] : owned_deployments()) EXPECT_EQ(replicas, 3) << deployment;

  begin = std::chrono::steady_clock::now();
  for_each([&](int i) { admin().delete_(foos(), {"default", name(i)}); });
  EXPECT_TRUE(eventually([&] { return owned_deployments().empty(); }, limit)) << last_lines();
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
