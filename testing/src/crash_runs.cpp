// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <utility>

#include "operator_test_impl.hpp"

namespace kubexx::testing {

/// The runs of one crash_at_every_call.
class CrashRuns {
public:
  CrashRuns(const OperatorTestOptions& options, const std::function<void(OperatorTest&)>& scenario)
      : options_(options), scenario_(scenario)
  {
  }

  CrashReport run(std::size_t most)
  {
    CrashReport report;
    std::vector<std::string> calls;
    {
      OperatorTest test(options_);
      play(test);
      const auto& made = *test.impl_->calls;
      for (std::size_t number = 1; number <= made.total(); ++number) calls.push_back(made.call(number).to_string());
    }
    report.calls = calls.size();
    const std::size_t points = calls.size() * 2;
    const std::size_t runs = std::min(points, most);
    for (std::size_t run = 0; run < runs; ++run) {
      const std::size_t point = run * points / runs;
      const CrashAt at{point / 2 + 1, point % 2 == 1};
      std::string text =
          std::string(at.after ? "after" : "before") + " call " + std::to_string(at.call) + ", " + calls[point / 2];
      if (crash(at, text)) report.points.push_back(std::move(text));
    }
    return report;
  }

private:
  void play(OperatorTest& test)
  {
    test.start();
    scenario_(test);
    test.stop();
  }

  // Whether the operator came to that point.
  bool crash(CrashAt at, const std::string& point)
  {
    OperatorTest test(options_);
    test.impl_->calls->crash_at(at);
    test.impl_->crash_point = point;
    try {
      play(test);
    } catch (const TestFailure& failure) {
      if (!test.impl_->calls->has_crashed_there()) {
        throw TestFailure("the operator failed before its planned crash " + point + ":\n" + failure.what());
      }
      throw TestFailure("the operator failed after it crashed " + point + " and was restarted:\n" + failure.what());
    } catch (const std::exception& error) {
      throw TestFailure("the scenario threw in the run with a crash " + point + ":\n" + error.what());
    }
    return test.impl_->calls->has_crashed_there();
  }

  const OperatorTestOptions& options_;
  const std::function<void(OperatorTest&)>& scenario_;
};

CrashReport crash_at_every_call(const OperatorTestOptions& options, const std::function<void(OperatorTest&)>& scenario,
                                std::size_t most)
{
  if (!options.server.is_simulated()) {
    throw std::invalid_argument("crash_at_every_call: runs must be repeatable, so it needs TestServer::simulated()");
  }
  if (most == 0) throw std::invalid_argument("crash_at_every_call: without crash points it would test nothing");
  return CrashRuns(options, scenario).run(most);
}

}  // namespace kubexx::testing
