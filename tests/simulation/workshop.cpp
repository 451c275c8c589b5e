// SPDX-License-Identifier: Apache-2.0
// The operators of one cluster: the sample's, and that of Routers.
#include <memory>
#include <utility>

#include "custom_resources.hpp"
#include "edits.hpp"
#include "foo.hpp"
#include "foo_checks.hpp"
#include "foo_reconciler.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "lagging_collector.hpp"
#include "router.hpp"
#include "router_checks.hpp"
#include "scenario.hpp"

namespace kubexx::simulation {

namespace {

using testing::Fault;

class Workshop final : public Scenario {
public:
  explicit Workshop(const Options& options)
      : Scenario(options),
        server_random_(options.seed ^ 0x5e57e57e57e57e57U),
        server_({.clock = &sim_.clock(), .random = &server_random_}),
        collector_(sim_.clock(), server_, conditions_.garbage_period),
        direct_(collector_.transport(make_in_process_transport(sim_.runtime(), server_))),
        person_(sim_.user_runtime(), direct_),
        edits_(server_, person_, faults_.lists,
               {resource_of<sample::Foo>(), resources::deployments, resource_of<Router>(), resources::config_maps})
  {
    install_custom_resources(person_);
    processes_.push_back(std::make_unique<OperatorProcess>(sim_, direct_, faults_, foo_operator()));
    processes_.push_back(std::make_unique<OperatorProcess>(sim_, direct_, faults_, router_operator()));
  }

private:
  const Processes& processes() const override { return processes_; }
  Fault draw_edit(Random& random, Duration last) const override { return edits_.draw(random, last); }
  std::string make_edit(const std::string& edit) override { return edits_.make(edit); }
  void finish_edits() override
  {
    collector_.catch_up();
    edits_.finish();
  }
  std::string damage() const override { return edits_.damage(); }
  std::size_t open_watches() const override { return server_.open_watches(); }

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

  std::string wrong_in_caches() override
  {
    for (const auto& process : processes_) {
      for (const auto& type : process->kinds()) {
        if (auto differs = process->cache_differs(type, person_.list(type).items); !differs.empty()) return differs;
      }
    }
    return {};
  }

  std::string wrong_on_server() const override
  {
    std::string wrong = wrong_with_foos(person_);
    if (wrong.empty()) wrong = wrong_with_routers(person_, *mapper_log_);
    return wrong;
  }

  void count(Coverage& coverage) const override
  {
    for (std::size_t kind = 0; kind < testing::kFaultKinds; ++kind) {
      const auto name = testing::name_of(static_cast<testing::FaultKind>(kind));
      coverage.add(std::string(name), happened(name));
    }
    coverage.add("history compacted", happened("server compact"));
    coverage.add("watches closed by the server", happened("server close-watches"));
    coverage.add("streaming list", faults_.traffic.streaming_lists);
    coverage.add("later page of a list", faults_.traffic.later_pages);
    coverage.add("garbage collected late", collector_.late_runs());
    Scenario::count(coverage);
    coverage.add("finalizer removed by its operator", mapper_log_->finalized);
    coverage.add("mapper threw", mapper_log_->throws);
  }

  SeededRandom server_random_;
  ApiServer server_;
  LaggingCollector collector_;
  std::shared_ptr<Transport> direct_;
  Client person_;
  Edits edits_;
  std::shared_ptr<MapperLog> mapper_log_ = std::make_shared<MapperLog>();
  Processes processes_;
};

}  // namespace

std::unique_ptr<Scenario> make_workshop(const Options& options)
{
  return std::make_unique<Workshop>(options);
}

}  // namespace kubexx::simulation
