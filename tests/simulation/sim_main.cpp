// SPDX-License-Identifier: Apache-2.0
// sim: runs the sample's operator against the embedded server in one thread under virtual time with injected faults.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

#include "world.hpp"

namespace {

using kubexx::simulation::Outcome;

void print(std::uint64_t seed, const Outcome& outcome)
{
  std::cout << "seed " << seed << " hash " << std::hex << outcome.hash << std::dec << " entries " << outcome.entries
            << " calls " << outcome.calls << " faults " << outcome.faults << " virtual "
            << std::chrono::duration_cast<std::chrono::milliseconds>(outcome.virtual_time).count() << "ms "
            << (outcome.converged ? "converged" : "FAILED: " + outcome.why) << '\n';
}

std::uint64_t median(std::vector<std::uint64_t> values)
{
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app{
      "Runs the sample's operator and the embedded API server in one thread under virtual time, with faults that "
      "a seed decides. The same seed gives the same hash, in every build."};
  kubexx::simulation::Options options;
  std::uint64_t count = 1;
  bool quiet = false;
  bool until_failure = false;
  app.add_option("--seed", options.seed, "the first seed")->capture_default_str();
  app.add_option("--seeds", count, "how many seeds, one after the other")->capture_default_str();
  app.add_option("--edits", options.edits, "edits by the user, per seed")->capture_default_str();
  app.add_flag("--trace", options.keep_text, "print every request, response, delta and queue operation");
  app.add_flag("--quiet", quiet, "print failures and the summary only");
  app.add_flag("--until-failure", until_failure,
               "stop at the first seed that does not converge, and exit 0 if there is one");
  CLI11_PARSE(app, argc, argv);

  std::vector<std::uint64_t> calls;
  std::vector<std::uint64_t> faults;
  std::uint64_t failed = 0;
  const std::uint64_t first = options.seed;
  for (; options.seed < first + count; ++options.seed) {
    Outcome outcome;
    try {
      outcome = kubexx::simulation::run(options);
    } catch (const std::exception& error) {
      outcome.why = error.what();
    }
    for (const auto& line : outcome.text) std::cout << line << '\n';
    if (!quiet || !outcome.converged) print(options.seed, outcome);
    calls.push_back(outcome.calls);
    faults.push_back(outcome.faults);
    if (!outcome.converged) ++failed;
    if (failed != 0 && until_failure) break;
  }
  std::cout << calls.size() - failed << " seeds converged, " << failed << " failed; median seed: " << median(calls)
            << " API calls, " << median(faults) << " faults\n";
  if (until_failure) return failed != 0 ? 0 : 1;
  return failed == 0 ? 0 : 1;
}
