// SPDX-License-Identifier: Apache-2.0
#include "scenario.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace kubexx::simulation {

namespace {

using testing::Fault;
using testing::FaultPlan;

constexpr Duration kFaultFree = std::chrono::minutes(90);  // twice the longest back-off (1000 s) and kQuiet
constexpr Duration kQuiet = std::chrono::minutes(20);      // longer than any watch lives
constexpr Duration kAfterStop = std::chrono::hours(1);

FaultPlan plan_of(const Options& options)
{
  return options.faults ? FaultPlan(options.seed, *options.faults) : FaultPlan(options.seed);
}

Conditions conditions_of(const FaultPlan& plan)
{
  SeededRandom random = plan.random("conditions");
  return draw_conditions(random);
}

std::unique_ptr<Scenario> make(const Options& options)
{
  switch (options.cast) {
    case Cast::fleet:
      return make_fleet(options);
    case Cast::loops:
      return make_loops(options);
    case Cast::workshop:
      break;
  }
  return make_workshop(options);
}

}  // namespace

Scenario::Scenario(const Options& options, LogListener on_log)
    : options_(options),
      faults_(plan_of(options), nullptr),
      conditions_(conditions_of(faults_.plan)),
      sim_({.seed = options.seed,
            .disorder = conditions_.disorder,
            .stall = stalls(),
            .log = make_log(std::move(on_log), options.print_log)}),
      trace_(sim_.clock())
{
  faults_.rates = conditions_.rates;
  faults_.trace = &trace_;
  if (options.keep_text) trace_.keep_text();
}

// Empty, or what went wrong.
std::string Scenario::drive()
{
  for (const auto& process : processes()) process->start();
  if (auto broken = edit_under_faults(); !broken.empty()) return broken;
  if (auto wrong = settle(); !wrong.empty()) return wrong;
  return stop();
}

// After a failure: a manager must have stopped before it is destroyed.
void Scenario::give_up() noexcept
{
  faults_.plan.stop();
  faults_.trace = nullptr;
  try {
    sim_.run_for(conditions_.rates.longest_restart);
    for (const auto& process : processes()) (void)process->stop();
  } catch (const std::exception&) {
    // The run has failed already, and said why.
  }
}

void Scenario::report(Outcome& outcome)
{
  outcome.virtual_time = sim_.clock().now().time_since_epoch();
  outcome.hash = trace_.hash();
  outcome.entries = trace_.entries();
  outcome.calls = faults_.traffic.requests;
  outcome.faults = faults_.plan.happened();
  outcome.text = trace_.text();
  count(outcome.coverage);
}

std::function<Duration()> Scenario::stalls()
{
  if (conditions_.stalled <= 0) return {};
  return [this] {
    const auto stall = faults_.plan.decide(faults_.plan.visit("task"), [this](Random& random) {
      std::optional<Fault> fault;
      if (random.fraction() >= conditions_.stalled) return fault;
      const auto longest = static_cast<std::uint64_t>(conditions_.longest_stall.count());
      fault = Fault{"", "stalled", Duration(static_cast<Duration::rep>(1000 + random.below(longest)))};
      return fault;
    });
    if (!stall) return Duration::zero();
    ++stalled_;
    return stall->span;
  };
}

std::string Scenario::edit_under_faults()
{
  const SteadyTime start = sim_.clock().now();
  Duration last{};
  for (int edit = 0; edit < options_.edits; ++edit) {
    const std::string site = faults_.plan.visit("edit");
    const auto drawn =
        faults_.plan.decide(site, [&](Random& random) { return std::optional(draw_edit(random, last)); });
    if (!drawn) continue;
    last = std::max(last, drawn->span);
    sim_.run_for(saturating_add(start, drawn->span) - sim_.clock().now());
    const std::string refused = make_edit(drawn->what);
    trace_.record("edit", {drawn->what, refused});
    if (auto wrong = broken(); !wrong.empty()) return wrong;
  }
  faults_.plan.stop();
  finish_edits();
  return {};
}

