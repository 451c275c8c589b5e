// SPDX-License-Identifier: Apache-2.0
#include "informer_core.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "current_error.hpp"

namespace kubexx {

namespace {

using detail::key_of;

ReflectorOptions reflector_options(const InformerOptions& options, const std::string& namespace_,
                                   std::shared_ptr<const ReflectorMetrics> metrics)
{
  ReflectorOptions chosen;
  chosen.namespace_ = namespace_;
  chosen.label_selector = options.label_selector;
  chosen.field_selector = options.field_selector;
  chosen.page_size = options.page_size;
  chosen.stream_list = options.stream_list;
  chosen.keep_managed_fields = options.keep_managed_fields;
  chosen.shard = options.shard;
  chosen.metadata_only = options.metadata_only;
  chosen.metrics = std::move(metrics);
  return chosen;
}

// Every log line names the kind.
Runtime with_kind(Runtime runtime, const ResourceType& type)
{
  runtime.log = runtime.log.with({{"kind", type.kind.empty() ? type.group_resource() : type.kind}});
  return runtime;
}

std::string place_of(const ResourceType& type)
{
  return "SharedInformer of " + type.group_resource() + ": ";
}

InformerOptions checked(const ResourceType& type, InformerOptions options)
{
  if (options.namespaces.contains("")) {
    throw std::invalid_argument(place_of(type) +
                                "a namespace without a name; leave InformerOptions::namespaces empty for all");
  }
  if (!options.namespaces.empty() && !type.namespaced()) {
    throw std::invalid_argument(place_of(type) +
                                "they are in no namespace, so leave InformerOptions::namespaces empty");
  }
  return options;
}

}  // namespace

// The list and watch of one namespace, or of all of them. It keeps the core alive while it runs. What the reflector
// calls after `remove` changes nothing.
class InformerCore::Watch final : public ReflectorSink {
public:
  Watch(InformerCore& core, const std::string& watched)
      : core_(core),
        namespace_(watched),
        link_(core.stop_.get_token(), Stop{&stop_}),
        reflector_(core.client_, core.type_, reflector_options(core.options_, watched, core.metrics_.of_reflectors()),
                   *this)
  {
  }

  [[nodiscard]] const std::string& watched() const noexcept { return namespace_; }
  [[nodiscard]] awaitable<void> run() { return reflector_.async_run(stop_.get_token()); }
  void request_stop() { stop_.request_stop(); }
  [[nodiscard]] WatchStatus status() const { return reflector_.status(); }

  void list_started() override { core_.list_started(*this); }
  Object list_item(Object item) override { return core_.list_item(std::move(item)); }
  void list_done(std::vector<Object> items, const std::string& version) override
  {
    if (!removed) core_.list_done(*this, std::move(items), version);
  }
  void applied(Object object, const std::string& version) override
  {
    if (removed) return;
    object = core_.transformed(std::move(object));
    core_.change([&] { return core_.store_.apply(std::move(object), version, namespace_); });
  }
  void deleted(Object last, const std::string& version) override
  {
    if (removed) return;
    last = core_.transformed(std::move(last));
    core_.change([&] { return core_.store_.remove(std::move(last), version, namespace_); });
  }
  void bookmark(const std::string& version) override
  {
    if (removed) return;
    core_.change([&] { return core_.store_.bookmark(version, namespace_); });
  }

  bool listed = false;   // guarded by the core's mutex
  bool removed = false;  // touched by the strand alone, once it runs

private:
  struct Stop {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  InformerCore& core_;
  const std::string namespace_;  // empty: all
  std::stop_source stop_;
  std::stop_callback<Stop> link_;
  Reflector reflector_;
};

InformerCore::InformerCore(Client client, ResourceType type, InformerOptions options)
    : client_(std::move(client)),
      type_(std::move(type)),
      options_(checked(type_, std::move(options))),
      runtime_(with_kind(client_.runtime(), type_)),
      strand_(make_strand_of(runtime_.executor)),
      selection_(options_.label_selector, options_.field_selector),
      packer_(options_.compressed ? std::make_shared<detail::ObjectPacker>() : nullptr),
      store_(guarded(options_.indexes), type_.group_resource(),
             !options_.label_selector.empty() || !options_.field_selector.empty(), packer_),
      queues_(std::make_shared<const Queues>()),
      metrics_(runtime_.metrics, type_, options_)
{
  if (options_.namespaces.empty()) watches_.emplace("", std::make_shared<Watch>(*this, ""));
  for (const auto& name : options_.namespaces) {
    store_.add_namespace(name);
    watches_.emplace(name, std::make_shared<Watch>(*this, name));
  }
  not_listed_ = watches_.size();
}

InformerCore::~InformerCore() = default;

void InformerCore::start()
{
  std::vector<std::shared_ptr<Watch>> watches;
  {
    const std::lock_guard lock(mutex_);
    if (started_ || ended_) return;
    started_ = true;
    for (const auto& [name, watch] : watches_) watches.push_back(watch);
    running_ = watches.size();
  }
  metrics_.watch(store_, [this] { return status(); }, [this] { return handlers(); }, runtime_.clock);
  for (auto& watch : watches) spawn(strand_, run(shared_from_this(), std::move(watch)));
}

awaitable<void> InformerCore::run(std::shared_ptr<InformerCore> self, std::shared_ptr<Watch> watch)
{
  co_await async_yield();  // never inside start()
  co_await watch->run();
  bool last = false;
  {
    const std::lock_guard lock(self->mutex_);
    last = --self->running_ == 0 && self->ended_;
  }
  if (last) self->end();
}

void InformerCore::request_stop()
{
  std::shared_ptr<const Queues> queues;
  bool running = false;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(ended_, true)) return;
    running = running_ != 0;
    queues = queues_;
  }
  for (const auto& queue : *queues) queue->close();
  stop_.request_stop();
  if (!running) end();
}

