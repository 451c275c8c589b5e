// SPDX-License-Identifier: Apache-2.0
#include "informer_core.hpp"

#include <stdexcept>
#include <utility>

#include "index_values.hpp"
#include "informer_core_watch.hpp"
#include "kubexx/informer/detail/stream_list_refusals.hpp"

namespace kubexx {

namespace {

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
  if (options.page_size < 0) throw std::invalid_argument(place_of(type) + "InformerOptions::page_size is negative");
  // One for the watches of all its namespaces.
  if (!options.stream_list_refusals) options.stream_list_refusals = std::make_shared<detail::StreamListRefusals>();
  return options;
}

}  // namespace

InformerCore::InformerCore(Client client, ResourceType type, InformerOptions options)
    : client_(std::move(client)),
      type_(std::move(type)),
      options_(checked(type_, std::move(options))),
      runtime_(with_kind(client_.runtime(), type_)),
      selection_(options_.label_selector, options_.field_selector),
      packer_(options_.compressed ? std::make_shared<detail::ObjectPacker>() : nullptr),
      store_(guarded(options_.indexes), type_.group_resource(),
             !options_.label_selector.empty() || !options_.field_selector.empty(), packer_),
      strand_(make_strand_of(runtime_.executor)),
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

void InformerCore::follow_context()
{
  auto& context = asio::query(runtime_.executor, asio::execution::context);
  asio::use_service<detail::ContextEnd>(context).add(shared_from_this());
}

void InformerCore::context_ends() noexcept
{
  asio::any_io_executor strand;
  const std::lock_guard lock(mutex_);
  strand_.swap(strand);
}

asio::any_io_executor InformerCore::strand() const
{
  const std::lock_guard lock(mutex_);
  return strand_;
}

void InformerCore::spawn_here(awaitable<void> work) const
{
  const asio::any_io_executor here = strand();
  if (!here) throw std::logic_error(place_of(type_) + "its runtime has ended");
  spawn(here, std::move(work));
}

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
  for (auto& watch : watches) spawn_here(run(shared_from_this(), std::move(watch)));
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
  co_await observed_.wait({});
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
  bool observing = false;
  {
    const std::lock_guard lock(observer_mutex_);
    observed_all_ = true;
    observing = observing_;
  }
  metrics_.end();
  synced_.give(false);
  stopped_.give(true);
  if (!observing) observed_.give(true);
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
    const std::lock_guard writing(writing_);  // the store's writer reads its versions without another lock
    const std::lock_guard lock(mutex_);
    if (ended_ || watches_.contains(namespace_)) return;
    watch = std::make_shared<Watch>(*this, namespace_);
    watches_.emplace(namespace_, watch);
    store_.add_namespace(namespace_);
    ++not_listed_;
    if (!started_) return;
    ++running_;
  }
  spawn_here(run(shared_from_this(), std::move(watch)));
}

void InformerCore::remove_namespace(std::string_view namespace_)
{
  if (options_.namespaces.empty()) {
    throw std::logic_error(place_of(type_) + "it watches all namespaces, so \"" + std::string(namespace_) +
                           "\" cannot be removed");
  }
  std::shared_ptr<Watch> watch;
  {
    const std::lock_guard lock(mutex_);
    const auto found = watches_.find(namespace_);
    if (namespace_.empty() || found == watches_.end()) return;
    watch = found->second;
    watches_.erase(found);
  }
  watch->request_stop();
  spawn_here(forget(shared_from_this(), std::move(watch)));
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
  auto queue =
      std::make_shared<HandlerQueue>(runtime_, std::move(handler), metrics_.of_handlers(), packer_, weak_from_this());
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
  IndexFunction caught = guarded(name, std::move(function));
  const auto index = std::make_shared<IndexedStore::NewIndex>(std::move(name), std::move(caught));
  struct Added {  // before writing_ is free again
    NewIndexes& all;
    const std::shared_ptr<IndexedStore::NewIndex>& one;
    std::unique_lock<std::mutex>& lock;
    ~Added()
    {
      if (!lock) lock.lock();
      std::erase(all, one);
    }
  };
  std::unique_lock writing(writing_);
  added_.push_back(index);
  const Added added{added_, index, writing};
  for (bool done = false; !done;) {  // again when the store has packed what it has, or memory was short
    index->begin(store_);
    writing.unlock();
    index->call(store_);
    writing.lock();
    done = store_.add_index(*index);
  }
}

bool InformerCore::has_synced() const
{
  const std::lock_guard lock(mutex_);
  return all_listed_;
}

bool InformerCore::has_ended() const
{
  const std::lock_guard lock(mutex_);
  return ended_;
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

}  // namespace kubexx
