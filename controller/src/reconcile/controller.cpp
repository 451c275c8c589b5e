// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/controller.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kubexx/informer/index.hpp"
#include "reconcile/controller_impl.hpp"

namespace kubexx {

namespace {

constexpr Duration kWaitingReport = std::chrono::seconds(10);
// ControllerOptions::every: 0.9 to 1.1 of it, as client-go's resync period of several informers.
constexpr double kPeriodJitter = 2.0 / 9;

ControllerOptions checked(ControllerOptions options, const Reconciler& reconciler)
{
  if (options.name.empty()) throw std::invalid_argument("a controller needs a name");
  if (options.workers == 0) throw std::invalid_argument("controller '" + options.name + "': it needs a worker");
  if (!reconciler) throw std::invalid_argument("controller '" + options.name + "': it needs a reconciler");
  for (const Duration duration : {options.reconcile_timeout, options.stuck_after, options.every}) {
    if (duration < Duration::zero())
      throw std::invalid_argument("controller '" + options.name + "': negative duration");
  }
  return options;
}

std::vector<std::shared_ptr<ApiCalls>> calls_of(const ControllerOptions& options)
{
  std::vector<std::shared_ptr<ApiCalls>> calls(options.workers);
  for (auto& one : calls) one = std::make_shared<ApiCalls>();
  return calls;
}

QueueOptions queue_options(const ControllerOptions& options, const Runtime& runtime)
{
  QueueOptions out;
  out.name = options.name;
  out.clock = runtime.clock;
  out.random = runtime.random;  // tenants choose the names of objects
  out.metrics = runtime.metrics;
  out.introspection = options.recorder != nullptr;
  out.labels = {{"controller", options.name}};
  out.depth_labels = {{"priority", ""}};
  out.duration_buckets = workqueue_buckets();
  return out;
}

int priority_of(Trigger trigger)
{
  return (trigger & (triggers::kFirstList | triggers::kPeriodic)) != 0 ? low_priority : 0;
}

// Functions that block get threads of their own, so that neither those of another controller nor anything else waits
// for them.
std::unique_ptr<TaskPool> pool_of(const ControllerOptions& options, const Reconciler& reconciler,
                                  const Runtime& runtime)
{
  const bool wanted = reconciler.may_block() || options.on_give_up.may_block();
  return wanted && runtime.pool != nullptr ? runtime.pool->another(options.workers) : nullptr;
}

RateLimiter<Request> limiter_of(ControllerOptions& options)
{
  if (options.limiter) return std::move(*options.limiter);
  return default_controller_rate_limiter<Request>();
}

}  // namespace

Controller::Impl::Impl(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler)
    : options_(checked(std::move(options), reconciler)),
      runtime_(client.runtime()),
      services_(std::make_shared<ControllerServices>(options_.name, std::move(client), std::move(events))),
      log_(services_->log),
      reconciler_(std::move(reconciler)),
      metrics_(runtime_.metrics, options_.name, options_.workers),
      source_metrics_(runtime_.metrics, options_.name),
      queue_(limiter_of(options_), queue_options(options_, runtime_), std::move(options_.priorities), log_),
      active_(std::make_shared<ActiveReconciles>(
          runtime_, log_, options_.name, options_.workers, options_.stuck_after,
          [services = services_](Trigger triggers) { return triggers::text(triggers, services->watches()); })),
      recorder_(options_.recorder),
      shares_(std::make_shared<ClusterShares>(runtime_, options_.workers, queue_)),
      calls_(calls_of(options_)),
      pool_(pool_of(options_, reconciler_, runtime_))
{
  if (options_.queue_observer) queue_->observe(options_.queue_observer);
}

// The reconcile to end is found before the key is queued, so it is never the one that the key is queued for; and it
// ends only when the queue has taken the key.
void Controller::Impl::add(const Request& request, Trigger trigger)
{
  std::optional<ActiveReconciles::Found> running;
  if (options_.cancel_superseded) running = active_->find(request);
  queue_.add(request, trigger, priority_of(trigger));
  if (running && !queue_->shutting_down()) active_->supersede(request, *running);
}

void Controller::Impl::add_of_event(const Request& request, Trigger trigger, const Watched& watched,
                                    const Transition* of)
{
  const bool matters = options_.cancel_superseded || options_.on_give_up || !loops_.empty();
  if (!matters) return add(request, trigger);
  if (of == nullptr) return add(request, trigger | triggers::kForeign | triggers::kUnrelated);
  ObjectRef object;
  object.cluster = watched.cluster;
  object.resource = watched.resource;
  object.key = of->object.key();
  if (const auto running = active_->find(request)) {
    // The event may come before the answer that says whose write it is.
    std::function<void()> again = [weak = weak_from_this(), request, trigger, watched, of = *of] {
      if (const auto self = weak.lock()) self->add_of_event(request, trigger, watched, &of);
    };
    if (calls_[running->worker]->when_written(object, std::move(again))) return;
  }
  const auto writer = writes_->find(object, of->object, of->type == Transition::Type::deleted);
  const Trigger relation = this->relation(request, object, *of, writer.get());
  const bool own = writer && writer->controller == options_.name && writer->request == request;
  if (!own || (relation & triggers::kForeign) != 0) return add(request, trigger | relation);
  if (writer->gave_up) return;
  queue_.add(request, trigger, priority_of(trigger));
}

void Controller::Impl::add_from_outside(const Request& request, Trigger trigger)
{
  if (!services_->cluster(request.cluster)) {
    log_.warn("dropped a key of an unknown cluster", {{"key", request.to_string()}});
    return;
  }
  add(request, trigger);
}

void Controller::Impl::add_cluster(const std::string& name, Client client, EventRecorder events)
{
  if (name.empty()) throw std::invalid_argument("controller '" + options_.name + "': a cluster needs a name");
  services_->add_cluster(name, std::move(client), std::move(events));
}

void Controller::Impl::remove_cluster(std::string_view name)
{
  services_->remove_cluster(name);
  shares_->forget(name);
  if (!services_->has_others()) shares_->release();
  ++removed_clusters_;
  for (const auto& calls : calls_) calls->forget_client();
  active_->stop_those_of(name);
  const std::lock_guard lock(mutex_);
  std::erase_if(unsynced_, [&](const auto& waiting) { return waiting.first.cluster == name; });
}

std::shared_ptr<EventSource> Controller::Impl::watch(KindCache kind, Mapper map, std::vector<Predicate> predicates,
                                                     Presence presence)
{
  const std::lock_guard lock(mutex_);
  if (working_.is_closed())
    throw std::logic_error("controller '" + options_.name + "' is stopping: it accepts no more watches");
  services_->add_cache(kind);
  const std::size_t index = map ? services_->add_watch(kind.name()) : 0;
  auto source = std::make_shared<EventSource>(std::move(kind), std::move(map), std::move(predicates), index, presence,
                                              [weak = weak_from_this()](EventSource& of) {
                                                if (const auto self = weak.lock()) self->release(of);
                                              });
  sources_.push_back(source);
  if (!warming_) return source;
  try {
    start_source(source);
  } catch (...) {
    static_cast<void>(forget(*source));
    throw;
  }
  if (source->is_awaited()) spawn(runtime_.executor, finish_when_synced(shared_from_this(), source));
  return source;
}

// The kind can be read as long as another source of the controller watches it.
std::shared_ptr<EventSource> Controller::Impl::forget(const EventSource& removed)
{
  const auto found =
      std::find_if(sources_.begin(), sources_.end(), [&](const auto& source) { return source.get() == &removed; });
  if (found == sources_.end()) return nullptr;
  std::shared_ptr<EventSource> forgotten = std::move(*found);
  sources_.erase(found);
  const KindCache& kind = removed.kind();
  services_->remove_caches(kind.type(), kind.cluster());
  for (const auto& source : sources_) {
    if (source->kind().type() == kind.type() && source->cluster() == kind.cluster()) {
      services_->add_cache(source->kind());
    }
  }
  return forgotten;
}

void Controller::Impl::release(const EventSource& removed)
{
  std::shared_ptr<EventSource> released;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  released = forget(removed);
}

void Controller::Impl::start_source(const std::shared_ptr<EventSource>& source)
{
  source->start(sink(*source));
  if (!source->is_awaited()) spawn(runtime_.executor, finish_when_synced(shared_from_this(), source));
  spawn(runtime_.executor, wake_when_readable(shared_from_this(), source));
}

void Controller::Impl::watch(const EventChannel& channel, Mapper map)
{
  const std::weak_ptr<Impl> weak = weak_from_this();
  EventChannel::Listener listener;
  listener.on_request = [weak](const Request& request) {
    if (const auto self = weak.lock()) self->add_from_outside(request, triggers::kChannel);
  };
  listener.on_object = [weak, map = std::move(map)](const Object& object) {
    const auto self = weak.lock();
    if (!self) return;
    const CacheReader caches(self->services_);
    for (const auto& request : map(caches, object)) self->add_from_outside(request, triggers::kChannel);
  };
  channel.listen(std::move(listener));
}

awaitable<void> Controller::Impl::finish_when_synced(std::shared_ptr<Impl> self, std::shared_ptr<EventSource> source)
{
  const bool synced = co_await source->async_wait_synced(self->stopping_.get_token());
  if (synced) source->finish_first_list();
}

awaitable<void> Controller::Impl::wake_when_readable(std::shared_ptr<Impl> self, std::shared_ptr<EventSource> source)
{
  const bool readable =
      co_await EventSource::async_wait_readable(source, *self->runtime_.clock, self->stopping_.get_token());
  if (!readable) co_return;
  self->wake_unsynced();
  self->retry_unsynced_changes();
}

void Controller::Impl::retry_unsynced_changes()
{
  for (const auto& one : sources()) one->retry_unsynced();
}

// What makes a cache readable is not always known: a namespace that is added later, discovery that answers.
void Controller::Impl::retry_unsynced_later()
{
  if (!unsynced_changes_.exchange(true)) spawn(runtime_.executor, retry_after_delay(shared_from_this()));
}

awaitable<void> Controller::Impl::retry_after_delay(std::shared_ptr<Impl> self)
{
  const bool slept = co_await async_sleep(*self->runtime_.clock, kUnsyncedDelay, self->stopping_.get_token());
  if (!slept) co_return;
  self->unsynced_changes_.store(false);
  self->retry_unsynced_changes();
}

// Controllers of one manager share its caches: those that index the same member share the index.
void Controller::Impl::index(const KindCache& kind, std::string name, std::string pointer)
{
  std::string known_as = "pointer " + pointer;
  if (!kind.informer().has_index(known_as)) {
    try {
      kind.informer().add_index(known_as, index_by_pointer(std::move(pointer)));
    } catch (const std::invalid_argument&) {
      if (!kind.informer().has_index(known_as)) throw;  // otherwise another thread was quicker
    }
  }
  services_->add_index(kind.type(), std::move(name), std::move(known_as));
}

void Controller::Impl::index(const KindCache& kind, std::string name, IndexFunction function)
{
  std::string known_as = "controller " + options_.name + "/" + name;
  kind.informer().add_index(known_as, std::move(function));
  services_->add_index(kind.type(), std::move(name), std::move(known_as));
}

void Controller::Impl::start()
{
  bool warm = false;
  {
    const std::lock_guard lock(mutex_);
    if (started_) throw std::logic_error("controller '" + options_.name + "' was already started");
    started_ = true;
    warm = warm_;
  }
  if (warm) {
    start_workers();
  } else {
    warm_up();
  }
}

void Controller::Impl::warm_up()
{
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(warming_, true)) return;
    services_->on_known = [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->wake_unsynced();
    };
    for (const auto& source : sources_) start_source(source);
  }
  spawn(runtime_.executor, wait_and_work(shared_from_this()));
  spawn(runtime_.executor, report_waiting(shared_from_this()));
}

