// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/manager.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "manager_impl.hpp"
#include "probe_server.hpp"
#include "recreate_guard.hpp"
#include "within.hpp"

namespace kubexx {

namespace {

// What is left of the grace period for everything after the workers.
constexpr Duration kAfterWorkers = std::chrono::seconds(2);
constexpr Duration kFlushEvents = std::chrono::seconds(3);

EventRecorder::Options event_options(const ManagerOptions& options)
{
  EventRecorder::Options out;
  out.reporting_controller = options.name;
  out.reporting_instance = options.instance;
  return out;
}

const PrometheusMetrics* shown_metrics(const ManagerOptions& options, const Runtime& runtime)
{
  return options.metrics != nullptr ? options.metrics : dynamic_cast<const PrometheusMetrics*>(runtime.metrics);
}

std::string age(SteadyTime since, SteadyTime now)
{
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now - since).count()) + "s";
}

HealthReport::Item watch_item(const KindCache& cache, SteadyTime now)
{
  const WatchStatus status = cache.informer().status();
  HealthReport::Item item;
  item.name = "watch-" + cache.type().group_resource();
  item.ok = cache.informer().has_synced();
  if (!item.ok) {
    item.detail =
        status.last_error.empty() ? std::string("has not synced yet: ") + to_string(status.state) : status.last_error;
  } else if (status.failing_since) {
    // What is cached still serves; a restart would lose it.
    item.detail = "but failing for " + age(*status.failing_since, now) + ": " + status.last_error;
  }
  return item;
}

HealthReport::Item controller_item(const Controller& controller)
{
  const ControllerStatus status = controller.status();
  HealthReport::Item item;
  item.name = "controller-" + status.name;
  item.ok = status.running;
  if (!item.ok) item.detail = status.started ? "waits for its watches" : "has not started";
  return item;
}

void run_checks(HealthReport& report, const std::vector<std::pair<std::string, HealthCheck>>& checks)
{
  for (const auto& [name, check] : checks) {
    const auto wrong = check();
    report.items.push_back({name, !wrong, wrong.value_or("")});
  }
}

}  // namespace

std::vector<KindCache> Manager::Impl::Caches::of(const ResourceType& type) const
{
  const std::lock_guard lock(mutex);
  const auto found = by_type.find(type);
  return found == by_type.end() ? std::vector<KindCache>() : std::vector{found->second};
}

std::vector<KindCache> Manager::Impl::Caches::all() const
{
  const std::lock_guard lock(mutex);
  std::vector<KindCache> caches;
  caches.reserve(by_type.size());
  for (const auto& [type, cache] : by_type) caches.push_back(cache);
  return caches;
}

Manager::Impl::Impl(Client with, ManagerOptions given)
    : options(std::move(given)),
      runtime(with.runtime()),
      caches_(std::make_shared<Caches>()),
      informers_(with),
      client(with.with_interceptor(
                     make_read_your_writes([caches = caches_](const ResourceType& type) { return caches->of(type); }))
                 .with_interceptor(make_recreate_guard(*with.runtime().clock))),
      events(with, event_options(options))
{
  if (!options.metrics_address.empty() && shown_metrics(options, runtime) == nullptr) {
    throw std::invalid_argument(
        "ManagerOptions::metrics_address is set, but the runtime's metrics are no PrometheusMetrics: set "
        "ManagerOptions::metrics, or give one to the runtime");
  }
  for (const auto* address : {&options.metrics_address, &options.health_address}) {
    if (!address->empty()) {
      (void)parse_listen_address(*address, address == &options.metrics_address ? "metrics address" : "health address");
    }
  }
}

KindCache Manager::Impl::cache(const ResourceType& type)
{
  const std::lock_guard lock(caches_->mutex);
  if (const auto found = caches_->by_type.find(type); found != caches_->by_type.end()) return found->second;
  InformerOptions informer;
  if (type.namespaced()) informer.namespace_ = options.namespace_;
  if (options.configure_informer) options.configure_informer(type, informer);
  KindCache::Options how;
  how.read_your_writes = options.read_your_writes;
  const std::weak_ptr<Caches> caches = caches_;
  informer.observer = [caches, type, others = std::move(informer.observer)](const Delta& delta) {
    if (others) others(delta);
    if (delta.type != Delta::Type::list_done) return;
    const auto all = caches.lock();
    if (!all) return;
    std::unique_lock guard(all->mutex);
    const auto found = all->by_type.find(type);
    if (found == all->by_type.end()) return;
    const KindCache cache = found->second;
    guard.unlock();
    cache.report_missed_deletions();
  };
  const KindCache made(*runtime.clock, informers_.get(type, std::move(informer)), how);
  caches_->by_type.emplace(type, made);
  return made;
}

