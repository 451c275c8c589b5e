// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "kubexx/testing/trace.hpp"
#include "log_lines.hpp"
#include "operator_process.hpp"
#include "rates.hpp"
#include "world.hpp"

namespace kubexx::simulation {

/// The course of a run, whatever operators it has: edits under faults, then peace until everything is as it should be
/// and stays so, then the stop. A derived class has the servers, the users and the operators.
class Scenario {
public:
  /// `on_log`: sees the warnings and errors of the operators.
  explicit Scenario(const Options& options, LogListener on_log = {});
  virtual ~Scenario() = default;
  Scenario(const Scenario&) = delete;
  Scenario& operator=(const Scenario&) = delete;

  /// Empty, or what went wrong.
  std::string drive();
  /// After a failure: a manager must have stopped before it is destroyed.
  void give_up() noexcept;
  void report(Outcome& outcome);

protected:
  using Processes = std::vector<std::unique_ptr<OperatorProcess>>;
  [[nodiscard]] virtual const Processes& processes() const = 0;
  /// An edit that comes some time after `last`.
  [[nodiscard]] virtual testing::Fault draw_edit(Random& random, Duration last) const = 0;
  /// Makes it; what the server refused, if it did.
  virtual std::string make_edit(const std::string& edit) = 0;
  /// After the last edit and the last fault.
  virtual void finish_edits() = 0;
  /// What an operator has lost or changed of the users' edits, at any time; empty when nothing.
  [[nodiscard]] virtual std::string damage() const { return {}; }
  /// What is not as it should be once everything is done.
  [[nodiscard]] virtual std::string busy() const;
  [[nodiscard]] virtual std::string wrong_in_caches() = 0;
  [[nodiscard]] virtual std::string wrong_on_server() const = 0;
  /// Writes that end when everything is as it should be, and those of them that have no answer yet.
  [[nodiscard]] virtual std::uint64_t writes() const { return faults_.traffic.writes; }
  [[nodiscard]] virtual std::size_t writes_in_flight() const { return faults_.traffic.writes_in_flight; }
  [[nodiscard]] virtual std::size_t open_watches() const = 0;
  virtual void count(Coverage& coverage) const;

  [[nodiscard]] std::uint64_t happened(std::string_view what) const;
  [[nodiscard]] OperatorProcess::Setup setup(const std::string& name, std::vector<ResourceType> kinds) const;

  const Options options_;
  testing::Faults faults_;
  const Conditions conditions_;
  testing::SimulatedRuntime sim_;
  testing::Trace trace_;

private:
  std::function<Duration()> stalls();
  std::string edit_under_faults();
  std::string settle();
  std::string stop();
  std::string broken() const;
  std::string disagreement();

  std::uint64_t stalled_ = 0;
};

[[nodiscard]] std::unique_ptr<Scenario> make_workshop(const Options& options);
[[nodiscard]] std::unique_ptr<Scenario> make_fleet(const Options& options);
[[nodiscard]] std::unique_ptr<Scenario> make_loops(const Options& options);

}  // namespace kubexx::simulation
