// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/manager.hpp"

#include <algorithm>
#include <stdexcept>

#include "diagnostics/debug_server.hpp"
#include "diagnostics/probe_server.hpp"
#include "diagnostics/process_metrics.hpp"
#include "kubexx/client/own_connections.hpp"
#include "kubexx/controller/detail/webhook_access.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "manager/certificate_renewal.hpp"
#include "manager/ignoring_result.hpp"
#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

const PrometheusMetrics* shown_metrics(const ManagerOptions& options, const Runtime& runtime)
{
  return options.metrics != nullptr ? options.metrics : dynamic_cast<const PrometheusMetrics*>(runtime.metrics);
}

// Throws std::invalid_argument with everything that is wrong.
void check(const ManagerOptions& options, const Runtime& runtime)
{
  std::string mistakes;
  const auto require = [&](bool well, const char* otherwise) {
    if (!well) mistakes += (mistakes.empty() ? "ManagerOptions::" : "; ManagerOptions::") + std::string(otherwise);
  };
  require(
      options.metrics_address.empty() || shown_metrics(options, runtime) != nullptr,
      "metrics_address is set, but the runtime's metrics are not PrometheusMetrics: set ManagerOptions::metrics, or "
      "pass one to the runtime");
  require(!options.metrics_tls || options.metrics_address.empty() || options.metrics_address != options.health_address,
          "metrics_tls needs a metrics_address that is not the health_address: probes are plain http");
  require(options.drain >= Duration::zero(), "drain is negative");
  require(options.grace >= Duration::zero(), "grace is negative");
  require(options.stuck_limit >= Duration::zero(), "stuck_limit is negative");
  if (!mistakes.empty()) throw std::invalid_argument(mistakes);
}

std::shared_ptr<OwnThread> thread_if(bool wanted, const Runtime& runtime)
{
  return wanted ? std::make_shared<OwnThread>(runtime) : nullptr;
}

bool listens(const ManagerOptions& options)
{
  return !options.metrics_address.empty() || !options.health_address.empty() || !options.debug_address.empty();
}

void warn_of_unbuilt(const Log& log, const std::string& controller)
{
  log.warn("a controller was configured but never built: call build()", {{"controller", controller}});
}

}  // namespace

Manager::Impl::Impl(Client with, ManagerOptions given)
    : options(std::move(given)),
      webhooks(options.webhooks),
      runtime(with.runtime()),
      recorder(options.flight_recorder_bytes > 0 ? std::make_shared<FlightRecorder>(options.flight_recorder_bytes)
                                                 : nullptr),
      election_thread_(thread_if(options.leader_election.has_value(), runtime)),
      serving_thread_(thread_if(listens(options), runtime)),
      watch_(make_watch()),
      elector_(make_elector(with)),
      own(std::make_shared<ManagedCluster>("", with, options, elector_)),
      runnables_(std::make_shared<RunnableSet>(runtime,
                                               [owner = self_](const std::string& text) {
                                                 if (const auto self = owner->lock()) self->on_failed_runnable(text);
                                               })),
      access_(serving_thread_ == nullptr
                  ? nullptr
                  : std::make_shared<ScrapeAccess>(with_own_connections(with, serving_thread_->runtime())))
{
  check(options, runtime);
  for (const auto& [address, what] : {std::pair(options.metrics_address, "metrics address"),
                                      {options.health_address, "health address"},
                                      {options.debug_address, "debug address"}}) {
    if (!address.empty()) (void)parse_listen_address(address, what);
  }
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
  bool warm_up_now = false;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& known : controllers_) {
      if (known.name() == controller.name()) {
        throw std::logic_error("the manager already has a controller named '" + controller.name() + "'");
      }
    }
    if (stage_ == Stage::stopping || stage_ == Stage::stopped) {
      throw std::logic_error("the manager is stopping: cannot add controller '" + controller.name() + "'");
    }
    if (!controllers_.empty()) controller.share_writes(controllers_.front());
    controllers_.push_back(controller);
    if (stage_ == Stage::started) {
      start_now = elected_ || !controller.needs_leader();
      warm_up_now = !start_now;
    }
  }
  if (start_now) controller.start();
  if (warm_up_now) controller.warm_up();
}

void Manager::Impl::note_unbuilt(const std::string& controller)
{
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::made) return unbuilt_.push_back(controller);
  }
  warn_of_unbuilt(runtime.log, controller);
}

void Manager::Impl::describe(const DescribedKind& kind)
{
  const std::lock_guard lock(mutex_);
  if (std::find(described_.begin(), described_.end(), kind) == described_.end()) described_.push_back(kind);
}