EventSource::Sink Controller::Impl::sink(const EventSource& of)
{
  const std::weak_ptr<Impl> weak = weak_from_this();
  EventSource::Sink sink{options_.name,
                         log_,
                         runtime_.clock,
                         std::make_shared<const CacheReader>(services_, of.cluster_of_keys()),
                         source_metrics_,
                         {},
                         {},
                         false,
                         {},
                         recorder_};
  for (const auto& source : sources_) sink.has_own_kind = sink.has_own_kind || source->is_own_kind();
  Watched watched{of.cluster(), of.resource()};
  sink.add = [weak, watched = std::move(watched)](const Request& request, Trigger trigger, const Transition* change) {
    if (const auto self = weak.lock()) self->add_of_event(request, trigger, watched, change);
  };
  sink.add_all = [weak](const std::vector<Request>& requests, Trigger trigger) {
    if (const auto self = weak.lock()) self->queue_.add_all(requests, trigger, priority_of(trigger));
  };
  sink.add_own_kind = [weak](Trigger trigger) {
    if (const auto self = weak.lock()) self->add_own_kind(trigger);
  };
  sink.on_unsynced = [weak] {
    if (const auto self = weak.lock()) self->retry_unsynced_later();
  };
  return sink;
}

void Controller::Impl::add_own_kind(Trigger trigger)
{
  if (!own_kind_wanted_.exchange(true)) spawn(runtime_.executor, add_wanted_keys(shared_from_this(), trigger));
}

