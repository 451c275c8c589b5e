// SPDX-License-Identifier: Apache-2.0
// What changes the store of an informer: its watches, and what this process has written. And who is told of it.
#include <algorithm>
#include <deque>
#include <iterator>
#include <new>
#include <utility>

#include "index_values.hpp"
#include "informer_core_watch.hpp"
#include "kubexx/base/detail/error_text.hpp"

namespace kubexx {

using detail::key_of;

namespace {

ReflectorOptions reflector_options(const InformerOptions& options, const std::string& namespace_,
                                   std::shared_ptr<const ReflectorMetrics> metrics)
{
  ReflectorOptions chosen;
  chosen.namespace_ = namespace_;
  chosen.label_selector = options.label_selector;
  chosen.field_selector = options.field_selector;
  chosen.page_size = options.page_size;
  chosen.stream_list = options.stream_list;
  chosen.stream_list_refusals = options.stream_list_refusals;
  chosen.keep_managed_fields = options.keep_managed_fields;
  chosen.shard = options.shard;
  chosen.metadata_only = options.metadata_only;
  chosen.metrics = std::move(metrics);
  return chosen;
}

std::vector<Object> nothing_written()
{
  return {};
}

}  // namespace

// The store has changed: who cannot be given it must at least learn that there was something.
void InformerCore::push(HandlerQueue& queue, const Delta& delta) const
{
  try {
    queue.push(delta);
  } catch (const std::bad_alloc&) {
    queue.push_failed();
    count_failure();
    runtime_.log.error("out of memory: an event handler misses an event");
  }
}

template <class Objects, class Change>
std::shared_ptr<const InformerCore::Queues> InformerCore::change(Objects objects, Change to_store)
{
  struct Used {  // before writing_ is free again
    IndexedStore& store;
    std::unique_lock<std::mutex>& lock;
    ~Used()
    {
      if (lock) store.unuse();
    }
  };
  std::unique_lock writing(writing_);
  IndexedStore::IndexValues values;
  for (;;) {
    // Without index functions it does not matter which objects are written.
    if (added_.empty() && values.functions.empty() && store_.use(values, {})) break;
    const auto& written = objects();
    if (has_added(values) && store_.use(values, written)) break;
    const NewIndexes added = added_;
    writing.unlock();
    values.add(store_, written, added);
    writing.lock();
  }
  const Used used{store_, writing};
  std::vector<Delta> deltas = to_store();
  for (const auto& index : added_) index->wrote(store_, deltas);
  std::shared_ptr<const Queues> queues = snapshot();
  for (const auto& delta : deltas) {
    for (const auto& queue : *queues) push(*queue, delta);
  }
  const bool observes = await_observer(std::move(deltas));
  store_.unuse();
  writing.unlock();
  if (observes) observe_all();
  return queues;
}

bool InformerCore::has_added(const IndexedStore::IndexValues& values) const
{
  return std::all_of(added_.begin(), added_.end(), [&](const auto& index) {
    return std::find(values.functions.begin(), values.functions.end(), index->function) != values.functions.end();
  });
}

std::vector<Object> InformerCore::unless_stored(const Object& object) const
{
  const Object stored = store_.stored(object);
  const bool same = stored && !object.resource_version().empty() && same_version(stored, object);
  return same ? std::vector<Object>() : std::vector{object};
}

bool InformerCore::await_observer(std::vector<Delta> deltas)
{
  if (!options_.observer || deltas.empty()) return false;
  const std::lock_guard lock(observer_mutex_);
  if (observed_all_) return false;
  unobserved_.insert(unobserved_.end(), std::make_move_iterator(deltas.begin()), std::make_move_iterator(deltas.end()));
  return !std::exchange(observing_, true);
}

void InformerCore::observe_all()
{
  std::unique_lock lock(observer_mutex_);
  while (!unobserved_.empty()) {
    Delta delta = std::move(unobserved_.front());
    unobserved_.pop_front();
    lock.unlock();
    observe(delta);
    delta = {};
    lock.lock();
  }
  observing_ = false;
  const bool all = observed_all_;
  lock.unlock();
  if (all) observed_.give(true);
}

// --- what the reflectors call ---

InformerCore::Watch::Watch(InformerCore& core, const std::string& watched)
    : core_(core),
      namespace_(watched),
      link_(core.stop_.get_token(), Stop{&stop_}),
      reflector_(core.client_, core.type_, reflector_options(core.options_, watched, core.metrics_.of_reflectors()),
                 *this)
{
}

void InformerCore::Watch::list_started(bool any)
{
  any_version = any;
  core_.list_started(*this);
}

Object InformerCore::Watch::list_item(Object item)
{
  return core_.list_item(*this, std::move(item));
}

void InformerCore::Watch::list_done(std::vector<Object> items, const std::string& version)
{
  core_.list_done(*this, std::move(items), version);
}

void InformerCore::Watch::applied(Object object, const std::string& version)
{
  object = core_.transformed(std::move(object));
  core_.change([&] { return core_.unless_stored(object); },
               [&] { return core_.store_.apply(object, version, namespace_); });
}

void InformerCore::Watch::deleted(Object last, const std::string& version)
{
  last = core_.transformed(std::move(last));
  core_.change(nothing_written, [&] { return core_.store_.remove(std::move(last), version, namespace_); });
}

void InformerCore::Watch::bookmark(const std::string& version)
{
  core_.change(nothing_written, [&] { return core_.store_.bookmark(version, namespace_); });
}

void InformerCore::list_started(const Watch& watch)
{
  if (packer_) packer_->forget_items();
  if (!options_.observer) return;
  Delta delta;
  delta.type = Delta::Type::list_started;
  delta.initial = !watch.listed;
  bool observes = false;
  {
    const std::lock_guard writing(writing_);
    delta.resource_version = store_.resource_version(watch.watched());
    observes = await_observer({delta});
  }
  if (observes) observe_all();
}

Object InformerCore::list_item(const Watch& watch, Object item) const
{
  Object stored = store_.stored(item);
  const bool same = stored && !item.resource_version().empty() && same_version(stored, item);
  if (same && !watch.any_version) return stored;
  item = transformed(std::move(item));
  if (same && (packer_ ? packer_->whole(stored) : stored).bytes() == item.bytes()) return stored;
  return packer_ ? packer_->packed_item(std::move(item)) : item;
}

Object InformerCore::transformed(Object object) const
{
  if (!options_.transform) return object;
  std::string error = "it changed the namespace, name, uid or resourceVersion";
  try {
    Object changed = options_.transform(object);
    if (changed && key_of(changed) == key_of(object) && same_version(changed, object)) return changed;
  } catch (...) {
    error = detail::current_error();
  }
  count_failure();
  runtime_.log.error("a transform failed: the object is stored unchanged",
                     {{"key", object.key().to_string()}, {"error", error}});
  return object;
}

void InformerCore::list_done(Watch& watch, std::vector<Object> items, const std::string& resource_version)
{
  bool synced = false;
  const auto queues = change([&]() -> const std::vector<Object>& { return items; },
                             [&] {
                               auto deltas = store_.replace(std::move(items), resource_version, watch.watched());
                               const std::lock_guard lock(mutex_);
                               synced = first_listed(watch);
                               return deltas;
                             });
  if (synced) all_listed(*queues);
}

bool InformerCore::first_listed(Watch& watch)
{
  if (std::exchange(watch.listed, true) || --not_listed_ != 0) return false;
  return !std::exchange(all_listed_, true);
}

void InformerCore::all_listed(const Queues& queues) const
{
  for (const auto& queue : queues) queue->push_synced();
  synced_.give(true);
}

awaitable<void> InformerCore::forget(std::shared_ptr<InformerCore> self, std::shared_ptr<Watch> watch)
{
  bool synced = false;
  const auto queues = self->change(nothing_written, [&] {
    {
      const std::lock_guard lock(self->mutex_);
      synced = self->first_listed(*watch);
    }
    std::vector<Delta> deltas = self->store_.remove_namespace(watch->watched());
    const std::lock_guard lock(self->mutex_);
    if (self->watches_.contains(watch->watched())) self->store_.add_namespace(watch->watched());  // it has come back
    return deltas;
  });
  if (synced) self->all_listed(*queues);
  co_return;
}

// --- what this process has written ---

bool InformerCore::takes_writes(std::string_view namespace_) const
{
  const std::lock_guard lock(mutex_);
  auto watch = watches_.find(namespace_);
  if (watch == watches_.end()) watch = watches_.find("");
  return !ended_ && watch != watches_.end() && watch->second->listed;
}

void InformerCore::wrote(const Object& object)
{
  if (options_.metadata_only) return;  // the watch brings what is kept of it
  const Selected selected = options_.shard.matches(object) ? selection_.of(object) : Selected::no;
  const Object kept = transformed(object);
  change_own([&] { return takes_writes(object.namespace_()) ? unless_stored(kept) : nothing_written(); },
             [&] {
               if (!takes_writes(object.namespace_())) return std::vector<Delta>();
               return store_.wrote(kept, selected, pending_write_expiry());
             });
}

void InformerCore::deleted(const ObjectKey& key, std::string_view uid, std::string_view version)
{
  change_own(nothing_written, [&] {
    if (!takes_writes(key.namespace_)) return std::vector<Delta>();
    return store_.deleted(key, uid, version, pending_write_expiry());
  });
}

template <class Objects, class Change>
void InformerCore::change_own(Objects objects, Change to_store)
{
  try {
    change(objects, [&] {
      auto deltas = to_store();
      arm_expiry();
      return deltas;
    });
  } catch (...) {
    runtime_.log.error("a pending write is not in the store until the watch delivers it",
                       {{"error", detail::current_error()}});
  }
}

SteadyTime InformerCore::pending_write_expiry() const
{
  return saturating_add(runtime_.clock->now(), options_.pending_write_ttl);
}

void InformerCore::arm_expiry()
{
  if (armed_ || expiry_over_) return;
  const std::optional<SteadyTime> next = store_.next_expiry();
  if (!next) return;
  armed_ = true;
  std::function<void()> due = [weak = weak_from_this()] {
    const auto self = weak.lock();
    const asio::any_io_executor strand = self ? self->strand() : asio::any_io_executor();
    if (strand) spawn(strand, expire(weak));
  };
  expiry_ = runtime_.clock->call_at(*next, std::move(due));
}

awaitable<void> InformerCore::expire(std::weak_ptr<InformerCore> weak)
{
  const auto self = weak.lock();
  if (!self) co_return;
  const auto shown = [&] { return self->store_.pending_writes_shown(); };
  self->change_own(shown, [&] {
    self->armed_ = false;
    return self->store_.expire_pending_writes(self->runtime_.clock->now(), self->options_.pending_write_ttl);
  });
}

void InformerCore::observe(const Delta& delta) const
{
  if (!options_.observer) return;
  try {
    options_.observer(packer_ ? packer_->whole(delta) : delta);
  } catch (...) {
    count_failure();
    runtime_.log.error(
        "the observer threw: it is not called again with this delta",
        {{"key", delta.object ? delta.object.key().to_string() : std::string()}, {"error", detail::current_error()}});
  }
}

IndexFunction InformerCore::guarded(const std::string& name, IndexFunction function)
{
  if (!function) return function;  // the store refuses it
  return [this, name, function = std::move(function),
          logged = std::make_shared<std::atomic<bool>>(false)](const Object& object) -> std::vector<std::string> {
    try {
      return function(object);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      count_failure();
      if (logged->exchange(true)) return {};
      runtime_.log.error("an index function threw: the index omits such objects; logged only once",
                         {{"index", name}, {"key", object.key().to_string()}, {"error", detail::current_error()}});
      return {};
    }
  };
}

IndexedStore::Indexes InformerCore::guarded(IndexedStore::Indexes indexes)
{
  for (auto& [name, function] : indexes) function = guarded(name, std::move(function));
  return indexes;
}

void InformerCore::count_failure() const
{
  function_failures_.fetch_add(1, std::memory_order_relaxed);
  if (const auto& errors = metrics_.of_handlers().errors) errors->increment();
}

}  // namespace kubexx