awaitable<void> InformerCore::wait_ended()
{
  co_await stopped_.wait({});
  const std::shared_ptr<const Queues> queues = snapshot();
  for (const auto& queue : *queues) co_await queue->async_ended();
}

void InformerCore::end()
{
  {
    const std::lock_guard writing(writing_);
    expiry_over_ = true;
    expiry_.cancel();
  }
  metrics_.end();
  synced_.give(false);
  stopped_.give(true);
}

// --- namespaces ---

void InformerCore::add_namespace(const std::string& namespace_)
{
  if (namespace_.empty()) throw std::invalid_argument(place_of(type_) + "a namespace without a name");
  if (options_.namespaces.empty()) {
    throw std::logic_error(place_of(type_) + "it watches all namespaces, so \"" + namespace_ + "\" cannot be added");
  }
  std::shared_ptr<Watch> watch;
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || watches_.contains(namespace_)) return;
    watch = std::make_shared<Watch>(*this, namespace_);
    watches_.emplace(namespace_, watch);
    store_.add_namespace(namespace_);
    ++not_listed_;
    if (!started_) return;
    ++running_;
  }
  spawn(strand_, run(shared_from_this(), std::move(watch)));
}

void InformerCore::remove_namespace(std::string_view namespace_)
{
  std::shared_ptr<Watch> watch;
  {
    const std::lock_guard lock(mutex_);
    const auto found = watches_.find(namespace_);
    if (namespace_.empty() || found == watches_.end()) return;
    watch = found->second;
    watches_.erase(found);
  }
  watch->request_stop();
  spawn(strand_, forget(shared_from_this(), std::move(watch)));
}

awaitable<void> InformerCore::forget(std::shared_ptr<InformerCore> self, std::shared_ptr<Watch> watch)
{
  watch->removed = true;
  bool synced = false;
  const auto queues = self->change([&] {
    {
      const std::lock_guard lock(self->mutex_);
      synced = self->first_listed(*watch);
    }
    return self->store_.remove_namespace(watch->watched());
  });
  if (synced) self->all_listed(*queues);
  co_return;
}

Namespaces InformerCore::namespaces() const
{
  Namespaces names;
  for (const auto& watch : watches()) {
    if (!watch->watched().empty()) names.insert(watch->watched());
  }
  return names;
}

bool InformerCore::is_watched(std::string_view namespace_) const
{
  if (options_.namespaces.empty()) return true;
  const std::lock_guard lock(mutex_);
  return watches_.contains(namespace_);
}

std::vector<std::shared_ptr<InformerCore::Watch>> InformerCore::watches() const
{
  std::vector<std::shared_ptr<Watch>> all;
  const std::lock_guard lock(mutex_);
  all.reserve(watches_.size());
  for (const auto& [name, watch] : watches_) all.push_back(watch);
  return all;
}

// --- what users ask for ---

std::shared_ptr<HandlerQueue> InformerCore::add_handler(EventHandler handler)
{
  auto queue = std::make_shared<HandlerQueue>(runtime_, std::move(handler), metrics_.of_handlers(), packer_);
  const std::lock_guard writing(writing_);  // so that no later delta overtakes what is stored
  const std::lock_guard lock(mutex_);
  if (ended_) throw std::logic_error("add_handler: the informer of " + type_.group_resource() + " has ended");
  auto queues = std::make_shared<Queues>(*queues_);
  queues->push_back(queue);
  queues_ = std::move(queues);
  Delta delta;
  delta.initial = true;
  for (const auto& object : store_.stored()) {
    delta.object = object;
    queue->push(delta);
  }
  if (all_listed_) queue->push_synced();
  return queue;
}

void InformerCore::remove_handler(const std::shared_ptr<HandlerQueue>& queue, bool wait)
{
  {
    const std::lock_guard lock(mutex_);
    auto queues = std::make_shared<Queues>(*queues_);
    std::erase(*queues, queue);
    queues_ = std::move(queues);
  }
  if (wait) {
    queue->close_and_wait();
  } else {
    queue->close();
  }
}

