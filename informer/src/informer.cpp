// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/informer.hpp"

#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "answer.hpp"
#include "handler_queue.hpp"
#include "informer_metrics.hpp"
#include "kubexx/informer/indexed_store.hpp"
#include "kubexx/informer/reflector.hpp"

namespace kubexx {

namespace {

using Queues = std::vector<std::shared_ptr<HandlerQueue>>;

ReflectorOptions reflector_options(const InformerOptions& options, const std::string& namespace_)
{
  ReflectorOptions chosen;
  chosen.namespace_ = namespace_;
  chosen.label_selector = options.label_selector;
  chosen.field_selector = options.field_selector;
  chosen.page_size = options.page_size;
  chosen.stream_list = options.stream_list;
  chosen.keep_managed_fields = options.keep_managed_fields;
  return chosen;
}

// Every log line names the kind.
Runtime with_kind(Runtime runtime, const ResourceType& type)
{
  runtime.log = runtime.log.with({{"kind", type.kind.empty() ? type.group_resource() : type.kind}});
  return runtime;
}

InformerOptions checked(const ResourceType& type, InformerOptions options)
{
  const std::string where = "SharedInformer of " + type.group_resource() + ": ";
  if (options.namespaces.contains("")) {
    throw std::invalid_argument(where + "a namespace without a name; leave InformerOptions::namespaces empty for all");
  }
  if (!options.namespaces.empty() && !type.namespaced()) {
    throw std::invalid_argument(where + "they are in no namespace, so leave InformerOptions::namespaces empty");
  }
  return options;
}

// What all handles and registrations share, and the running coroutines: one for each watch.
class Core final : public std::enable_shared_from_this<Core> {
public:
  Core(Client client, ResourceType type, InformerOptions options)
      : type_(std::move(type)),
        options_(checked(type_, std::move(options))),
        runtime_(with_kind(client.runtime(), type_)),
        store_(options_.indexes, type_.group_resource()),
        queues_(std::make_shared<const Queues>()),
        metrics_(runtime_.metrics, type_, options_)
  {
    if (options_.namespaces.empty()) watches_.push_back(std::make_unique<Watch>(*this, client, std::string()));
    for (const auto& name : options_.namespaces) {
      store_.add_namespace(name);
      watches_.push_back(std::make_unique<Watch>(*this, client, name));
    }
    not_listed_ = running_ = watches_.size();
  }

  void start()
  {
    {
      const std::lock_guard lock(mutex_);
      if (started_ || ended_) return;
      started_ = true;
    }
    metrics_.watch(store_, [this] { return status(); }, [this] { return pending(); }, runtime_.clock);
    const auto strand = make_strand_of(runtime_.executor);  // one for all: the store has one writer
    for (auto& watch : watches_) spawn(strand, run(shared_from_this(), watch.get()));
  }

  void request_stop()
  {
    std::shared_ptr<const Queues> queues;
    bool running = false;
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      running = started_;
      queues = queues_;
    }
    for (const auto& queue : *queues) queue->close();
    stop_.request_stop();
    if (!running) end();
  }

  awaitable<void> wait_ended()
  {
    co_await stopped_.wait({});
    const std::shared_ptr<const Queues> queues = snapshot();
    for (const auto& queue : *queues) co_await queue->async_ended();
  }

  std::shared_ptr<HandlerQueue> add_handler(EventHandler handler)
  {
    auto queue = std::make_shared<HandlerQueue>(runtime_, std::move(handler), metrics_.errors());
    const std::lock_guard lock(mutex_);
    if (ended_) throw std::logic_error("add_handler: the informer of " + type_.group_resource() + " has ended");
    auto queues = std::make_shared<Queues>(*queues_);
    queues->push_back(queue);
    queues_ = std::move(queues);
    // Under the lock, so that no later delta overtakes what is stored.
    Delta delta;
    delta.initial = true;
    for (const auto& object : store_.list()) {
      delta.object = object;
      queue->push(delta);
    }
    if (not_listed_ == 0) queue->push_synced();
    return queue;
  }

  void remove_handler(const std::shared_ptr<HandlerQueue>& queue)
  {
    {
      const std::lock_guard lock(mutex_);
      auto queues = std::make_shared<Queues>(*queues_);
      std::erase(*queues, queue);
      queues_ = std::move(queues);
    }
    queue->close_and_wait();
  }

