// SPDX-License-Identifier: Apache-2.0
// The sample controller as a person meets it: a program, its flags and its signals.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "program_test.hpp"

namespace sample {
namespace {

using kubexx::support::Command;
using kubexx::support::Process;
using testing::HasSubstr;
using namespace std::chrono_literals;

class Cli : public ProgramTest {};

TEST_F(Cli, HelpNamesEveryFlag)
{
  const auto outcome = run(sample({"--help"}));
  EXPECT_EQ(outcome.exit.code, 0);
  for (const char* flag : {"--kubeconfig",
                           "--context",
                           "--namespace",
                           "--workers",
                           "--metrics-address",
                           "--metrics-secure",
                           "--metrics-cert-path",
                           "--health-address",
                           "--debug-address",
                           "--print-rbac",
                           "--webhook-address",
                           "--webhook-cert-path",
                           "--print-webhooks",
                           "--log-format",
                           "-v",
                           "--version",
                           "--help",
                           "--leader-elect",
                           "--leader-election-id",
                           "--leader-election-namespace",
                           "--leader-elect-lease-duration",
                           "--leader-elect-renew-deadline",
                           "--leader-elect-retry-period",
                           "Exit codes"}) {
    EXPECT_THAT(outcome.out, HasSubstr(flag));
  }
}

TEST_F(Cli, VersionIsOneLine)
{
  const auto outcome = run(sample({"--version"}));
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_THAT(outcome.out, testing::MatchesRegex("sample-controller [0-9.]+\n"));
}

TEST_F(Cli, ASignalAtAnyEarlyMomentEndsItWith0)
{
  Command command = sample({"--kubeconfig", write("config", kubeconfig("https://127.0.0.1:1"))});
  command.stop_signals_blocked = true;  // no program can do anything about one that comes before its first line
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> microseconds(0, 40000);
  for (int round = 0; round < 100; ++round) {
    const int moment = round < 20 ? 0 : microseconds(engine);
    Process process(command, folder() / "sample.log");
    std::this_thread::sleep_for(std::chrono::microseconds(moment));
    process.signal(round % 2 == 0 ? SIGTERM : SIGINT);
    const auto exit = process.wait(20s);
    ASSERT_TRUE(exit) << "after " << moment << " us: it still runs\n" << process.output();
    ASSERT_EQ(exit->code, 0) << "after " << moment << " us: " << to_string(*exit) << "\n" << process.output();
  }
}

TEST_F(Cli, ASignalWhileItReadsItsConfigurationEndsItWith0)
{
  const std::string config = write("config", "");
  std::filesystem::remove(config);
  ASSERT_EQ(mkfifo(config.c_str(), 0600), 0);
  for (const int number : {SIGTERM, SIGINT}) {
    Process process(sample({"--kubeconfig", config}), folder() / "sample.log");
    // A pipe can be opened for writing once its reader is there.
    int pipe = -1;
    EXPECT_TRUE(eventually([&] { return (pipe = open(config.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) >= 0; }));
    process.signal(number);
    const auto exit = process.wait(20s);
    EXPECT_TRUE(exit && exit->code == 0) << process.output();
    close(pipe);
  }
}

}  // namespace
}  // namespace sample