bool Manager::Impl::has(std::string_view controller) const
{
  const std::lock_guard lock(mutex_);
  return std::any_of(controllers_.begin(), controllers_.end(),
                     [&](const Controller& known) { return known.name() == controller; });
}

void Manager::Impl::add(const Controller& controller)
{
  bool start_now = false;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& known : controllers_) {
      if (known.name() == controller.name()) {
        throw std::logic_error("the manager has a controller named '" + controller.name() + "' already");
      }
    }
    if (stage_ == Stage::stopping || stage_ == Stage::stopped) {
      throw std::logic_error("the manager is stopping: it takes no controller '" + controller.name() + "'");
    }
    controllers_.push_back(controller);
    start_now = stage_ == Stage::started;
  }
  if (start_now) controller.start();
}

void Manager::Impl::add_check(bool of_readiness, std::string name, HealthCheck check)
{
  if (name.empty() || !check) throw std::invalid_argument("a health check needs a name and a function");
  const std::lock_guard lock(mutex_);
  (of_readiness ? ready_checks_ : live_checks_).emplace_back(std::move(name), std::move(check));
}

HealthReport Manager::Impl::readiness() const
{
  HealthReport report;
  std::vector<Controller> controllers;
  Checks checks;
  {
    const std::lock_guard lock(mutex_);
    controllers = controllers_;
    checks = ready_checks_;
    HealthReport::Item running{"manager", stage_ == Stage::started, ""};
    if (!running.ok) running.detail = stage_ == Stage::made ? "has not started" : "is stopping";
    report.items.push_back(std::move(running));
  }
  for (const auto& cache : caches_->all()) report.items.push_back(watch_item(cache, runtime.clock->now()));
  for (const auto& controller : controllers) report.items.push_back(controller_item(controller));
  run_checks(report, checks);
  return report;
}

HealthReport Manager::Impl::liveness() const
{
  HealthReport report;
  report.items.push_back({"ping", true, ""});
  Checks checks;
  {
    const std::lock_guard lock(mutex_);
    checks = live_checks_;
  }
  run_checks(report, checks);
  return report;
}

void Manager::Impl::open_listeners()
{
  ProbePages health;
  const std::weak_ptr<Impl> weak = weak_from_this();
  health.readiness = [weak] {
    const auto self = weak.lock();
    return self ? self->readiness() : HealthReport{{{"manager", false, "is gone"}}};
  };
  health.liveness = [weak] {
    const auto self = weak.lock();
    return self ? self->liveness() : HealthReport{{{"manager", false, "is gone"}}};
  };
  ProbePages metrics;
  if (const auto* shown = shown_metrics(options, runtime)) metrics.metrics = [shown] { return shown->text(); };

  const auto open = [&](const std::string& address, const char* what, ProbePages pages) {
    auto parsed = parse_listen_address(address, what);
    std::shared_ptr<HttpListener> listener = make_probe_server(runtime, parsed, std::move(pages));
    runtime.log.info("listening", {{"for", what}, {"url", listener->url()}, {"port", listener->port()}});
    const std::lock_guard lock(mutex_);
    listeners_.push_back(listener);
    return listener->port();
  };
  const bool together = options.metrics_address == options.health_address && !options.metrics_address.empty();
  if (together) {
    health.metrics = metrics.metrics;
    metrics_port = health_port = open(options.health_address, "probes and metrics", std::move(health));
    return;
  }
  if (!options.health_address.empty()) health_port = open(options.health_address, "probes", std::move(health));
  if (!options.metrics_address.empty()) metrics_port = open(options.metrics_address, "metrics", std::move(metrics));
}

void Manager::Impl::start()
{
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::made) throw std::logic_error("the manager was started before");
    stage_ = Stage::started;
    controllers = controllers_;
  }
  open_listeners();
  informers_.start();
  for (const auto& controller : controllers) controller.start();
}

awaitable<bool> Manager::Impl::stop()
{
  const auto self = shared_from_this();
  OneShot stopped;
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::stopped) co_return stopped_well_;
    first = stage_ != Stage::stopping;
    stage_ = Stage::stopping;
    if (!first) stop_waiters_.push_back(stopped);
  }
  if (!first) {
    co_await stopped.wait();
    const std::lock_guard lock(mutex_);
    co_return stopped_well_;
  }
  const bool well = co_await stop_in_order();
  const std::lock_guard lock(mutex_);
  stage_ = Stage::stopped;
  stopped_well_ = well;
  for (const auto& waiter : stop_waiters_) waiter.fire();
  stop_waiters_.clear();
  co_return well;
}