std::vector<DescribedKind> Manager::Impl::described_kinds() const
{
  std::vector<DescribedKind> all = webhooks.registry()->described();
  const std::lock_guard lock(mutex_);
  all.insert(all.begin(), described_.begin(), described_.end());
  std::vector<DescribedKind> once;
  for (const auto& kind : all) {
    if (std::find(once.begin(), once.end(), kind) == once.end()) once.push_back(kind);
  }
  return once;
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
  if (const auto* shown = shown_metrics(options, runtime)) {
    metrics.metrics = [shown] { return shown->text() + process_metrics_text(); };
  }

  if (options.metrics_token_review) metrics.metrics_access = health.metrics_access = access_;

  const auto open = [&](const std::string& address, const char* what, ProbePages pages) {
    auto parsed = parse_listen_address(address, what);
    const auto tls = pages.metrics ? options.metrics_tls : std::nullopt;
    std::shared_ptr<HttpListener> listener =
        make_probe_server(serving_thread_->runtime(), parsed, std::move(pages), tls);
    runtime.log.info("listening", {{"for", what}, {"url", listener->url()}, {"port", listener->port()}});
    if (tls && options.renew_metrics_tls) {
      std::function<bool(const TlsServerConfig&)> use = [weak = std::weak_ptr(listener)](const TlsServerConfig& now) {
        const auto shown = weak.lock();
        if (shown) shown->set_tls(now);
        return shown != nullptr;
      };
      spawn(runtime.executor, renew_certificate(runtime, *tls, options.renew_metrics_tls, std::move(use),
                                                "metrics server", stop_waiting_.get_token()));
    }
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

void Manager::Impl::open_debug_listener()
{
  if (options.debug_address.empty()) return;
  const ListenAddress address = parse_listen_address(options.debug_address, "debug address");
  DebugPages pages{serving_thread_->runtime(), stop_waiting_.get_token(), is_loopback(address) ? nullptr : access_, {}};
  pages.why = [weak = weak_from_this()](const Request& key, std::string_view controller) {
    const auto self = weak.lock();
    return self ? self->why(key, controller) : std::vector<Explanation>();
  };
  std::shared_ptr<HttpListener> listener = make_debug_server(address, std::move(pages));
  runtime.log.info("listening", {{"for", "debugging"}, {"url", listener->url()}, {"port", listener->port()}});
  debug_port = listener->port();
  const std::lock_guard lock(mutex_);
  listeners_.push_back(std::move(listener));
}

void Manager::Impl::let_go()
{
  bool running = false;
  bool warn = false;
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    let_go_ = true;
    if (stage_ == Stage::stopping) return;
    running = stage_ == Stage::started;
    warn = running && up_;
    controllers = controllers_;
  }
  if (warn)
    runtime.log.warn("the manager is destroyed without being stopped: cancelling its controllers and runnables");
  stop_waiting_.request_stop();
  if (running) {
    runnables_->request_stop();
    const SteadyTime now = runtime.clock->now();
    for (const auto& controller : controllers) {
      Controller::StopLimits at_once{now, now};
      spawn(runtime.executor, ignoring_result(controller.async_stop(at_once)));
    }
  }
  end_threads();
}

void Manager::Impl::end_threads()
{
  if (watching_thread() != nullptr) threads_ended_ = true;
  for (const auto* thread : {&election_thread_, &serving_thread_}) {
    if (*thread) (*thread)->stop();
  }
  webhooks.end_thread();
}

void Manager::Impl::start()
{
  std::vector<Controller> controllers;
  std::vector<std::string> unbuilt;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ == Stage::started) throw std::logic_error("the manager was already started");
    if (stage_ != Stage::made) throw std::logic_error("the manager was stopped and cannot be started again");
    stage_ = Stage::started;
    elected_ = !elector_;
    *self_ = weak_from_this();
    controllers = controllers_;
    unbuilt.swap(unbuilt_);
  }
  for (const auto& controller : unbuilt) warn_of_unbuilt(runtime.log, controller);
  if (controllers.empty() && runnables_->empty() && !webhooks.any()) {
    runtime.log.warn("the manager has no controller, webhook or runnable: it does nothing until one is added");
  }
  for (const auto* thread : {&election_thread_, &serving_thread_}) {
    if (*thread) (*thread)->start();
  }
  if (watch_) spawn(watching_thread()->runtime().executor, ExecutorWatch::run(watch_, stop_waiting_.get_token()));
  open_listeners();
  open_debug_listener();
  log_own_kinds();
  const auto make_cache = [this](const ResourceType& type, bool metadata_only) {
    return own->cache(type, {.metadata_only = metadata_only});
  };
  std::function<bool()> leads = [weak = weak_from_this()] {
    const auto self = weak.lock();
    return self && self->is_leader();
  };
  webhooks.start(own->client, own->events, make_cache, recorder, {own->leader_client, std::move(leads)});
  runnables_->start(RunnableGroup::servers);
  for (const auto& cluster : all_clusters()) cluster->start();
  for (const auto& controller : controllers) {
    if (elector_ && controller.needs_leader()) {
      controller.warm_up();
    } else {
      controller.start();
    }
  }
  spawn(runtime.executor, start_runnables(weak_from_this(), stop_waiting_.get_token()));
  if (elector_) elector_->start();
  const std::lock_guard lock(mutex_);
  up_ = true;
}