awaitable<void> Controller::Impl::add_wanted_keys(std::shared_ptr<Impl> self, Trigger trigger)
{
  co_await async_yield();
  self->own_kind_wanted_.store(false);
  self->add_cached_keys(trigger);
}

void Controller::Impl::add_cached_keys(Trigger trigger)
{
  trigger |= triggers::kForeign | triggers::kUnrelated;
  for (const auto& source : sources()) {
    if (source->is_own_kind() && !source->is_removed())
      queue_.add_all(source->cached_keys(), trigger, priority_of(trigger));
  }
}

awaitable<void> Controller::Impl::add_periodically(std::shared_ptr<Impl> self)
{
  for (;;) {
    const Duration pause = self->runtime_.random->jitter(self->options_.every / 10 * 9, kPeriodJitter);
    const bool slept = co_await async_sleep(*self->runtime_.clock, pause, self->stopping_.get_token());
    if (!slept) co_return;
    self->add_cached_keys(triggers::kPeriodic);
  }
}

std::vector<std::shared_ptr<EventSource>> Controller::Impl::sources() const
{
  const std::lock_guard lock(mutex_);
  return sources_;
}

awaitable<void> Controller::Impl::wait_and_work(std::shared_ptr<Impl> self)
{
  auto sources = self->sources();
  std::erase_if(sources, [](const auto& source) { return !source->is_awaited(); });
  for (const auto& source : sources) {
    const bool synced = co_await source->async_wait_synced(self->stop_waiting_.get_token());
    if (!synced) co_return;
  }
  for (const auto& source : sources) source->finish_first_list();
  self->retry_unsynced_changes();
  self->stop_waiting_.request_stop();
  bool started = false;
  {
    const std::lock_guard lock(self->mutex_);
    self->warm_ = true;
    started = self->started_;
  }
  if (started) {
    self->start_workers();
  } else {
    self->log_.info("controller is on standby", {{"queued", self->queue_->size()}});
  }
}