awaitable<bool> Manager::Impl::stop_in_order()
{
  const SteadyTime now = runtime.clock->now();
  const SteadyTime end = saturating_add(now, options.grace);
  const Duration for_workers = std::max(options.grace - kAfterWorkers, options.grace / 2);
  Controller::StopLimits limits{};
  limits.end = saturating_add(now, for_workers);
  limits.drain = std::min(limits.end, saturating_add(now, options.drain));
  runtime.log.info("stopping: the queues are worked off", {{"at_most", options.drain}});
  bool well = co_await stop_controllers(limits);

  const bool watches = co_await within(runtime, end, informers_.async_stop());
  if (!watches) runtime.log.error("a watch did not end in time");
  const SteadyTime flushed_by = std::min(end, saturating_add(runtime.clock->now(), kFlushEvents));
  const bool flushed = co_await events.async_stop(flushed_by);
  if (!flushed) runtime.log.warn("some events were not sent");

  std::vector<std::shared_ptr<HttpListener>> listeners;
  {
    const std::lock_guard lock(mutex_);
    listeners.swap(listeners_);
  }
  for (const auto& listener : listeners) {
    const bool closed = co_await within(runtime, end, listener->async_stop());
    if (!closed) runtime.log.error("a listener did not close in time", {{"url", listener->url()}});
    well = well && closed;
  }
  well = well && watches;
  if (well) {
    runtime.log.info("stopped", {{"took", runtime.clock->now() - now}});
  } else {
    runtime.log.error("the grace period is over and something still runs", {{"grace", options.grace}});
  }
  co_return well;
}

namespace {

struct StopTally {
  std::atomic<std::size_t> left{0};
  std::atomic<bool> well{true};
  OneShot ended;
};

awaitable<void> stop_one(Controller controller, Controller::StopLimits limits, std::shared_ptr<StopTally> tally)
{
  const bool well = co_await controller.async_stop(limits);
  if (!well) tally->well = false;
  if (--tally->left == 0) tally->ended.fire();
}

}  // namespace

awaitable<bool> Manager::Impl::stop_controllers(Controller::StopLimits limits)
{
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    controllers = controllers_;
  }
  if (controllers.empty()) co_return true;
  const auto tally = std::make_shared<StopTally>();
  tally->left = controllers.size();
  for (const auto& controller : controllers) spawn(runtime.executor, stop_one(controller, limits, tally));
  co_await tally->ended.wait();
  co_return tally->well.load();
}

awaitable<bool> Manager::Impl::run(std::shared_ptr<Impl> self, std::stop_token stop)
{
  self->start();
  co_await async_wait_stop(std::move(stop));
  co_return co_await self->stop();
}

Manager::Manager(Client client) : Manager(std::move(client), ManagerOptions{}) {}
Manager::Manager(Client client, ManagerOptions options)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(options)))
{
}
Manager::~Manager() = default;

ControllerBuilder Manager::controller()
{
  return ControllerBuilder(*this);
}
void Manager::add(const Controller& controller)
{
  impl_->add(controller);
}
bool Manager::has(std::string_view controller) const
{
  return impl_->has(controller);
}
KindCache Manager::cache(const ResourceType& type)
{
  return impl_->cache(type);
}
const Client& Manager::client() const noexcept
{
  return impl_->client;
}
const EventRecorder& Manager::events() const noexcept
{
  return impl_->events;
}
const ManagerOptions& Manager::options() const noexcept
{
  return impl_->options;
}
void Manager::add_readyz_check(std::string name, HealthCheck check)
{
  impl_->add_check(true, std::move(name), std::move(check));
}
void Manager::add_healthz_check(std::string name, HealthCheck check)
{
  impl_->add_check(false, std::move(name), std::move(check));
}
HealthReport Manager::readiness() const
{
  return impl_->readiness();
}
HealthReport Manager::liveness() const
{
  return impl_->liveness();
}
void Manager::start()
{
  impl_->start();
}
awaitable<bool> Manager::async_stop()
{
  return impl_->stop();
}
std::uint16_t Manager::metrics_port() const noexcept
{
  return impl_->metrics_port;
}
std::uint16_t Manager::health_port() const noexcept
{
  return impl_->health_port;
}

awaitable<bool> Manager::async_run(std::stop_token stop)
{
  return Impl::run(impl_, std::move(stop));
}

}  // namespace kubexx