  void missed_deletion(Object last)
  {
    Delta delta;
    delta.type = Delta::Type::deleted;
    delta.object = std::move(last);
    delta.final_state_unknown = true;
    const std::lock_guard lock(mutex_);  // so that no later delta overtakes it
    if (ended_ || store_.get(delta.object.key())) return;
    for (const auto& queue : *queues_) queue->push(delta);
  }

  void add_index(std::string name, IndexFunction function)
  {
    const std::lock_guard lock(mutex_);
    store_.add_index(std::move(name), std::move(function));
  }

  bool has_synced() const
  {
    const std::lock_guard lock(mutex_);
    return not_listed_ == 0;
  }

  WatchStatus status() const
  {
    WatchStatus status = watches_.front()->reflector.status();
    for (std::size_t at = 1; at < watches_.size(); ++at) status = merged(status, watches_[at]->reflector.status());
    return status;
  }

  const Answer& synced() const { return synced_; }
  const IndexedStore& store() const { return store_; }
  const ResourceType& type() const { return type_; }
  const InformerOptions& options() const { return options_; }

private:
  // The list and watch of one namespace, or of all of them. All run on one strand.
  struct Watch final : ReflectorSink {
    Watch(Core& of, Client client, const std::string& watched)
        : core(of),
          namespace_(watched),
          reflector(std::move(client), of.type_, reflector_options(of.options_, watched), *this)
    {
    }

    void list_started() override { core.list_started(*this); }
    Object list_item(Object item) override { return core.list_item(std::move(item)); }
    void list_done(std::vector<Object> items, const std::string& version) override
    {
      core.list_done(*this, std::move(items), version);
    }
    void applied(Object object, const std::string& version) override
    {
      core.change([&] { return core.store_.apply(std::move(object), version, namespace_); });
    }
    void deleted(Object last, const std::string& version) override
    {
      core.change([&] { return core.store_.remove(std::move(last), version, namespace_); });
    }
    void bookmark(const std::string& version) override
    {
      const std::lock_guard lock(core.mutex_);
      core.store_.bookmark(version, namespace_);
    }

    Core& core;
    const std::string namespace_;  // empty: all
    Reflector reflector;
    bool listed = false;  // touched by the strand alone
  };

  static awaitable<void> run(std::shared_ptr<Core> self, Watch* watch)
  {
    co_await async_yield();  // never inside start()
    co_await watch->reflector.async_run(self->stop_.get_token());
    if (--self->running_ == 0) self->end();
  }

  void end()
  {
    metrics_.end();
    synced_.give(false);
    stopped_.give(true);
  }

  std::shared_ptr<const Queues> snapshot() const
  {
    const std::lock_guard lock(mutex_);
    return queues_;
  }

  std::size_t pending() const
  {
    std::size_t sum = 0;
    const std::shared_ptr<const Queues> queues = snapshot();
    for (const auto& queue : *queues) sum += queue->pending();
    return sum;
  }

  // What the watches call.

  void list_started(const Watch& watch)
  {
    if (!options_.observer) return;
    Delta delta;
    delta.type = Delta::Type::list_started;
    delta.initial = !watch.listed;
    delta.resource_version = store_.resource_version(watch.namespace_);
    observe(delta);
  }

  Object list_item(Object item) const
  {
    Object stored = store_.stored(item);
    const bool same = stored && !item.resource_version().empty() && same_version(stored, item);
    return same ? stored : item;
  }

  void list_done(Watch& watch, std::vector<Object> items, const std::string& resource_version)
  {
    bool synced = false;
    const auto queues = change([&] {
      auto deltas = store_.replace(std::move(items), resource_version, watch.namespace_);
      if (!std::exchange(watch.listed, true)) synced = --not_listed_ == 0;
      return deltas;
    });
    if (!synced) return;
    for (const auto& queue : *queues) queue->push_synced();
    synced_.give(true);
  }

  // Changes the store and notifies the handlers of that moment, which it returns.
  template <class Change>
  std::shared_ptr<const Queues> change(Change to_store)
  {
    std::vector<Delta> deltas;
    std::shared_ptr<const Queues> queues;
    {
      const std::lock_guard lock(mutex_);
      deltas = to_store();
      queues = queues_;
    }
    for (const auto& delta : deltas) {
      observe(delta);
      for (const auto& queue : *queues) queue->push(delta);
    }
    return queues;
  }

