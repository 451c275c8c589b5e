// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include <map>
#include <set>
#include <utility>

#include "foo.hpp"
#include "foo_reconciler.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/client/resources.hpp"
#include "kubexx/controller.hpp"
#include "kubexx/testing/faults.hpp"
#include "kubexx/testing/simulated_runtime.hpp"
#include "kubexx/testing/trace.hpp"
#include "user.hpp"

namespace kubexx::simulation {

namespace {

using testing::FaultCounts;
using testing::FaultRates;
using testing::SimulatedRuntime;
using testing::Trace;

constexpr Duration kLongestPause = std::chrono::milliseconds(4000);  // between two edits
constexpr Duration kLongestLatency = std::chrono::milliseconds(20);  // each way
constexpr Duration kFaultFree = std::chrono::hours(2);               // enough for the longest back-off (1000 s)

constexpr const char* kFooCrd = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "foos.samplecontroller.k8s.io",
               "annotations": {"api-approved.kubernetes.io": "unapproved, experimental-only"}},
  "spec": {"group": "samplecontroller.k8s.io", "scope": "Namespaced",
    "names": {"kind": "Foo", "listKind": "FooList", "plural": "foos", "singular": "foo"},
    "versions": [{"name": "v1alpha1", "served": true, "storage": true, "subresources": {"status": {}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
          "deploymentName": {"type": "string"},
          "replicas": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 10}}},
        "status": {"type": "object", "properties": {"availableReplicas": {"type": "integer", "format": "int32"}}}}}}}]}
})json";

const char* name_of(Delta::Type type)
{
  switch (type) {
    case Delta::Type::list_started:
      return "list started";
    case Delta::Type::applied:
      return "applied";
    case Delta::Type::list_done:
      return "list done";
    case Delta::Type::deleted:
      return "deleted";
  }
  return "?";
}

FaultRates rough_weather()
{
  FaultRates rates;
  rates.refused = 0.03;
  rates.lost_response = 0.05;
  rates.conflict = 0.08;
  rates.too_many_requests = 0.02;
  rates.internal_error = 0.03;
  rates.watch_gone = 0.05;
  rates.watch_dropped = 0.05;
  rates.watch_ended = 0.03;
  rates.watch_delayed = 0.10;
  rates.longest_latency = kLongestLatency;
  return rates;
}

class World {
public:
  explicit World(const Options& options)
      : options_(options),
        sim_(options.seed),
        server_random_(options.seed ^ 0x5e57e57e57e57e57U),
        user_random_(options.seed ^ 0x0edc0edc0edc0edcU),
        server_({.clock = &sim_.clock(), .random = &server_random_}),
        trace_(sim_.clock()),
        direct_(make_in_process_transport(sim_.runtime(), server_)),
        person_(sim_.runtime(), direct_),
        user_(person_, user_random_),
        manager_(operator_client(), manager_options())
  {
    if (options.keep_text) trace_.keep_text();
    person_.create(resources::custom_resource_definitions, Object::parse(kFooCrd));
    sample::add_foo_controller(manager_, 2, queue_observer());
  }

  Outcome run()
  {
    manager_.start();
    for (int edit = 0; edit < options_.edits; ++edit) {
      sim_.run_for(pause());
      disturb();
      trace_.record("user", {user_.edit()});
    }
    rates_ = FaultRates{};
    rates_.longest_latency = kLongestLatency;
    Outcome outcome;
    const bool settled = sim_.run_until([this] { return disagreement().empty(); }, kFaultFree);
    outcome.converged = settled && held_twice_.empty();
    outcome.why = held_twice_.empty() ? disagreement() : held_twice_;
    outcome.virtual_time = sim_.clock().now().time_since_epoch();
    stop(outcome);
    outcome.hash = trace_.hash();
    outcome.entries = trace_.entries();
    outcome.calls = counts_.requests;
    outcome.faults = counts_.faults + disturbances_;
    outcome.text = trace_.text();
    return outcome;
  }

private:
  Duration pause()
  {
    const auto longest = static_cast<std::uint64_t>(kLongestPause.count());
    // Now and then several edits fall together.
    if (user_random_.below(4) == 0) return Duration::zero();
    return Duration(static_cast<Duration::rep>(user_random_.below(longest)));
  }

  // What an administrator or a rolling control plane does to watches.
  void disturb()
  {
    switch (user_random_.below(12)) {
      case 0:
        ++disturbances_;
        trace_.record("disturb", {"compaction and watches closed"});
        server_.compact();
        server_.close_watches();
        break;
      case 1:
        ++disturbances_;
        trace_.record("disturb", {"watches closed"});
        server_.close_watches();
        break;
      default:
        break;
    }
  }