Manager::Manager(Client client) : Manager(std::move(client), ManagerOptions{}) {}
Manager::Manager(Client client, ManagerOptions options)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(options)))
{
}
Manager::~Manager()
{
  impl_->let_go();  // here, so that the last owner of what they use is not one of them
}

ControllerBuilder Manager::controller()
{
  return ControllerBuilder(*this);
}
awaitable<HttpResponse> detail::async_call_webhook(const Manager& manager, HttpRequest request)
{
  return manager.impl_->webhooks.async_handle(std::move(request));
}

TlsServerConfig detail::webhook_certificate(const Manager& manager)
{
  return manager.impl_->webhooks.certificate();
}

Webhooks Manager::webhooks() const
{
  return Webhooks(impl_->webhooks.registry());
}
std::vector<Object> Manager::webhook_configurations(const WebhookTarget& target) const
{
  return impl_->webhook_configurations(target);
}
std::vector<std::vector<DescribedKind>> Manager::converted_kinds() const
{
  return impl_->converted_kinds();
}
std::vector<Object> Manager::conversion_parts(const WebhookTarget& target) const
{
  return impl_->conversion_parts(target);
}
std::string Manager::webhook_manifests(const WebhookTarget& target) const
{
  return impl_->webhook_manifests(target);
}
void Manager::add(const Controller& controller)
{
  impl_->add(controller);
}
bool Manager::has(std::string_view controller) const
{
  return impl_->has(controller);
}
void Manager::add_runnable(std::string name, RunnableFunction function, RunnableGroup group)
{
  impl_->add_runnable(std::move(name), std::move(function), group);
}
void Manager::add_cluster(std::string name, Client client)
{
  impl_->add_cluster(std::move(name), std::move(client));
}
awaitable<bool> Manager::async_remove_cluster(std::string name)
{
  return Impl::remove_cluster(impl_, std::move(name));
}
std::vector<std::string> Manager::clusters() const
{
  return impl_->clusters();
}
std::vector<DescribedKind> Manager::described_kinds() const
{
  return impl_->described_kinds();
}
Permissions Manager::permissions(std::string_view cluster) const
{
  return impl_->permissions(cluster);
}
Permissions Manager::lease_permissions() const
{
  return impl_->lease_permissions();
}
Permissions Manager::certificate_permissions() const
{
  return impl_->certificate_permissions();
}
void Manager::declare(const Permissions& needed, const Clusters& where)
{
  impl_->declare(needed, where);
}
std::string Manager::roles(const RoleSubject& subject) const
{
  return impl_->roles(subject);
}
KindCache Manager::cache(const ResourceType& type, CacheUse use)
{
  return impl_->own->cache(type, use);
}
const Client& Manager::client() const noexcept
{
  return impl_->own->client;
}
const EventRecorder& Manager::events() const noexcept
{
  return impl_->own->events;
}
const Client& Manager::leader_client() const noexcept
{
  return impl_->own->leader_client;
}
const EventRecorder& Manager::leader_events() const noexcept
{
  return impl_->own->leader_events;
}
bool Manager::is_leader() const noexcept
{
  return impl_->is_leader();
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
  return Impl::stop(impl_);
}
bool Manager::stop()
{
  const Runtime& runtime = impl_->runtime;
  std::function<awaitable<bool>()> work = [impl = impl_] { return Impl::stop(impl); };
  const SteadyTime end = saturating_add(runtime.clock->now(), impl_->options.grace);
  return block_on(runtime.executor, std::move(work), "async_stop", *runtime.clock, end);
}
std::uint16_t Manager::metrics_port() const noexcept
{
  return impl_->metrics_port;
}
std::uint16_t Manager::debug_port() const noexcept
{
  return impl_->debug_port;
}
std::uint16_t Manager::webhook_port() const noexcept
{
  return impl_->webhooks.port();
}
std::uint16_t Manager::health_port() const noexcept
{
  return impl_->health_port;
}

}  // namespace kubexx
