// SPDX-License-Identifier: Apache-2.0
// The system's process runner.
#include "kubexx/base/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

namespace kubexx {
namespace {

using End = ProcessOutcome::End;

ProcessCommand shell(const std::string& script)
{
  ProcessCommand command;
  command.program = "sh";
  command.args = {"-c", script};
  return command;
}

ProcessOutcome run(const ProcessCommand& command, std::stop_token stop = {})
{
  return SystemProcessRunner().run(command, std::move(stop));
}

TEST(SystemProcess, KeepsWhatItWrites)
{
  const auto outcome = run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "out\n");
  EXPECT_EQ(outcome.err, "err\n");
  const auto much =
      run(shell("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; "
                "echo line $i >&2; i=$((i+1)); done"));
  EXPECT_EQ(much.out.size(), 3000U * 41);
  EXPECT_EQ(much.err.size(), 4096U);
  EXPECT_TRUE(much.err.ends_with("line 2999\n"));
}

TEST(SystemProcess, HasOurEnvironmentAndWhatIsAdded)
{
  ::setenv("KUBEXX_TEST_KEPT", "kept", 1);
  ::setenv("KUBEXX_TEST_REPLACED", "old", 1);
  auto command = shell("printf '%s|%s|%s' \"$KUBEXX_TEST_KEPT\" \"$KUBEXX_TEST_REPLACED\" \"$KUBEXX_TEST_ADDED\"");
  command.environment = {
      {"KUBEXX_TEST_REPLACED", "x"}, {"KUBEXX_TEST_REPLACED", "new"}, {"KUBEXX_TEST_ADDED", "a b=c"}};
  EXPECT_EQ(run(command).out, "kept|new|a b=c");
}

TEST(SystemProcess, ReadsNothingAndHasSignalsAsTheyAre)
{
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(run(shell("cat; kill -PIPE $$; echo survived")).end, End::signalled);
  ::signal(SIGPIPE, before);
}

TEST(SystemProcess, WhatCannotBeStartedIsSaid)
{
  ProcessCommand command;
  command.program = "kubexx-no-such-program";
  EXPECT_EQ(run(command).end, End::not_found);
  command.program = "/etc/passwd";
  EXPECT_EQ(run(command).end, End::not_started);
  command.program = "/no/such/folder/program";
  EXPECT_EQ(run(command).end, End::not_found);
}

TEST(SystemProcess, AStopKillsItAndItsChildren)
{
  const auto marker = std::filesystem::path(testing::TempDir()) / "kubexx-process-started";
  std::filesystem::remove(marker);
  std::stop_source stop;
  auto running = std::async(std::launch::async, [&] {
    return run(shell("sleep 1000 & echo $! > " + marker.string() + ".tmp; mv " + marker.string() + ".tmp " +
                     marker.string() + "; wait"),
               stop.get_token());
  });
  while (!std::filesystem::exists(marker)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  pid_t child = 0;
  std::ifstream(marker) >> child;
  stop.request_stop();
  ASSERT_EQ(running.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_EQ(running.get().end, End::stopped);
  // Whoever inherits it reaps it soon.
  bool gone = false;
  for (int round = 0; round < 2000 && !gone; ++round) {
    std::string state;
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    std::string pid;
    std::string name;
    status >> pid >> name >> state;
    gone = state.empty() || state == "Z";
    if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(gone) << "the child of the child lives";
  EXPECT_EQ(run(shell("echo x"), stop.get_token()).end, End::stopped) << "stopped before it began";
  std::filesystem::remove(marker);
}

TEST(SystemProcess, AChildThatItLeavesBehindIsNotWaitedFor)
{
  const auto outcome = run(shell("sleep 3 & echo done"));
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_EQ(outcome.out, "done\n");
}

TEST(SystemProcess, OneThatWritesWithoutEndIsKilled)
{
  auto command = shell("while :; do echo 0123456789012345678901234567890123456789; done");
  command.max_output = 100000;
  EXPECT_EQ(run(command).end, End::too_long);
}

}  // namespace
}  // namespace kubexx
