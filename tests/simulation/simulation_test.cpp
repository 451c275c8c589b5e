// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "world.hpp"

namespace kubexx::simulation {
namespace {

Outcome run_seed(std::uint64_t seed, bool keep_text = false)
{
  Options options;
  options.seed = seed;
  options.keep_text = keep_text;
  return run(options);
}

TEST(Simulation, TheSameSeedGivesTheSameRun)
{
  const Outcome first = run_seed(7, true);
  const Outcome second = run_seed(7, true);
  ASSERT_EQ(first.text.size(), second.text.size());
  for (std::size_t line = 0; line < first.text.size(); ++line) ASSERT_EQ(first.text[line], second.text[line]) << line;
  EXPECT_EQ(first.hash, second.hash);
  EXPECT_EQ(first.entries, second.entries);
}

TEST(Simulation, AnotherSeedGivesAnotherRun)
{
  EXPECT_NE(run_seed(7).hash, run_seed(8).hash);
}

TEST(Simulation, TheFleetConvergesAndRepeatsItself)
{
  Options options;
  options.seed = 7;
  options.cast = Cast::fleet;
  const Outcome first = run(options);
  EXPECT_TRUE(first.converged) << first.why;
  EXPECT_EQ(first.hash, run(options).hash);
  EXPECT_NE(first.hash, run_seed(7).hash);
}

TEST(Simulation, TheTraceHoldsEveryLayer)
{
  const Outcome outcome = run_seed(3, true);
  EXPECT_TRUE(outcome.converged) << outcome.why;
  for (const char* kind :
       {" request | ", " response | ", " stream | ", " delta | ", " queue | ", " fault | ", " edit | "}) {
    const auto found = std::find_if(outcome.text.begin(), outcome.text.end(),
                                    [&](const std::string& line) { return line.find(kind) != std::string::npos; });
    EXPECT_NE(found, outcome.text.end()) << "nothing of kind" << kind;
  }
}

TEST(Simulation, TheListOfARunReplaysIt)
{
  const Outcome drawn = run_seed(7);
  Options options;
  options.seed = 7;
  options.faults = drawn.faults;
  EXPECT_EQ(run(options).hash, drawn.hash);
}

TEST(Simulation, APartOfAListIsAValidRunWithThisPartAlone)
{
  const Outcome drawn = run_seed(7);
  Options options;
  options.seed = 7;
  options.faults.emplace();
  for (std::size_t at = 0; at < drawn.faults.size(); at += 2) options.faults->push_back(drawn.faults[at]);
  const Outcome part = run(options);
  EXPECT_TRUE(part.converged) << part.why;
  for (const auto& fault : part.faults) {
    EXPECT_NE(std::find(options.faults->begin(), options.faults->end(), fault), options.faults->end())
        << to_string(fault);
  }
}

}  // namespace
}  // namespace kubexx::simulation
