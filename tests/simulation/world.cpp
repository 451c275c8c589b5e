// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "custom_resources.hpp"
#include "edits.hpp"
#include "foo.hpp"
#include "foo_checks.hpp"
#include "foo_reconciler.hpp"
#include "kubexx/apimachinery/resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "kubexx/testing/trace.hpp"
#include "lagging_collector.hpp"
#include "operator_process.hpp"
#include "rates.hpp"
#include "router.hpp"
#include "router_checks.hpp"

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

class World {
public:
  explicit World(const Options& options)
      : options_(options),
        faults_(plan_of(options), nullptr),
        conditions_(conditions_of(faults_.plan)),
        sim_({.seed = options.seed, .disorder = conditions_.disorder, .stall = stalls()}),
        server_random_(options.seed ^ 0x5e57e57e57e57e57U),
        server_({.clock = &sim_.clock(), .random = &server_random_}),
        trace_(sim_.clock()),
        collector_(sim_.clock(), server_, conditions_.garbage_period),
        direct_(collector_.transport(make_in_process_transport(sim_.runtime(), server_))),
        person_(sim_.runtime(), direct_),
        edits_(server_, person_, faults_.lists,
               {resource_of<sample::Foo>(), resources::deployments, resource_of<Router>(), resources::config_maps})
  {
    faults_.rates = conditions_.rates;
    faults_.trace = &trace_;
    if (options.keep_text) trace_.keep_text();
    install_custom_resources(person_);
    processes_.push_back(std::make_unique<OperatorProcess>(sim_, direct_, faults_, foo_operator()));
    processes_.push_back(std::make_unique<OperatorProcess>(sim_, direct_, faults_, router_operator()));
  }

  // Empty, or what went wrong.
  std::string drive()
  {
    for (const auto& process : processes_) process->start();
    if (auto broken = edit_under_faults(); !broken.empty()) return broken;
    if (auto wrong = settle(); !wrong.empty()) return wrong;
    return stop();
  }

  // After a failure: a manager must have stopped before it is destroyed.
  void give_up() noexcept
  {
    faults_.plan.stop();
    faults_.trace = nullptr;
    try {
      sim_.run_for(conditions_.rates.longest_restart);
      for (const auto& process : processes_) (void)process->stop();
    } catch (const std::exception&) {
      // The run has failed already, and said why.
    }
  }

  void report(Outcome& outcome)
  {
    outcome.virtual_time = sim_.clock().now().time_since_epoch();
    outcome.hash = trace_.hash();
    outcome.entries = trace_.entries();
    outcome.calls = faults_.traffic.requests;
    outcome.faults = faults_.plan.happened();
    outcome.text = trace_.text();
    count(outcome.coverage);
  }

private:
  // --- what runs ---

  OperatorProcess::Setup setup(const std::string& name, std::vector<ResourceType> kinds) const
  {
    OperatorProcess::Setup setup;
    setup.name = name;
    setup.stream_list = conditions_.stream_list;
    setup.page_size = conditions_.page_size;
    setup.kinds = std::move(kinds);
    return setup;
  }

  OperatorProcess::Setup foo_operator() const
  {
    auto made = setup("foo-operator", {resource_of<sample::Foo>(), resources::deployments});
    made.workers = 2;
    made.add_controllers = [](Manager& manager, const auto& observer) {
      sample::add_foo_controller(manager, observer("foo"));
    };
    return made;
  }

  OperatorProcess::Setup router_operator()
  {
    auto made = setup("router-operator", {resource_of<Router>(), resources::config_maps});
    made.on_start = [this] {
      mapper_log_->owed.clear();
      mapper_log_->last_call.clear();
    };
    made.add_controllers = [this](Manager& manager, const auto& observer) {
      add_router_controllers(
          manager, observer, [this](const std::string& backend) { return mapper_throws(backend); }, mapper_log_);
    };
    return made;
  }

  std::function<Duration()> stalls()
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

  bool mapper_throws(const std::string& backend)
  {
    const auto fault = faults_.plan.decide(faults_.plan.visit("mapper of " + backend), [this](Random& random) {
      std::optional<Fault> thrown;
      if (random.fraction() < conditions_.mapper_throws) thrown = Fault{"", "throws", {}};
      return thrown;
    });
    if (fault) trace_.record("fault", {fault->site, fault->what});
    return fault.has_value();
  }

  // --- the three parts of a run ---

  std::string edit_under_faults()
  {
    const SteadyTime start = sim_.clock().now();
    Duration last{};
    for (int edit = 0; edit < options_.edits; ++edit) {
      const std::string site = faults_.plan.visit("edit");
      const auto drawn =
          faults_.plan.decide(site, [&](Random& random) { return std::optional(edits_.draw(random, last)); });
      if (!drawn) continue;
      last = std::max(last, drawn->span);
      sim_.run_for(saturating_add(start, drawn->span) - sim_.clock().now());
      const std::string refused = edits_.make(drawn->what);
      trace_.record("edit", {drawn->what, refused});
      if (auto wrong = broken(); !wrong.empty()) return wrong;
    }
    faults_.plan.stop();
    collector_.catch_up();
    edits_.finish();
    return {};
  }

