// SPDX-License-Identifier: Apache-2.0
#include "trace.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

// tools/workqueue-trace.
namespace kubexx::tools {
namespace {

std::string answers(const std::string& operations, int status = 0, const std::string& error = "")
{
  std::istringstream input(operations);
  std::ostringstream output;
  std::ostringstream errors;
  EXPECT_EQ(run_trace(input, output, errors), status);
  EXPECT_EQ(errors.str(), error);
  return output.str();
}

TEST(WorkqueueTrace, EveryOperationPrintsItsResult)
{
  EXPECT_EQ(answers("add a\nlen\nget\nlen\nadd a\nget\ndone a\nget\ndone a\nget\n"),
            "ok\n1\na\n0\nok\n-\nok\na\nok\n-\n");
  EXPECT_EQ(answers("add_after a 10\nget\nstep 9\nget\nstep 1\nget\n"), "ok\n-\nok\n-\nok\na\n");
  EXPECT_EQ(answers("add_after a 0\nadd_after b -5\nget\nget\n"), "ok\nok\na\nb\n");
  EXPECT_EQ(answers("add_rate_limited a\nadd_rate_limited a\nnum_requeues a\nstep 5\nget\nforget a\nnum_requeues a\n"),
            "ok\nok\n2\nok\na\nok\n0\n");
  EXPECT_EQ(answers("add a\nadd_after b 5\nshutting_down\nshut_down\nshutting_down\nget\nstep 9\nget\nadd c\nget\n"),
            "ok\nok\nfalse\nok\ntrue\na\nok\n!\nok\n!\n");
  EXPECT_EQ(answers("add a\nget\nadd a\ndrain_begin\nshutting_down\nget\ndone a\nget\ndone a\nget\n"),
            "ok\na\nok\nok\ntrue\n!\nok\na\nok\n!\n");
}

TEST(WorkqueueTrace, HugeMillisecondsNeitherOverflowNorFail)
{
  EXPECT_EQ(answers("add_after a 9223372036854775807\nadd_after b 99999999999999999999\n"
                    "add_after c -99999999999999999999\nlen\nstep 1000000000\nlen\n"),
            "ok\nok\nok\n1\nok\n1\n");
}

TEST(WorkqueueTrace, EmptyLinesAndCarriageReturnsAreSkipped)
{
  EXPECT_EQ(answers("\r\nadd a\r\n\nget"), "ok\na\n");
}

TEST(WorkqueueTrace, AnUnknownWordIsAnErrorWithItsLine)
{
  EXPECT_EQ(answers("add a\nremove a\nget\n", 2, "line 2: unknown operation 'remove' (see --help)\n"), "ok\n");
  EXPECT_EQ(answers("\nadd\n", 2, "line 2: 'add' takes 1 argument, not 0\n"), "");
  EXPECT_EQ(answers("get a\n", 2, "line 1: 'get' takes 0 arguments, not 1\n"), "");
  EXPECT_EQ(answers("step 1.5\n", 2, "line 1: '1.5' is not a whole number of milliseconds\n"), "");
  EXPECT_EQ(answers("add_after a soon\n", 2, "line 1: 'soon' is not a whole number of milliseconds\n"), "");
}

}  // namespace
}  // namespace kubexx::tools