  void observe(const Delta& delta) const
  {
    if (!options_.observer) return;
    std::string error = "what was thrown is no std::exception";
    try {
      options_.observer(delta);
      return;
    } catch (const std::exception& thrown) {
      error = thrown.what();
    } catch (...) {  // the same
    }
    runtime_.log.error("the observer threw: it is not called again with this delta",
                       {{"key", delta.object ? delta.object.key().to_string() : std::string()}, {"error", error}});
    if (const auto errors = metrics_.errors()) errors->increment();
  }

  const ResourceType type_;
  const InformerOptions options_;
  const Runtime runtime_;
  IndexedStore store_;
  std::vector<std::unique_ptr<Watch>> watches_;  // at least one
  std::size_t running_ = 0;                      // coroutines that have not ended; touched by the strand alone
  std::stop_source stop_;
  const Answer synced_;   // the first lists are in the store and the handlers' queues; false when they never will be
  const Answer stopped_;  // the coroutines have ended, or there never were any

  mutable std::mutex mutex_;              // makes a write and the choice of who hears of it one step
  std::shared_ptr<const Queues> queues_;  // guarded by mutex_; replaced, never changed
  bool started_ = false;                  // guarded by mutex_
  bool ended_ = false;                    // guarded by mutex_; to be stopped: no handler is taken any more
  std::size_t not_listed_ = 0;            // guarded by mutex_; watches whose first list is not in the store yet
  InformerMetrics metrics_;               // last: its callbacks look at what is above
};

class Registration final : public HandlerRegistration {
public:
  Registration(std::shared_ptr<Core> core, std::shared_ptr<HandlerQueue> queue)
      : core_(std::move(core)), queue_(std::move(queue))
  {
  }
  ~Registration() override { core_->remove_handler(queue_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  [[nodiscard]] bool has_synced() const override { return queue_->synced().given().value_or(false); }
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) override
  {
    return queue_->synced().wait(std::move(stop));
  }
  [[nodiscard]] std::size_t pending() const override { return queue_->pending(); }

private:
  const std::shared_ptr<Core> core_;
  const std::shared_ptr<HandlerQueue> queue_;
};

awaitable<void> stop_and_wait(std::shared_ptr<Core> core)
{
  core->request_stop();
  co_await core->wait_ended();
}

}  // namespace

// What the handles share; the last one ends the watch.
struct SharedInformer::Impl {
  explicit Impl(std::shared_ptr<Core> shared) : core(std::move(shared)) {}
  ~Impl() { core->request_stop(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const std::shared_ptr<Core> core;
};

SharedInformer::SharedInformer(Client client, ResourceType type, InformerOptions options)
    : impl_(std::make_shared<Impl>(std::make_shared<Core>(std::move(client), std::move(type), std::move(options))))
{
}

std::unique_ptr<HandlerRegistration> SharedInformer::add_handler(EventHandler handler) const
{
  return std::make_unique<Registration>(impl_->core, impl_->core->add_handler(std::move(handler)));
}

void SharedInformer::start() const
{
  impl_->core->start();
}

void SharedInformer::request_stop() const
{
  impl_->core->request_stop();
}

awaitable<void> SharedInformer::async_stop() const
{
  return stop_and_wait(impl_->core);
}

bool SharedInformer::has_synced() const
{
  return impl_->core->has_synced();
}

awaitable<bool> SharedInformer::async_wait_synced(std::stop_token stop) const
{
  return impl_->core->synced().wait(std::move(stop));
}

const Store& SharedInformer::store() const
{
  return impl_->core->store();
}

const ResourceType& SharedInformer::type() const
{
  return impl_->core->type();
}

const InformerOptions& SharedInformer::options() const
{
  return impl_->core->options();
}

void SharedInformer::add_index(std::string name, IndexFunction function) const
{
  impl_->core->add_index(std::move(name), std::move(function));
}

void SharedInformer::missed_deletion(Object last) const
{
  impl_->core->missed_deletion(std::move(last));
}

bool SharedInformer::has_index(std::string_view name) const
{
  return impl_->core->store().has_index(name);
}

WatchStatus SharedInformer::status() const
{
  return impl_->core->status();
}

}  // namespace kubexx
