// SPDX-License-Identifier: Apache-2.0
#include "operator_process.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kubexx::simulation {

namespace {

constexpr Duration kLongestStop = std::chrono::minutes(5);
constexpr Duration kRestart = std::chrono::seconds(1);  // of a process that leads no more

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

}  // namespace

OperatorProcess::OperatorProcess(testing::SimulatedRuntime& runtime, std::shared_ptr<Transport> server,
                                 testing::Faults& faults, Setup setup)
    : runtime_(runtime), server_(std::move(server)), faults_(faults), setup_(std::move(setup))
{
  begin_life();
}

void OperatorProcess::begin_life()
{
  lives_.push_back(std::make_unique<Life>());
  Life& life = *lives_.back();
  life.manager =
      std::make_unique<Manager>(Client(runtime_.runtime(), connect(life, "", server_)), manager_options(life));
  if (setup_.on_start) setup_.on_start();
  setup_.add_controllers(*life.manager, [this, &life](const std::string& name) { return observer(life, name); });
  join(life);
}

std::shared_ptr<Transport> OperatorProcess::connect(Life& life, const std::string& cluster,
                                                    std::shared_ptr<Transport> to)
{
  const std::string name = cluster.empty() ? setup_.name : setup_.name + "@" + cluster;
  life.networks.push_back(testing::make_fault_transport(runtime_.runtime(), std::move(to), faults_, name,
                                                        [this, &life](Duration after) { crash(life, after); }));
  return life.networks.back();
}

void OperatorProcess::start()
{
  Life& life = *lives_.back();
  if (setup_.elected) {
    spawn(runtime_.runtime().executor, run(*this, life));
  } else {
    life.manager->start();
  }
}

awaitable<void> OperatorProcess::run(OperatorProcess& self, Life& life)
{
  (void)co_await life.manager->async_run({});
  if (life.crashed || life.asked) co_return;
  life.lost = life.ended = life.clean = true;
  ++self.losses_;
  self.trace("lost", {self.setup_.name});
  spawn(self.runtime_.runtime().executor, restart(self, kRestart));
}

bool OperatorProcess::runs() const
{
  const Life& life = *lives_.back();
  return !life.crashed && !life.lost && !life.asked;
}

bool OperatorProcess::leads() const
{
  return runs() && lives_.back()->manager->is_leader();
}

// Those that it shall have and has not.
void OperatorProcess::join(Life& life)
{
  if (!setup_.clusters || life.crashed || life.lost || life.asked) return;
  const auto has = life.manager->clusters();
  for (auto& [name, transport] : setup_.clusters()) {
    if (std::find(has.begin(), has.end(), name) != has.end()) continue;
    try {
      life.manager->add_cluster(name, Client(runtime_.runtime(), connect(life, name, transport)));
    } catch (const std::logic_error&) {
      return;  // it has just lost its Lease and stops
    }
  }
}

void OperatorProcess::clusters_changed()
{
  Life& life = *lives_.back();
  if (life.crashed || life.lost || life.asked) return;
  const auto wanted = setup_.clusters();
  for (const auto& name : life.manager->clusters()) {
    if (!wanted.contains(name)) spawn(runtime_.runtime().executor, leave(*this, life, name));
  }
  join(life);
}

// It may be wanted again by then.
awaitable<void> OperatorProcess::leave(OperatorProcess& self, Life& life, std::string cluster)
{
  (void)co_await life.manager->async_remove_cluster(std::move(cluster));
  self.join(life);
}

// Called by the transport, in the middle of a call of the manager: so everything happens later.
void OperatorProcess::crash(Life& life, Duration restart_after)
{
  if (life.crashed || life.lost) return;
  life.crashed = true;
  for (const auto& network : life.networks) network->cut();
  trace("crash", {setup_.name});
  spawn(runtime_.runtime().executor, end(*this, life));
  spawn(runtime_.runtime().executor, restart(*this, restart_after));
}

// A process that crashes ends nothing in order; but what it still does reaches nobody. So one that is elected may lose
// the lead meanwhile, and answers false; that nothing goes on is another question, which its log answers.
awaitable<void> OperatorProcess::end(OperatorProcess& self, Life& life)
{
  life.asked = true;
  const bool well = co_await life.manager->async_stop();
  life.clean = well || (life.crashed && self.setup_.elected);
  life.ended = true;
}

