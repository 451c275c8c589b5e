// SPDX-License-Identifier: Apache-2.0
// What is left of a process when memory runs out while it is waited for: nothing.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdint>
#include <new>

#include "kubexx/base/process.hpp"
#include "support/allocations.hpp"

namespace kubexx {
namespace {

TEST(ProcessMemory, AProcessEndsWithTheCallThatWaitsForIt)
{
  ProcessCommand command;
  command.program = "/bin/sh";
  command.args = {"-c", "echo a line that a string has to allocate for; exec sleep 1000"};
  command.max_output = 16;  // so that the run without a failure ends, too
  SystemProcessRunner runner;
  int failures = 0;
  for (std::uint64_t fail = 0;; ++fail) {
    bool failed = false;
    {
      const allocations::Failing failing(fail);
      try {
        (void)runner.run(command, {});
      } catch (const std::bad_alloc&) {
        failed = true;
      }
    }
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "allocation " << fail << ": a process is left";
    EXPECT_EQ(errno, ECHILD);
    if (!failed) break;
    ++failures;
  }
  EXPECT_GT(failures, 2);
}

}  // namespace
}  // namespace kubexx
