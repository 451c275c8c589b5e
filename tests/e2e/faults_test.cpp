// SPDX-License-Identifier: Apache-2.0
// A real control plane that fails, and a controller that is killed. Each test has its own control plane.
#include "faults.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <string>

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;

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

}  // namespace
}  // namespace kubexx::e2e