void InformerCore::add_index(std::string name, IndexFunction function)
{
  const std::lock_guard writing(writing_);
  IndexFunction caught = guarded(name, std::move(function));
  store_.add_index(std::move(name), std::move(caught));
}

bool InformerCore::has_synced() const
{
  const std::lock_guard lock(mutex_);
  return all_listed_;
}

bool InformerCore::has_synced(std::string_view namespace_) const
{
  const std::lock_guard lock(mutex_);
  auto watch = watches_.find(namespace_);
  if (watch == watches_.end()) watch = watches_.find("");
  return watch != watches_.end() && watch->second->listed;
}

WatchStatus InformerCore::status() const
{
  std::optional<WatchStatus> all;
  for (const auto& watch : watches()) {
    WatchStatus status = watch->status();
    all = all ? merged(*all, status) : std::move(status);
  }
  WatchStatus status = std::move(all).value_or(WatchStatus());
  status.function_failures = function_failures_.load(std::memory_order_relaxed);
  return status;
}

std::shared_ptr<const InformerCore::Queues> InformerCore::snapshot() const
{
  const std::lock_guard lock(mutex_);
  return queues_;
}

std::vector<HandlerStatus> InformerCore::handlers() const
{
  std::vector<HandlerStatus> all;
  const std::shared_ptr<const Queues> queues = snapshot();
  for (const auto& queue : *queues) all.push_back(queue->status());
  return all;
}

// --- what the watches call ---

void InformerCore::list_started(const Watch& watch)
{
  if (packer_) packer_->forget_items();
  if (!options_.observer) return;
  Delta delta;
  delta.type = Delta::Type::list_started;
  delta.initial = !watch.listed;
  const std::lock_guard writing(writing_);
  delta.resource_version = store_.resource_version(watch.watched());
  observe(delta);
}

Object InformerCore::list_item(Object item) const
{
  Object stored = store_.stored(item);
  const bool same = stored && !item.resource_version().empty() && same_version(stored, item);
  if (same) return stored;
  item = transformed(std::move(item));
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
  runtime_.log.error("a transform failed: the object is kept as it came",
                     {{"key", object.key().to_string()}, {"error", error}});
  return object;
}

void InformerCore::list_done(Watch& watch, std::vector<Object> items, const std::string& resource_version)
{
  bool synced = false;
  const auto queues = change([&] {
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

// The store has changed: who cannot be given it must at least learn that there was something.
void InformerCore::push(HandlerQueue& queue, const Delta& delta) const
{
  try {
    queue.push(delta);
  } catch (const std::bad_alloc&) {
    queue.push_failed();
    count_failure();
    runtime_.log.error("no memory is left: an event handler misses an event");
  }
}

template <class Change>
std::shared_ptr<const InformerCore::Queues> InformerCore::change(Change to_store)
{
  const std::lock_guard writing(writing_);
  const std::vector<Delta> deltas = to_store();
  std::shared_ptr<const Queues> queues = snapshot();
  for (const auto& delta : deltas) {
    observe(delta);
    for (const auto& queue : *queues) push(*queue, delta);
  }
  return queues;
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
  change_own([&] {
    if (!takes_writes(object.namespace_())) return std::vector<Delta>();
    return store_.wrote(kept, selected, own_write_expiry());
  });
}

void InformerCore::deleted(const ObjectKey& key, std::string_view uid, std::string_view version)
{
  change_own([&] {
    if (!takes_writes(key.namespace_)) return std::vector<Delta>();
    return store_.deleted(key, uid, version, own_write_expiry());
  });
}

template <class Change>
void InformerCore::change_own(Change to_store)
{
  try {
    change([&] {
      auto deltas = to_store();
      arm_expiry();
      return deltas;
    });
  } catch (...) {
    runtime_.log.error("an own write is not in the store before the watch brings it",
                       {{"error", detail::current_error()}});
  }
}

SteadyTime InformerCore::own_write_expiry() const
{
  return saturating_add(runtime_.clock->now(), options_.own_write_ttl);
}

void InformerCore::arm_expiry()
{
  if (armed_ || expiry_over_) return;
  const std::optional<SteadyTime> next = store_.next_expiry();
  if (!next) return;
  armed_ = true;
  std::function<void()> due = [weak = weak_from_this(), strand = strand_] { spawn(strand, expire(weak)); };
  expiry_ = runtime_.clock->call_at(*next, std::move(due));
}

awaitable<void> InformerCore::expire(std::weak_ptr<InformerCore> weak)
{
  const auto self = weak.lock();
  if (!self) co_return;
  self->change_own([&] {
    self->armed_ = false;
    return self->store_.expire_own_writes(self->runtime_.clock->now(), self->options_.own_write_ttl);
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
      runtime_.log.error("an index function threw: the index leaves such objects out; this is said once",
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