  // Runs until everything is as it should be and nothing has been written for long.
  std::string settle()
  {
    const SteadyTime limit = saturating_add(sim_.clock().now(), kFaultFree);
    std::optional<SteadyTime> settled;
    std::uint64_t writes = 0;
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
      if (!settled || writes != faults_.traffic.writes || faults_.traffic.writes_in_flight != 0) {
        settled = now;
        writes = faults_.traffic.writes;
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
  std::string stop()
  {
    for (const auto& process : processes_) {
      if (auto wrong = process->stop(); !wrong.empty()) return wrong;
    }
    const std::uint64_t requests = faults_.traffic.requests;
    sim_.run_for(kAfterStop);
    if (faults_.traffic.requests != requests) return "a request after the stop";
    if (faults_.traffic.in_flight != 0) return "a request is in flight after the stop";
    if (server_.open_watches() != 0) return "a watch is open after the stop";
    if (sim_.clock().next_due()) return "a timer is set after the stop";
    if (auto wrong = broken(); !wrong.empty()) return wrong;
    const std::string wrong = wrong_on_server();
    return wrong.empty() ? wrong : "after the stop: " + wrong;
  }

  // --- what must hold ---

  // What must never be, at any time.
  std::string broken() const
  {
    for (const auto& process : processes_) {
      if (!process->broken().empty()) return process->broken();
    }
    return edits_.damage();
  }

  // What is not as it should be once everything is done.
  std::string disagreement()
  {
    for (const auto& process : processes_) {
      if (auto busy = process->busy(); !busy.empty()) return busy;
    }
    if (auto differs = wrong_in_caches(); !differs.empty()) return differs;
    return wrong_on_server();
  }

  std::string wrong_in_caches()
  {
    for (const auto& process : processes_) {
      for (const auto& type : process->kinds()) {
        if (auto differs = process->cache_differs(type, person_.list(type).items); !differs.empty()) return differs;
      }
    }
    return {};
  }

  std::string wrong_on_server() const
  {
    std::string wrong = wrong_with_foos(person_);
    if (wrong.empty()) wrong = wrong_with_routers(person_, *mapper_log_);
    return wrong;
  }

  void count(Coverage& coverage) const
  {
    const auto& happened = faults_.plan.happened();
    const auto named = [&](std::string_view what) {
      return static_cast<std::uint64_t>(
          std::count_if(happened.begin(), happened.end(), [&](const Fault& fault) { return fault.what == what; }));
    };
    for (std::size_t kind = 0; kind < testing::kFaultKinds; ++kind) {
      const auto name = testing::name_of(static_cast<testing::FaultKind>(kind));
      coverage.add(std::string(name), named(name));
    }
    coverage.add("history compacted", named("server compact"));
    coverage.add("watches closed by the server", named("server close-watches"));
    coverage.add("task stalled", stalled_);
    coverage.add("task before an earlier one", sim_.reordered());
    coverage.add("streaming list", faults_.traffic.streaming_lists);
    coverage.add("later page of a list", faults_.traffic.later_pages);
    coverage.add("garbage collected late", collector_.late_runs());
    std::uint64_t restarts = 0;
    for (const auto& process : processes_) {
      restarts += process->restarts();
      for (const auto& [controller, keys] : process->dispatched())
        coverage.add("key of controller " + controller, keys);
    }
    coverage.add("process restarted", restarts);
    coverage.add("finalizer removed by its operator", mapper_log_->finalized);
    coverage.add("mapper threw", mapper_log_->throws);
  }

  Options options_;
  testing::Faults faults_;
  const Conditions conditions_;
  testing::SimulatedRuntime sim_;
  SeededRandom server_random_;
  ApiServer server_;
  testing::Trace trace_;
  LaggingCollector collector_;
  std::shared_ptr<Transport> direct_;
  Client person_;
  Edits edits_;
  std::shared_ptr<MapperLog> mapper_log_ = std::make_shared<MapperLog>();
  std::uint64_t stalled_ = 0;
  std::vector<std::unique_ptr<OperatorProcess>> processes_;
};

}  // namespace

Outcome run(const Options& options)
{
  Outcome outcome;
  World world(options);
  try {
    outcome.why = world.drive();
  } catch (const std::exception& error) {
    outcome.why = std::string("exception: ") + error.what();
  }
  outcome.converged = outcome.why.empty();
  world.report(outcome);
  if (!outcome.converged) world.give_up();
  return outcome;
}

}  // namespace kubexx::simulation