  Client operator_client()
  {
    return Client(sim_.runtime(), testing::make_fault_transport(sim_.runtime(), direct_, rates_, counts_, &trace_));
  }

  ManagerOptions manager_options()
  {
    ManagerOptions options;
    options.name = "sample-controller";
    options.configure_informer = [this](const ResourceType& type, InformerOptions& informer) {
      informer.observer = [this, kind = type.kind](const Delta& delta) {
        trace_.record(
            "delta",
            {kind, name_of(delta.type), delta.object ? delta.object.key().to_string() : std::string(),
             delta.object ? std::string(delta.object.resource_version()) : std::string(), delta.resource_version});
      };
    };
    return options;
  }

  QueueObserver<Request> queue_observer()
  {
    return [this](const QueueEvent<Request>& event) {
      const std::string key = event.key ? event.key->to_string() : std::string();
      trace_.record("queue",
                    {std::to_string(static_cast<int>(event.operation)), key, std::to_string(event.delay.count()),
                     std::to_string(event.failures), std::to_string(event.ready)});
      if (event.operation == QueueOperation::dispatched && !held_.insert(key).second)
        held_twice_ = "held twice: " + key;
      if (event.operation == QueueOperation::done) held_.erase(key);
      ready_ = event.ready;
      if (event.failures == 0) {
        failures_.erase(key);
      } else {
        failures_[key] = event.failures;
      }
    };
  }

  // What is not as it should be; empty when everything is.
  std::string disagreement()
  {
    const auto foos = person_.list(foo_type()).items;
    const auto deployments = person_.list(resources::deployments).items;
    if (auto stale = cache_differs(foo_type(), foos); !stale.empty()) return stale;
    if (auto stale = cache_differs(resources::deployments, deployments); !stale.empty()) return stale;
    if (!held_.empty()) return "a key is held: " + *held_.begin();
    if (ready_ != 0) return "keys are queued";
    if (!failures_.empty()) return "failures are not forgotten: " + failures_.begin()->first;

    std::map<std::string, const Object*> by_owner;
    for (const auto& deployment : deployments) {
      const auto owner = deployment.controller_owner();
      if (!owner) return "a Deployment without owner: " + deployment.key().to_string();
      by_owner[std::string(owner->uid)] = &deployment;
    }
    if (by_owner.size() != deployments.size()) return "a Foo with two Deployments";
    if (by_owner.size() != foos.size()) return "Foos and Deployments differ in number";
    for (const auto& foo : foos) {
      const auto found = by_owner.find(std::string(foo.uid()));
      if (found == by_owner.end()) return "no Deployment for " + foo.key().to_string();
      const Object& deployment = *found->second;
      if (deployment.at("/spec/replicas").as_int() != foo.at("/spec/replicas").as_int()) {
        return "replicas differ: " + foo.key().to_string();
      }
      const auto available = deployment.at("/status/availableReplicas").as_int().value_or(0);
      if (foo.at("/status/availableReplicas").as_int().value_or(0) != available) {
        return "status differs: " + foo.key().to_string();
      }
    }
    return {};
  }

  std::string cache_differs(const ResourceType& type, const std::vector<Object>& truth)
  {
    const auto cached = manager_.cache(type).informer().store().list();
    if (cached.size() != truth.size()) return "the cache of " + type.plural + " has another size";
    for (std::size_t index = 0; index < truth.size(); ++index) {
      if (!same_version(cached[index], truth[index])) return "the cache differs: " + truth[index].key().to_string();
    }
    return {};
  }

  void stop(Outcome& outcome)
  {
    // manager_ is a member, so the coroutine's function may refer to it.
    bool clean = false;
    struct Stop {
      static awaitable<void> run(Manager& manager, bool& clean) { clean = co_await manager.async_stop(); }
    };
    const bool ended = sim_.run([&] { return Stop::run(manager_, clean); }, std::chrono::minutes(5));
    if (!ended || !clean) {
      outcome.converged = false;
      outcome.why = "the manager did not stop cleanly";
    }
  }

  Options options_;
  SimulatedRuntime sim_;
  SeededRandom server_random_;
  SeededRandom user_random_;
  ApiServer server_;
  Trace trace_;
  FaultRates rates_ = rough_weather();
  FaultCounts counts_;
  std::uint64_t disturbances_ = 0;
  std::shared_ptr<Transport> direct_;
  Client person_;
  User user_;
  std::set<std::string> held_;
  std::string held_twice_;
  std::size_t ready_ = 0;
  std::map<std::string, std::uint32_t> failures_;  // of the keys that have some
  Manager manager_;
};

}  // namespace

const ResourceType& foo_type()
{
  return resource_of<sample::Foo>();
}

Outcome run(const Options& options)
{
  return World(options).run();
}

}  // namespace kubexx::simulation
