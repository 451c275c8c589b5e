// SPDX-License-Identifier: Apache-2.0
#include "operator_test_impl.hpp"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "failure_text.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/discovery.hpp"

namespace kubexx::testing {

namespace {

constexpr std::size_t kBusyKeys = 10;
constexpr std::size_t kLastCalls = 10;
constexpr std::size_t kKeptLines = 20;               // warnings and errors
constexpr Duration kStop = std::chrono::minutes(2);  // longer than any manager's grace by default

std::unique_ptr<TestWorld> open_world(const OperatorTestOptions& options, const std::shared_ptr<RecordingLog>& log,
                                      PrometheusMetrics& metrics, const std::shared_ptr<WebhookFaults>& webhook_faults)
{
  if (!options.setup) throw std::invalid_argument("OperatorTestOptions::setup is not set: it adds the controllers");
  if (options.faults && !options.server.is_simulated()) {
    throw std::invalid_argument("OperatorTestOptions::faults: faults are drawn only in a simulation");
  }
  if (options.start_time && !options.server.is_simulated()) {
    throw std::invalid_argument("OperatorTestOptions::start_time: only the time of a simulation can begin anywhere");
  }
  if (options.simulate_controllers && options.server.is_real()) {
    throw std::invalid_argument(
        "OperatorTestOptions::simulate_controllers: only the embedded server has controllers that are simulated");
  }
  if (!options.webhook_services.empty() && (options.server.is_real() || options.server.is_simulated())) {
    throw std::invalid_argument("OperatorTestOptions::webhook_services: only for TestServer::embedded()");
  }
  WorldOptions world;
  world.webhook_faults = webhook_faults;
  world.simulate_controllers = options.simulate_controllers;
  world.start_time = options.start_time;
  world.webhook_services = options.webhook_services;
  world.seed = options.seed;
  world.faults = options.faults;
  world.max_tasks = options.max_tasks;
  world.log = Log(log);
  world.metrics = &metrics;
  return options.server.backend()->open(world);
}

std::string lines_of(const std::vector<std::string>& texts)
{
  std::string all;
  for (const auto& text : texts) all += text + "\n";
  return all;
}

std::string lease_namespace(const Manager& manager)
{
  const auto& election = manager.options().leader_election;
  return election->namespace_.empty() ? manager.client().default_namespace() : election->namespace_;
}

}  // namespace

OperatorTest::Impl::Impl(OperatorTestOptions given)
    : options(std::move(given)),
      log(std::make_shared<RecordingLog>(
          RecordingLog::Options{.least = LogLevel::warn, .next = options.log, .max_lines = kKeptLines, .times = true})),
      world(open_world(options, log, metrics, webhook_faults)),
      calls(std::make_shared<OperatorCalls>(options.check_permissions, [at = world.get()] { at->count_call(); })),
      manifests(*world),
      webhooks(*world, webhook_faults, options.server.is_real())
{
  for (const auto& manifest : options.manifests) manifests.apply(manifest);
  for (const auto& name : options.clusters) (void)add_cluster(name);
}

OperatorTest::Impl::~Impl()
{
  try {
    world->force_time();
    if (world->faults() != nullptr) world->faults()->plan.stop();
    calls->set_all_reachable();
    (void)end_lives();
  } catch (const std::exception&) {
    // The test has ended, well or not.
  }
}

Duration OperatorTest::Impl::patience(std::optional<Duration> within) const
{
  const Duration usual = options.server.is_simulated() ? std::chrono::minutes(10) : std::chrono::minutes(1);
  return within.value_or(options.wait_timeout.value_or(usual));
}

Manager& OperatorTest::Impl::manager()
{
  if (lives_.empty()) throw std::logic_error("OperatorTest: the operator has not been started");
  return *lives_.back()->manager;
}

void OperatorTest::Impl::begin_life()
{
  auto life = std::make_unique<Life>();
  const auto process = life->process;
  const Client network = world->operator_client([this, process](Duration after) { crashed(process, after); });
  ManagerOptions with = options.manager;
  if (options.server.is_real() && with.namespaces.empty()) with.namespaces = {world->ns()};
  if (options.serve_webhooks) {
    webhooks.prepare(with);
  } else if (!with.webhooks.certificate) {
    with.webhooks.address.clear();
  }
  life->manager =
      std::make_unique<Manager>(network.with_innermost(make_call_interceptor(calls, process)), std::move(with));
  for (const auto& cluster : clusters_) life->manager->add_cluster(cluster->name, client_of(*cluster, *life));
  options.setup(*life->manager);
  if (options.check_crds && !std::exchange(crds_checked_, true)) check_crds(*life->manager);
  lives_.push_back(std::move(life));
  running_ = true;  // from now on it has to be stopped, also when it cannot start
  allow_declared();
  manager().start();
  if (options.serve_webhooks) {
    webhooks.begin(manager(), [all = calls, process] { return !all->is_dead(*process); });
  }
}

void OperatorTest::Impl::check_crds(const Manager& manager)
{
  const auto kinds = manager.described_kinds();
  const bool custom =
      std::any_of(kinds.begin(), kinds.end(), [](const DescribedKind& kind) { return !kind.resource->group.empty(); });
  if (!custom) return;
  std::string problems;
  for (const Object& definition : world->user().list_all(resources::custom_resource_definitions).items) {
    const nlohmann::json crd = definition.json();
    const auto text = [&crd](const char* pointer) { return crd.value(nlohmann::json::json_pointer(pointer), ""); };
    for (const DescribedKind& kind : kinds) {
      const ResourceInfo& ours = *kind.resource;
      const bool same = text("/spec/names/plural") == ours.plural || text("/spec/names/kind") == ours.kind;
      if (text("/spec/group") != ours.group || !same) continue;
      const auto mismatches = crd_mismatches(kind, crd);
      if (mismatches.empty()) continue;
      problems += manifests.source_of_crd(std::string(definition.name())) + " and the struct of " +
                  std::string(ours.kind) + " " + std::string(ours.version) + ":\n";
      for (const auto& mismatch : mismatches) problems += "  " + mismatch + "\n";
    }
  }
  if (!problems.empty()) throw TestFailure("a CRD does not fit the struct of its kind\n" + problems);
}

void OperatorTest::Impl::start()
{
  if (running_) throw std::logic_error("OperatorTest: the operator has been started already");
  begin_life();
  const auto ready = [this] { return !calls->is_dead(*lives_.back()->process) && manager().ready(); };
  const Duration limit = patience(std::nullopt);
  if (!run_until(ready, limit)) fail("the operator becomes ready", manager().readiness().text("readyz", true), {});
}

void OperatorTest::Impl::crash()
{
  if (!running_) throw std::logic_error("OperatorTest: the operator does not run");
  (void)calls->kill(*lives_.back()->process);
  look();
}

void OperatorTest::Impl::crashed(const std::shared_ptr<OperatorLife>& process, Duration restart_after)
{
  const SteadyTime when = saturating_add(world->runtime().clock->now(), restart_after);
  restart_at_ = when.time_since_epoch().count();
  restart_timer_ = world->runtime().clock->call_at(when, [] {});
  (void)calls->kill(*process);
}

awaitable<void> OperatorTest::Impl::end(Life& life)
{
  const bool clean = co_await life.manager->async_stop();
  life.clean = clean;
  life.ended = true;
}

void OperatorTest::Impl::look()
{
  if (!running_) return;
  Life& last = *lives_.back();
  if (calls->is_dead(*last.process)) {
    const SteadyTime when{Duration(restart_at_.load())};
    if (world->runtime().clock->now() < when) return;
    restart_at_ = 0;
    crashed_ = true;
    // What a process that crashed still does reaches nobody.
    spawn(world->runtime().executor, end(last));
    begin_life();
  }
  fail_for_undeclared_calls();
  fail_for_webhooks();
}

void OperatorTest::Impl::fail_for_webhooks()
{
  const std::string failure = webhooks.take_failure();
  if (failure.empty()) return;
  throw TestFailure(failure + "\n" + shown_part("the operator's last warnings and errors", log->text()));
}

void OperatorTest::Impl::fail_for_undeclared_calls()
{
  if (calls->undeclared().empty()) return;
  allow_declared();  // a controller may have been added meanwhile
  const auto undeclared = calls->undeclared();
  if (undeclared.empty()) return;
  throw TestFailure("the operator made calls that it has not declared and that its roles in a cluster do not allow:\n" +
                    lines_of(undeclared));
}

bool OperatorTest::Impl::run_until(const std::function<bool()>& done, Duration within)
{
  try {
    return world->run_until(
        [&] {
          look();
          return done();
        },
        within);
  } catch (const SimulationStuck& failure) {
    fail_for_standing_time(failure);
  }
}

bool OperatorTest::Impl::run_until_and_after_writes(const std::function<bool()>& done, Duration within,
                                                    std::string& last_write)
{
  if (!options.server.is_simulated()) return run_until(done, within);
  bool is_done = false;
  std::exception_ptr thrown;
  const auto ask = [&](const OperatorCall& call) {
    if (is_done || thrown) return;
    try {
      is_done = done();
    } catch (...) {
      thrown = std::current_exception();
    }
    if (is_done) last_write = call.to_string();
  };
  calls->on_write(ask);
  const std::shared_ptr<void> until_here(nullptr, [this](void*) { calls->on_write({}); });
  return run_until(
      [&] {
        if (thrown) std::rethrow_exception(thrown);
        return is_done || done();
      },
      within);
}

std::string OperatorTest::Impl::end_lives()
{
  if (lives_.empty()) return {};
  Life& last = *lives_.back();
  const bool crashed = calls->is_dead(*last.process);
  if (std::exchange(running_, false)) spawn(world->runtime().executor, end(last));
  std::string running;
  const auto ended = [&] {
    running.clear();
    for (std::size_t index = 0; index < lives_.size(); ++index) {
      if (!lives_[index]->ended) running += (running.empty() ? "" : ", ") + std::to_string(index + 1);
    }
    return running.empty();
  };
  try {
    if (!world->run_until(ended, kStop)) return "the manager did not stop (start " + running + ")";
  } catch (const SimulationStuck& failure) {
    fail_for_standing_time(failure);
  }
  const bool died = crashed || calls->is_dead(*last.process);
  if (died) crashed_ = true;
  const bool clean = last.clean || died;
  allow_declared();
  last_metrics_ = metrics.text();
  webhooks.end();
  lives_.clear();
  return clean ? "" : "the manager did not stop cleanly";
}

void OperatorTest::Impl::stop()
{
  if (!running_) throw std::logic_error("OperatorTest: the operator does not run");
  fail_for_undeclared_calls();
  const std::string before = metrics.text();
  const std::string wrong = end_lives();
  fail_for_undeclared_calls();  // at the stop
  if (!wrong.empty())
    throw TestFailure(wrong + "\n" + shown_part("the operator's last warnings and errors", log->text()));
  if (options.check_reconciles && !crashed_) fail_for_failed_reconciles(before);
  fail_for_webhooks();
  auto pending = calls->pending_faults();
  for (auto& fault : webhook_faults->pending()) pending.push_back(std::move(fault));
  if (!pending.empty()) {
    throw TestFailure(
        "these faults were requested but did not happen, because the operator made no such call, or too few:\n" +
        lines_of(pending));
  }
}

void OperatorTest::Impl::fail_for_failed_reconciles(const std::string& before) const
{
  std::string text;
  const auto at_the_end = reconcile_results(last_metrics_);
  for (const auto& [controller, results] : reconcile_results(before)) {
    const auto end = at_the_end.find(controller);
    if (results.failed == 0 || results.succeeded != 0) continue;
    if (end != at_the_end.end() && end->second.succeeded != 0) continue;
    text += "every reconcile of controller " + controller + " has failed: " + std::to_string(results.failed) +
            " of them. If the test expects that, set OperatorTestOptions::check_reconciles to false\n";
  }
  if (text.empty()) return;
  throw TestFailure(text + shown_part("the operator's last warnings and errors", log->text()));
}

void OperatorTest::Impl::fail_for_standing_time(const SimulationStuck& failure)
{
  std::string text = std::string(failure.what()) + "\n";
  std::vector<Request> keys;
  if (!lives_.empty()) {
    const auto& manager = *lives_.back()->manager;
    std::string busy;
    if (manager.flight_recorder()) {
      for (const auto& one :
           manager.flight_recorder()->busiest(world->runtime().clock->wall_now() - kMoment, kBusyKeys)) {
        busy +=
            one.key.to_string() + " in controller " + one.controller + ": " + std::to_string(one.total) + " times\n";
        if (std::find(keys.begin(), keys.end(), one.key) == keys.end()) keys.push_back(one.key);
      }
    }
    text += shown_part("keys that are reconciled again and again", busy);
    text += shown_part("the last calls", shown_last_calls(calls->calls(), kLastCalls));
    if (!keys.empty()) text += shown_part("why", shown_reasons(manager, {keys.front()}));
  }
  text += shown_part("the operator's last warnings and errors", log->text());
  throw TestFailure(text);
}

bool OperatorTest::Impl::is_of_election(const OperatorCall& call)
{
  const auto& election = manager().options().leader_election;
  if (!election || !call.cluster.empty() || call.resource != resources::leases.group_resource()) return false;
  return call.key == ObjectKey{lease_namespace(manager()), election->lease};
}

void OperatorTest::Impl::restart_server(Duration down)
{
  calls->set_reachable({}, false);
  world->stop_server();
  (void)run_until([] { return false; }, down);
  world->start_server();
  calls->set_reachable({}, true);
}

// Not in the namespaces of begin_life, which are the kit's own.
void OperatorTest::Impl::allow_declared()
{
  if (lives_.empty()) return;
  const Manager& manager = *lives_.back()->manager;
  const auto grants = [&](const std::string& cluster) {
    return role_grants(manager.permissions(cluster), options.manager.namespaces);
  };
  auto own = grants({});
  if (manager.options().leader_election) own.push_back({lease_namespace(manager), manager.lease_permissions()});
  if (const auto& authority = manager.options().webhooks.authority) {
    own.push_back({authority->namespace_, manager.certificate_permissions()});
  }
  calls->allow({}, std::move(own));
  for (const auto& cluster : clusters_) calls->allow(cluster->name, grants(cluster->name));
}

Client OperatorTest::Impl::client_of(const AddedCluster& cluster, const Life& life) const
{
  return Client(world->runtime(), cluster.way).with_innermost(make_call_interceptor(calls, life.process, cluster.name));
}

const Client& OperatorTest::Impl::add_cluster(const std::string& name)
{
  const bool taken =
      std::any_of(clusters_.begin(), clusters_.end(), [&](const auto& one) { return one->name == name; });
  if (name.empty() || name.find(':') != std::string::npos || taken) {
    throw std::invalid_argument("OperatorTest: a cluster needs a name of its own without a colon, not '" + name + "'");
  }
  const std::uint64_t seed = options.seed + 0x9e3779b97f4a7c15U * (clusters_.size() + 1);
  clusters_.push_back(std::make_unique<AddedCluster>(*world, name, seed));
  const AddedCluster& made = *clusters_.back();
  if (running_) {
    allow_declared();
    manager().add_cluster(name, client_of(made, *lives_.back()));
  }
  return made.user;
}

const AddedCluster& OperatorTest::Impl::cluster(std::string_view name) const
{
  for (const auto& one : clusters_) {
    if (one->name == name) return *one;
  }
  throw std::out_of_range("OperatorTest: there is no cluster '" + std::string(name) + "': call add_cluster()");
}

void OperatorTest::Impl::require_running(const char* what) const
{
  if (running_) return;
  throw std::logic_error(std::string("OperatorTest: ") + what + ": the operator does not run: call start()");
}

void OperatorTest::Impl::require_resource(const char* what, std::string_view resource)
{
  const std::string_view named = resource.substr(0, resource.find('/'));
  if (served_.contains(named) || calls->knows(resource)) return;
  const Discovery served = discover(world->user());
  for (const auto& group : served.groups) {
    for (const auto& version : group.versions) {
      for (const auto& one : version.resources) {
        served_.insert(one.type.plural);
        served_.insert(one.type.group_resource());
      }
    }
  }
  if (served_.contains(named)) return;
  throw std::invalid_argument(std::string("OperatorTest: ") + what + ": there is no resource \"" +
                              std::string(resource) + "\": use the plural, e.g. \"backups\" or \"deployments.apps\"");
}

void OperatorTest::Impl::add_fault(NamedFault fault)
{
  if (!fault.cluster.empty()) (void)cluster(fault.cluster);
  calls->add(std::move(fault));
}

void OperatorTest::Impl::fail(const std::string& what, const std::string& found, const std::vector<Request>& keys)
{
  std::string text = "expected " + what + "\n";
  if (!running_) text += "the operator does not run: call start()\n";
  text += shown_part("found", found);
  text += shown_part("the last events", shown_events(world->user(), world->ns()));
  if (!lives_.empty()) text += shown_part("why", shown_reasons(*lives_.back()->manager, keys));
  text += shown_part("the operator's last warnings and errors", log->text());
  if (Faults* const faults = world->faults()) {
    std::string list;
    for (const auto& fault : faults->plan.happened()) list += to_string(fault) + "\n";
    text += shown_part("faults of seed " + std::to_string(options.seed), list);
  }
  throw TestFailure(text);
}

}  // namespace kubexx::testing