awaitable<void> Controller::Impl::report_waiting(std::shared_ptr<Impl> self)
{
  for (;;) {
    const std::stop_token stop = self->stop_waiting_.get_token();
    const bool waited = co_await async_sleep(*self->runtime_.clock, kWaitingReport, stop);
    if (!waited) co_return;
    for (const auto& source : self->sources()) {
      if (source->is_awaited()) co_await EventSource::async_explain(source, self->services_->client, stop);
    }
    std::vector<std::string> lines;
    {
      const std::lock_guard lock(self->mutex_);
      if (self->warm_ || self->working_.is_closed()) co_return;
      lines = self->waiting_for();
    }
    for (const auto& line : lines) self->log_.warn("the workers are waiting for a watch to sync", {{"watch", line}});
  }
}

std::vector<std::string> Controller::Impl::waiting_for() const
{
  std::vector<std::string> lines;
  for (const auto& source : sources_) {
    if (auto line = source->waiting_for()) lines.push_back(std::move(*line));
  }
  return lines;
}

ControllerStatus Controller::Impl::status() const
{
  ControllerStatus status;
  status.name = options_.name;
  status.queued = queue_->size() + shares_->kept();
  status.active = active_->count();
  const std::lock_guard lock(mutex_);
  status.started = started_;
  status.warm = warm_;
  status.running = running_;
  if (!warm_) status.waiting_for = waiting_for();
  return status;
}

