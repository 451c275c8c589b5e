// SPDX-License-Identifier: Apache-2.0
#include "sources/event_source.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/time.hpp"
#include "kubexx/controller/not_synced.hpp"
#include "reconcile/triggers.hpp"
#include "sources/missing_kind.hpp"

namespace kubexx {

namespace {

// Calls a function of the user; what it throws says whose it is.
auto named(const char* role, const std::string& name, const auto& function)
{
  const auto text = [&](const std::string& error) {
    return role + (name.empty() ? std::string() : " " + name) + ": " + error;
  };
  try {
    return function();
  } catch (const NotSynced&) {
    throw;  // no fault of the function
  } catch (const std::exception& error) {
    throw std::runtime_error(text(error.what()));
  } catch (...) {
    throw std::runtime_error(text("an exception that is not a std::exception"));
  }
}

bool passes(const std::vector<Predicate>& predicates, const auto& test, const Predicate** filtered_by)
{
  const auto rejecting = std::find_if(predicates.begin(), predicates.end(), [&](const Predicate& predicate) {
    return !named("predicate", predicate.name, [&] { return test(predicate); });
  });
  if (rejecting == predicates.end()) return true;
  if (filtered_by != nullptr) *filtered_by = &*rejecting;
  return false;
}

// The keys of several states, each once.
class MergedKeys {
public:
  MergedKeys(const Mapper& map, const CacheReader& caches) : map_(map), caches_(caches) {}

