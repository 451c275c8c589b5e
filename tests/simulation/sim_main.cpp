// SPDX-License-Identifier: Apache-2.0
// sim: runs operators against the embedded server in one thread under virtual time with injected faults.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <vector>

#include "shrink.hpp"
#include "world.hpp"

namespace {

using kubexx::simulation::Cast;
using kubexx::simulation::Coverage;
using kubexx::simulation::Outcome;
using kubexx::testing::Fault;

struct Flags {
  kubexx::simulation::Options run;
  std::uint64_t count = 1;
  std::string faults, expect;
  bool quiet = false, shrink = false, require_coverage = false;
};

void add_flags(CLI::App& app, Flags& flags)
{
  app.add_option("--seed", flags.run.seed, "the first seed")->capture_default_str();
  app.add_option("--seeds", flags.count, "how many seeds, one after the other")->capture_default_str();
  app.add_option("--edits", flags.run.edits, "edits by users and administrators, per seed")->capture_default_str();
  app.add_flag_callback(
      "--fleet", [&flags] { flags.run.cast = Cast::fleet; },
      "an operator of several clusters and two replicas, not those of one cluster");
  app.add_flag_callback(
      "--loops", [&flags] { flags.run.cast = Cast::loops; },
      "operators that live by the events of their own writes, not those of one cluster");
  app.add_option("--faults", flags.faults,
                 "replay this list of faults and edits, as a failure prints it, or a part of it")
      ->check(CLI::ExistingFile);
  app.add_flag("--shrink", flags.shrink, "leave out of a failure's list whatever the failure does not need");
  app.add_option("--expect", flags.expect,
                 "stop at the first seed that fails for a reason that begins like this, and exit 0 if there is one");
  app.add_flag("--require-coverage", flags.require_coverage, "fail when a situation of the table never occurred");
  app.add_flag("--trace", flags.run.keep_text, "print every request, response, delta and queue operation");
  app.add_flag("--log", flags.run.print_log,
               "write what the operators log to standard error; without --fleet or --loops this is another run");
  app.add_flag("--quiet", flags.quiet, "print failures and the summary only");
}

std::vector<Fault> read_faults(const std::string& path)
{
  std::ifstream file(path);
  std::vector<Fault> faults;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.front() != '#') faults.push_back(kubexx::testing::parse_fault(line));
  }
  return faults;
}

void print(std::uint64_t seed, const Outcome& outcome)
{
  std::cout << "seed " << seed << " hash " << std::hex << outcome.hash << std::dec << " entries " << outcome.entries
            << " calls " << outcome.calls << " faults " << outcome.faults.size() << " virtual "
            << std::chrono::duration_cast<std::chrono::milliseconds>(outcome.virtual_time).count() << "ms "
            << (outcome.converged ? "converged" : "FAILED: " + outcome.why) << '\n';
}

void print_faults(std::uint64_t seed, const Outcome& outcome)
{
  std::cout << "# seed " << seed << ": " << outcome.why << '\n';
  for (const auto& fault : outcome.faults) std::cout << to_string(fault) << '\n';
}

std::uint64_t median(std::vector<std::uint64_t> values)
{
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

int simulate(Flags flags)
{
  if (!flags.faults.empty()) flags.run.faults = read_faults(flags.faults);
  std::vector<std::uint64_t> calls, faults;
  Coverage coverage;
  std::uint64_t failed = 0;
  bool found = false;
  const std::uint64_t first = flags.run.seed;
  for (; flags.run.seed < first + flags.count && !found; ++flags.run.seed) {
    Outcome outcome = kubexx::simulation::run(flags.run);
    for (const auto& line : outcome.text) std::cout << line << '\n';
    if (!flags.quiet || !outcome.converged) print(flags.run.seed, outcome);
    calls.push_back(outcome.calls);
    faults.push_back(outcome.faults.size());
    coverage.add(outcome.coverage);
    if (outcome.converged) continue;
    ++failed;
    found = !flags.expect.empty() && outcome.why.starts_with(flags.expect);
    const bool show = flags.expect.empty() ? failed == 1 : found && flags.shrink;
    if (!show) continue;
    if (flags.shrink) outcome = kubexx::simulation::shrink(flags.run, std::move(outcome));
    print_faults(flags.run.seed, outcome);
  }
  if (!flags.expect.empty()) {
    std::cout << (found ? "found" : "not found") << " within " << calls.size() << " seeds: " << flags.expect << '\n';
    return found ? 0 : 1;
  }
  coverage.print(std::cout);
  std::cout << calls.size() - failed << " seeds converged, " << failed << " failed; median seed: " << median(calls)
            << " API calls, " << median(faults) << " faults and edits\n";
  const std::string missing = coverage.missing();
  if (flags.require_coverage && !missing.empty()) std::cout << "never occurred: " << missing << '\n';
  return failed == 0 && (missing.empty() || !flags.require_coverage) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app{
      "Runs operators and the embedded API server in one thread under virtual time, with faults that a seed decides. "
      "The "
      "same seed gives the same hash, in every build."};
  Flags flags;
  add_flags(app, flags);
  CLI11_PARSE(app, argc, argv);
  try {
    return simulate(std::move(flags));
  } catch (const std::exception& error) {
    std::cerr << "sim: " << error.what() << '\n';
    return 2;
  }
}