std::vector<Request> Controller::Impl::active() const
{
  return active_->requests();
}

std::vector<Request> Controller::Impl::on_executor() const
{
  std::vector<Request> found;
  if (reconciler_.may_block()) return found;  // on threads of the pool
  for (const auto& request : active_->requests()) {
    const auto running = active_->find(request);
    if (running && calls_[running->worker]->open().empty()) found.push_back(request);
  }
  return found;
}

ControllerWatch::ControllerWatch(const std::shared_ptr<EventSource>& source) : source_(source) {}

void ControllerWatch::remove() const
{
  if (const auto source = source_.lock()) source->remove();
}

Controller::Controller(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(events), std::move(options), std::move(reconciler)))
{
}

ControllerWatch Controller::watch(KindCache kind, Mapper map, std::vector<Predicate> predicates,
                                  Presence presence) const
{
  return ControllerWatch(impl_->watch(std::move(kind), std::move(map), std::move(predicates), presence));
}
void Controller::watch(const EventChannel& channel, Mapper map) const
{
  if (!map) throw std::invalid_argument("controller '" + name() + "': an event channel needs a mapper");
  impl_->watch(channel, std::move(map));
}
void Controller::index(const KindCache& kind, std::string name, std::string pointer) const
{
  impl_->index(kind, std::move(name), std::move(pointer));
}
void Controller::index(const KindCache& kind, std::string name, IndexFunction function) const
{
  impl_->index(kind, std::move(name), std::move(function));
}
void Controller::add_cluster(std::string name, Client client, EventRecorder events) const
{
  impl_->add_cluster(name, std::move(client), std::move(events));
}
void Controller::remove_cluster(std::string_view name) const
{
  impl_->remove_cluster(name);
}
void Controller::share_writes(const Controller& with) const
{
  impl_->share_writes(*with.impl_);
}
void Controller::enqueue(Request request) const
{
  impl_->enqueue(request);
}
void Controller::warm_up() const
{
  impl_->warm_up();
}
bool Controller::needs_leader() const noexcept
{
  return impl_->needs_leader();
}
void Controller::start() const
{
  impl_->start();
}
bool Controller::stop(StopLimits limits) const
{
  const Runtime& runtime = impl_->runtime();
  const auto work = [impl = impl_, limits] { return Impl::stop(impl, limits); };
  return block_on(runtime.executor, work, "async_stop", *runtime.clock, limits.end);
}
awaitable<bool> Controller::async_stop(StopLimits limits) const
{
  return Impl::stop(impl_, limits);
}
const std::string& Controller::name() const noexcept
{
  return impl_->name();
}
ControllerStatus Controller::status() const
{
  return impl_->status();
}
Explanation Controller::explain(Request key) const
{
  return impl_->explain(std::move(key));
}
std::vector<Request> Controller::active() const
{
  return impl_->active();
}
std::vector<Request> Controller::on_executor() const
{
  return impl_->on_executor();
}

}  // namespace kubexx