awaitable<void> OperatorProcess::restart(OperatorProcess& self, Duration after)
{
  const Runtime runtime = self.runtime_.runtime();
  co_await async_sleep(*runtime.clock, after);
  self.trace("start", {self.setup_.name});
  self.begin_life();
  self.start();
}

std::string OperatorProcess::stop()
{
  Life& life = *lives_.back();
  if (life.crashed || life.lost) return setup_.name + " was not started again";
  spawn(runtime_.runtime().executor, end(*this, life));
  const auto all_ended = [this] {
    for (const auto& each : lives_) {
      if (!each->ended) return false;
    }
    return true;
  };
  if (!runtime_.run_until(all_ended, kLongestStop)) return "the manager did not stop: " + setup_.name;
  for (const auto& each : lives_) {
    if (!each->clean) return "the manager did not stop cleanly: " + setup_.name;
  }
  return {};
}

ManagerOptions OperatorProcess::manager_options(Life& life)
{
  ManagerOptions options;
  options.name = setup_.name;
  options.workers = setup_.workers;
  if (setup_.elected) {
    options.leader_election.emplace();
    options.leader_election->lease = "simulation";
  }
  options.configure_informer = [this, &life](const ResourceType& type, const std::string&, InformerOptions& informer) {
    informer.stream_list = setup_.stream_list;
    informer.page_size = setup_.page_size;
    informer.observer = [this, &life, kind = type.kind](const Delta& delta) {
      if (life.crashed) return;
      trace("delta",
            {setup_.name, kind, name_of(delta.type), delta.object ? delta.object.key().to_string() : std::string(),
             delta.object ? std::string(delta.object.resource_version()) : std::string(), delta.resource_version});
    };
  };
  return options;
}

QueueObserver<Request> OperatorProcess::observer(Life& life, const std::string& controller)
{
  return [this, &life, controller](const QueueEvent<Request>& event) {
    if (life.crashed) return;
    const std::string key = event.key ? event.key->to_string() : std::string();
    trace("queue", {controller, std::to_string(static_cast<int>(event.operation)), key,
                    std::to_string(event.delay.count()), std::to_string(event.failures), std::to_string(event.ready)});
    QueueState& queue = life.queues[controller];
    if (event.operation == QueueOperation::dispatched) ++dispatched_[controller];
    if (event.operation == QueueOperation::dispatched && !queue.processing.insert(key).second) {
      broken_ = "two workers have the same key: " + controller + " " + key;
    }
    if (event.operation == QueueOperation::dispatched && setup_.wrong_at_work && broken_.empty()) {
      broken_ = setup_.wrong_at_work();
    }
    if (event.operation == QueueOperation::done) queue.processing.erase(key);
    if (event.operation == QueueOperation::rate_limited) queue.retries.insert(key);
    if (event.operation == QueueOperation::due || event.operation == QueueOperation::dropped) queue.retries.erase(key);
    queue.ready = event.ready;
    if (event.failures == 0) {
      queue.failures.erase(key);
    } else {
      queue.failures[key] = event.failures;
    }
  };
}

std::string OperatorProcess::busy() const
{
  const Life& life = *lives_.back();
  if (life.crashed) return setup_.name + " has crashed";
  if (life.lost) return setup_.name + " leads no more";
  for (const auto& [controller, queue] : life.queues) {
    if (!queue.processing.empty()) return "a key is processed: " + controller + " " + *queue.processing.begin();
    if (queue.ready != 0) return "keys are queued: " + controller;
    if (!queue.failures.empty()) {
      return "failures are not forgotten: " + controller + " " + queue.failures.begin()->first;
    }
    if (!queue.retries.empty()) return "a retry is to come: " + controller + " " + *queue.retries.begin();
  }
  return {};
}

std::string OperatorProcess::cache_differs(const ResourceType& type, const std::vector<Object>& truth) const
{
  const std::string where = setup_.name + "'s cache of " + type.plural;
  const auto cached = lives_.back()->manager->cache(type).informer().store().list();
  if (cached.size() != truth.size()) return where + " has another size";
  for (std::size_t index = 0; index < truth.size(); ++index) {
    if (!same_version(cached[index], truth[index])) return where + " differs: " + truth[index].key().to_string();
  }
  return {};
}

void OperatorProcess::trace(std::string_view kind, std::initializer_list<std::string_view> fields)
{
  if (faults_.trace != nullptr) faults_.trace->record(kind, fields);
}

}  // namespace kubexx::simulation