  void add(const Object& object)
  {
    for (auto& key : named("mapper", {}, [&] { return map_(caches_, object); })) {
      if (std::find(keys_.begin(), keys_.end(), key) == keys_.end()) keys_.push_back(std::move(key));
    }
  }
  [[nodiscard]] std::vector<Request> take() { return std::move(keys_); }

private:
  const Mapper& map_;
  const CacheReader& caches_;
  std::vector<Request> keys_;
};

// The source whose predicates and mapper this thread calls.
class Calling {
public:
  explicit Calling(const EventSource& source) : before_(std::exchange(source_, &source)) {}
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;
  ~Calling() { source_ = before_; }
  [[nodiscard]] static bool is(const EventSource& source) { return source_ == &source; }

private:
  static thread_local const EventSource* source_;
  const EventSource* const before_;
};
thread_local const EventSource* Calling::source_ = nullptr;

triggers::Event event_of(Transition::Type type)
{
  switch (type) {
    case Transition::Type::added:
      return triggers::Event::added;
    case Transition::Type::updated:
      return triggers::Event::updated;
    case Transition::Type::deleted:
      break;
  }
  return triggers::Event::deleted;
}

constexpr unsigned kNotFound = 404;
// How soon a controller notices that an optional kind is missing.
constexpr Duration kLookAgain = std::chrono::milliseconds(100);
// The keys that are added with one hold of the queue's lock.
constexpr std::size_t kBatch = 256;
// The filtered events that are remembered.
constexpr std::size_t kFilteredKept = 64;

Trigger first_list_trigger(std::size_t index)
{
  return triggers::of(index, triggers::Event::added) | triggers::kFirstList;
}

awaitable<bool> answer(bool value)
{
  co_return value;
}

}  // namespace

std::vector<Request> keys_of(const Transition& transition, const Mapper& map, const std::vector<Predicate>& predicates,
                             const CacheReader& caches, const Predicate** filtered_by, std::exception_ptr& failure)
{
  const Transition::Type type = transition.type;
  const Object& old = transition.old;
  const Object& now = transition.object;
  MergedKeys keys(map, caches);
  if (type == Transition::Type::added) {
    if (passes(predicates, [&](const Predicate& p) { return p.add(now); }, filtered_by)) keys.add(now);
    return keys.take();
  }
  // The server sends one event for the update that removes the last finalizer and the deletion that follows from it.
  const bool changed = type == Transition::Type::updated || (old && old.resource_version() != now.resource_version());
  // What it is now must not wait for what it was, for which a function may throw again and again.
  bool passed = false;
  try {
    passed = changed && passes(predicates, [&](const Predicate& p) { return p.update(old, now); }, filtered_by);
  } catch (const NotSynced&) {
    throw;
  } catch (...) {
    failure = std::current_exception();
    passed = passes(predicates, [&](const Predicate& p) { return p.add(now); }, filtered_by);
  }
  if (passed) {
    keys.add(now);
    try {
      keys.add(old);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  const bool deleted = type == Transition::Type::deleted;
  if (deleted && passes(predicates, [&](const Predicate& p) { return p.remove(now); }, filtered_by)) {
    keys.add(now);
  }
  return keys.take();
}

EventSourceMetrics::EventSourceMetrics(MetricsProvider* provider, const std::string& controller)
    : series(std::make_shared<detail::OwnedSeries>(provider))
{
  const MetricLabels labels{{"controller", controller}};
  errors = series->counter("kubexx_controller_event_errors_total",
                           "Calls of predicates and mappers that threw; each event is retried.", labels);
  full_requeues = series->counter(
      "kubexx_controller_full_requeues_total",
      "Times that every key was enqueued because more changes waited for the controller than are kept.", labels);
}

EventSource::EventSource(KindCache kind, Mapper map, std::vector<Predicate> predicates, std::size_t index,
                         Presence presence, std::function<void(EventSource&)> removed)
    : kind_(std::move(kind)),
      map_(std::move(map)),
      predicates_(std::move(predicates)),
      index_(index),
      presence_(presence),
      on_removed_(std::move(removed))
{
}

void EventSource::start(Sink sink)
{
  if (is_removed()) return;
  EventHandler handler;
  handler.name = "controller " + sink.controller;
  sink_ = std::move(sink);
  if (map_) {
    handler.retry = true;
    handler.on_event = [weak = weak_from_this()](const ObjectEvent& event) {
      if (const auto self = weak.lock()) self->handle(event);
    };
  }
  std::unique_ptr<HandlerRegistration> registration = kind_.informer().add_handler(std::move(handler));
  const std::lock_guard lock(mutex_);
  if (!ended_) registration_ = std::move(registration);
}

awaitable<bool> EventSource::async_wait_synced(std::stop_token stop) const
{
  const auto either = std::make_shared<const EitherStop>(stop, removed_.get_token());
  const std::lock_guard lock(mutex_);
  if (!registration_) return answer(is_removed());
  // The registration itself is not kept while the coroutine waits: end() destroys it.
  return wait_synced(shared_from_this(), registration_->async_wait_synced(either->token()), either);
}

awaitable<bool> EventSource::wait_synced(std::shared_ptr<const EventSource> self, awaitable<bool> handled,
                                         std::shared_ptr<const EitherStop> stop)
{
  if (self->presence_ == Presence::optional) {
    const bool known = co_await wait_known(self, stop);
    if (!known || self->is_missing()) co_return known || self->is_removed();
  }
  bool synced = co_await self->kind_.informer().async_wait_synced(stop->token());
  if (synced) synced = co_await std::move(handled);
  co_return synced || self->is_removed();
}

awaitable<bool> EventSource::wait_known(std::shared_ptr<const EventSource> self, std::shared_ptr<const EitherStop> stop)
{
  while (!self->kind_.informer().has_synced() && !self->is_missing()) {
    const bool slept = co_await async_sleep(*self->sink_->clock, kLookAgain, stop->token());
    if (!slept) co_return false;
  }
  co_return true;
}

awaitable<bool> EventSource::async_wait_readable(std::shared_ptr<const EventSource> self, Clock& clock,
                                                 std::stop_token stop)
{
  const auto either = std::make_shared<const EitherStop>(stop, self->removed_.get_token());
  bool going = co_await self->kind_.informer().async_wait_synced(either->token());
  while (going && !self->kind_.synced()) {
    going = co_await async_sleep(clock, kLookAgain, either->token());
  }
  co_return going;
}

bool EventSource::is_missing() const
{
  return !kind_.informer().has_synced() && kind_.informer().status().last_error_code == kNotFound;
}

void EventSource::end()
{
  std::unique_ptr<HandlerRegistration> registration;  // released without the lock: it waits for a call that runs
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    registration.swap(registration_);
    unsynced_.clear();
    unsynced_last_.reset();
  }
  if (Calling::is(*this)) return;
  const std::lock_guard call_that_runs(retrying_);
}

void EventSource::remove()
{
  removed_.request_stop();
  end();
  {
    const std::lock_guard lock(mutex_);
    first_list_done_ = true;
    first_list_.clear();
  }
  if (on_removed_) on_removed_(*this);
}

std::optional<std::string> EventSource::waiting_for() const
{
  if (!is_awaited() || kind_.informer().has_synced()) return std::nullopt;
  if (presence_ == Presence::optional && is_missing()) return std::nullopt;
  const WatchStatus status = kind_.informer().status();
  std::string line = kind_.name() + " (" + to_string(status.state) + ")";
  if (!status.last_error.empty()) line += ": " + status.last_error;
  const std::lock_guard lock(mutex_);
  return explanation_.empty() ? line : line + "; " + explanation_;
}

std::optional<EventSource::Trouble> EventSource::trouble() const
{
  const WatchStatus status = kind_.informer().status();
  const bool synced = kind_.informer().has_synced();
  if (status.last_error.empty() && synced) return std::nullopt;
  Trouble trouble;
  trouble.failing = !status.last_error.empty();
  trouble.text = kind_.name() + " (" + to_string(status.state) + ")";
  if (trouble.failing) trouble.text += ": " + status.last_error;
  return trouble;
}

awaitable<void> EventSource::async_explain(std::shared_ptr<EventSource> self, Client client, std::stop_token stop)
{
  std::string explanation;
  if (self->is_missing()) {
    explanation = co_await async_explain_missing(std::move(client), self->kind_.type(), std::move(stop));
  }
  const std::lock_guard lock(self->mutex_);
  self->explanation_ = std::move(explanation);
}

bool EventSource::is_own_kind() const
{
  return map_.is_identity();
}

std::vector<Request> EventSource::cached_keys() const
{
  std::vector<Request> keys;
  for (const auto& object : kind_.informer().store().list()) {
    bool wanted = true;
    try {
      wanted = passes(predicates_, [&](const Predicate& p) { return p.add(object); }, nullptr);
    } catch (const std::exception& error) {
      if (sink_ && sink_->metrics.errors) sink_->metrics.errors->increment();
      if (sink_)
        sink_->log.error("a predicate failed: the key is enqueued",
                         {{"error", error.what()}, {"key", object.key().to_string()}});
    }
    if (wanted) keys.emplace_back(kind_.cluster(), object.key());
  }
  return keys;
}

// What it throws makes the informer deliver the event again.
void EventSource::handle(const ObjectEvent& event)
{
  const Calling calling(*this);
  const Transition& newest = event.transitions.back();
  std::exception_ptr failure;
  if (event.transitions_lost || (every_key_owed_ && event.failures > 0)) {
    failure = add_every_key(newest, "an object changed more often than the controller could process");
    every_key_owed_ = failure != nullptr;
  }
  for (const auto& transition : event.transitions) {
    try {
      add_keys_or_keep(transition);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  const bool failed_before = event.failures > 0;
  if (!failure) {
    if (failed_before) --failing_;
    return;
  }
  if (sink_->metrics.errors) sink_->metrics.errors->increment();
  if (!failed_before && failing_ >= max_failing && sink_->has_own_kind) {
    add_every_key(newest, "a predicate or the mapper throws for too many objects");
    return;
  }
  if (!failed_before) ++failing_;
  std::rethrow_exception(failure);
}

void EventSource::add_keys(const Transition& transition)
{
  const Trigger trigger =
      transition.initial ? first_list_trigger(index_) : triggers::of(index_, event_of(transition.type));
  const Predicate* filtered_by = nullptr;
  std::exception_ptr failure;
  std::vector<Request> keys = keys_of(transition, map_, predicates_, *sink_->caches, &filtered_by, failure);
  if (is_removed()) return;  // by the mapper
  if (filtered_by != nullptr && keys.empty() && sink_->recorder) note_filtered(transition, *filtered_by);
  const std::string cluster = cluster_of_keys();
  for (auto& key : keys) {
    if (key.cluster.empty()) key.cluster = cluster;
  }
  if (transition.initial && add_to_first_list(keys, trigger)) return;
  for (const auto& key : keys) sink_->add(key, trigger, &transition);
  if (failure) std::rethrow_exception(failure);
}

void EventSource::add_keys_or_keep(const Transition& transition)
{
  for (bool done = false; !done;) {
    std::size_t retries = 0;
    {
      const std::lock_guard lock(mutex_);
      retries = retries_;
    }
    try {
      add_keys(transition);
      done = true;
    } catch (const NotSynced&) {
      done = keep_unsynced(transition, retries);
    }
  }
}

bool EventSource::keep_unsynced(const Transition& transition, std::size_t retries)
{
  bool first = false;
  std::vector<Transition> dropped;  // without the lock
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return true;
    if (retries_ != retries) return false;
    if (unsynced_last_) return true;
    first = unsynced_.empty();
    if (unsynced_.size() < max_failing) {
      unsynced_.push_back(transition);
    } else if (sink_->has_own_kind) {
      unsynced_last_ = transition;
      dropped.swap(unsynced_);
    } else {
      throw;  // the informer keeps it
    }
  }
  if (first && sink_->on_unsynced) sink_->on_unsynced();
  return true;
}

void EventSource::retry_unsynced()
{
  const std::lock_guard alone(retrying_);
  const Calling calling(*this);
  std::vector<Transition> unsynced;
  std::optional<Transition> last;
  {
    const std::lock_guard lock(mutex_);
    ++retries_;
    unsynced.swap(unsynced_);
    last.swap(unsynced_last_);
  }
  if (last) add_owed_keys(*last);
  for (const auto& transition : unsynced) {
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
    }
    try {
      add_keys_or_keep(transition);
    } catch (const std::exception& error) {
      keep_failed(transition, error);
    }
  }
}

void EventSource::add_owed_keys(const Transition& last)
{
  try {
    add_keys(last);
  } catch (const NotSynced&) {
    {
      const std::lock_guard lock(mutex_);
      if (!ended_) unsynced_last_ = last;
    }
    if (sink_->on_unsynced) sink_->on_unsynced();
    return;
  } catch (const std::exception& error) {
    keep_failed(last, error);
  }
  sink_->add_own_kind(triggers::of(index_, event_of(last.type)));
}

// The informer does not deliver it again.
void EventSource::keep_failed(const Transition& transition, const std::exception& error)
{
  if (sink_->metrics.errors) sink_->metrics.errors->increment();
  sink_->log.error("a change could not be mapped, retrying",
                   {{"error", error.what()}, {"key", transition.object.key().to_string()}});
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    unsynced_.push_back(transition);
  }
  if (sink_->on_unsynced) sink_->on_unsynced();
}

void EventSource::note_filtered(const Transition& transition, const Predicate& by)
{
  constexpr std::array<const char*, 3> names{"added", "updated", "deleted"};
  FilteredEvent event;
  event.at = sink_->clock->wall_now();
  event.event = names[static_cast<std::size_t>(event_of(transition.type))];
  event.object = kind_.type().group_resource() + " " + transition.object.key().to_string();
  event.predicate = by.name;
  if (is_own_kind()) {
    sink_->recorder->add(sink_->controller, Request(kind_.cluster(), transition.object.key()), std::move(event));
    return;
  }
  const std::lock_guard lock(mutex_);
  if (filtered_.size() >= kFilteredKept) filtered_.pop_front();
  filtered_.emplace_back(transition.object.key(), std::move(event));
}

std::optional<FilteredEvent> EventSource::filtered_for(const Request& key) const
{
  std::deque<std::pair<ObjectKey, FilteredEvent>> filtered;
  {
    const std::lock_guard lock(mutex_);
    filtered = filtered_;
  }
  const std::string cluster = cluster_of_keys();
  for (auto event = filtered.rbegin(); event != filtered.rend(); ++event) {
    const Object object = kind_.informer().store().get(event->first);
    if (!object) continue;
    std::vector<Request> keys;
    try {
      keys = map_(*sink_->caches, object);
    } catch (...) {
      continue;  // it is reported where events are handled
    }
    for (auto& one : keys) {
      if (one.cluster.empty()) one.cluster = cluster;
      if (one == key) return event->second;
    }
  }
  return std::nullopt;
}

std::string text_of(const FilteredEvent& filtered)
{
  std::string text = "a predicate";
  if (!filtered.predicate.empty()) text += " (" + filtered.predicate + ")";
  text += " filtered out the event that " + filtered.object + " was " + filtered.event + ", at " +
          MicroTime(filtered.at).to_string();
  if (filtered.count > 1) text += ", and " + std::to_string(filtered.count - 1) + " before it";
  return text;
}

bool EventSource::add_to_first_list(std::vector<Request>& keys, Trigger trigger)
{
  std::vector<Request> full;
  {
    const std::lock_guard lock(mutex_);
    if (first_list_done_) return false;
    std::move(keys.begin(), keys.end(), std::back_inserter(first_list_));
    if (first_list_.size() >= kBatch) full.swap(first_list_);
  }
  if (!full.empty()) sink_->add_all(full, trigger);
  return true;
}

void EventSource::finish_first_list()
{
  std::vector<Request> last;
  {
    const std::lock_guard lock(mutex_);
    first_list_done_ = true;
    last.swap(first_list_);
  }
  if (!last.empty()) sink_->add_all(last, first_list_trigger(index_));
}

std::exception_ptr EventSource::add_every_key(const Transition& because, const char* why)
{
  const Trigger trigger = triggers::of(index_, event_of(because.type));
  if (is_own_kind()) {  // no other key can be meant
    sink_->add(Request(kind_.cluster(), because.object.key()), trigger, nullptr);
    return nullptr;
  }
  sink_->log.warn(std::string(why) + ": enqueueing every key",
                  {{"watch", kind_.name()}, {"key", because.object.key().to_string()}});
  if (sink_->metrics.full_requeues) sink_->metrics.full_requeues->increment();
  if (sink_->has_own_kind) {
    sink_->add_own_kind(trigger);
    return nullptr;
  }
  std::exception_ptr failure;
  for (const auto& object : kind_.informer().store().list()) {
    Transition present;
    present.object = object;
    try {
      add_keys_or_keep(present);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  return failure;
}

}  // namespace kubexx