// Runs until everything is as it should be and nothing has been written for long.
std::string Scenario::settle()
{
  const SteadyTime limit = saturating_add(sim_.clock().now(), kFaultFree);
  std::optional<SteadyTime> settled;
  std::uint64_t written = 0;
  std::uint64_t checked = 0;  // entries of the trace: nothing changes without one
  std::string wrong;
  do {
    sim_.run_ready();
    if (trace_.entries() != checked) {
      checked = trace_.entries();
      if (wrong = broken(); !wrong.empty()) return wrong;
      wrong = disagreement();
      if (!wrong.empty() && settled) return "all was as it should be, and then: " + wrong;
    }
    if (!wrong.empty()) continue;
    const SteadyTime now = sim_.clock().now();
    if (!settled || written != writes() || writes_in_flight() != 0) {
      settled = now;
      written = writes();
    }
    if (now - *settled >= kQuiet) return {};
  } while (sim_.step(limit));
  // A cache that differs says more than what came of it, and that says more than who is still busy with it.
  if (auto in_cache = wrong_in_caches(); !in_cache.empty()) return in_cache;
  if (auto on_server = wrong_on_server(); !on_server.empty()) return on_server;
  if (!wrong.empty()) return wrong;
  return "the writing does not end: " + faults_.traffic.last_write;
}

// After it nothing may happen.
std::string Scenario::stop()
{
  for (const auto& process : processes()) {
    if (auto wrong = process->stop(); !wrong.empty()) return wrong;
  }
  const std::uint64_t requests = faults_.traffic.requests;
  sim_.run_for(kAfterStop);
  if (faults_.traffic.requests != requests) return "a request after the stop";
  if (faults_.traffic.in_flight != 0) return "a request is in flight after the stop";
  if (open_watches() != 0) return "a watch is open after the stop";
  if (sim_.clock().next_due()) return "a timer is set after the stop";
  if (auto wrong = broken(); !wrong.empty()) return wrong;
  const std::string wrong = wrong_on_server();
  return wrong.empty() ? wrong : "after the stop: " + wrong;
}

// What must never be, at any time.
std::string Scenario::broken() const
{
  for (const auto& process : processes()) {
    if (!process->broken().empty()) return process->broken();
  }
  return damage();
}

// What is not as it should be once everything is done.
std::string Scenario::disagreement()
{
  if (auto still = busy(); !still.empty()) return still;
  if (auto differs = wrong_in_caches(); !differs.empty()) return differs;
  return wrong_on_server();
}

std::string Scenario::busy() const
{
  for (const auto& process : processes()) {
    if (auto busy = process->busy(); !busy.empty()) return busy;
  }
  return {};
}

OperatorProcess::Setup Scenario::setup(const std::string& name, std::vector<ResourceType> kinds) const
{
  OperatorProcess::Setup setup;
  setup.name = name;
  setup.stream_list = conditions_.stream_list;
  setup.page_size = conditions_.page_size;
  setup.kinds = std::move(kinds);
  return setup;
}

std::uint64_t Scenario::happened(std::string_view what) const
{
  const auto& list = faults_.plan.happened();
  return static_cast<std::uint64_t>(
      std::count_if(list.begin(), list.end(), [&](const Fault& fault) { return fault.what == what; }));
}

void Scenario::count(Coverage& coverage) const
{
  coverage.add("task stalled", stalled_);
  coverage.add("task before an earlier one", sim_.reordered());
  std::uint64_t restarts = 0;
  for (const auto& process : processes()) {
    restarts += process->restarts();
    for (const auto& [controller, keys] : process->dispatched()) {
      coverage.add("key of controller " + controller, keys);
    }
  }
  coverage.add("process restarted", restarts);
}

Outcome run(const Options& options)
{
  Outcome outcome;
  const auto scenario = make(options);
  try {
    outcome.why = scenario->drive();
  } catch (const std::exception& error) {
    outcome.why = std::string("exception: ") + error.what();
  }
  outcome.converged = outcome.why.empty();
  scenario->report(outcome);
  if (!outcome.converged) scenario->give_up();
  return outcome;
}

}  // namespace kubexx::simulation
