// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/informer_set.hpp"

#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "informer_impl.hpp"
#include "kubexx/informer/detail/stream_list_refusals.hpp"
#include "stop_by.hpp"

namespace kubexx {

namespace {

// Whether it holds what `options` ask for, and, of metadata, no more than that when `exactly`. How informers list and
// keep it (page_size, stream_list, compressed) is no part of that.
bool serves(const SharedInformer& informer, const ResourceType& type, const InformerOptions& options, bool exactly)
{
  const InformerOptions& has = informer.options();
  const bool enough = has.metadata_only == options.metadata_only || (!exactly && options.metadata_only);
  // One of some namespaces that watches none any more is not that of all.
  const bool same_namespaces =
      has.namespaces.empty() == options.namespaces.empty() && informer.namespaces() == options.namespaces;
  return enough && informer.type() == type && same_namespaces && has.label_selector == options.label_selector &&
         has.field_selector == options.field_selector && has.keep_managed_fields == options.keep_managed_fields &&
         has.transform_name == options.transform_name && has.shard == options.shard;
}

awaitable<void> stop_all(std::vector<SharedInformer> informers)
{
  for (const auto& informer : informers) informer.request_stop();  // all are asked before any is awaited
  for (const auto& informer : informers) co_await informer.async_stop();
}

// "foos… in namespace …: why".
std::string line_of(const SharedInformer& informer, const std::string& why)
{
  return informer.type().group_resource() + in_namespaces(informer.namespaces()) + ": " + why;
}

std::string first_error(const std::vector<SharedInformer>& informers)
{
  std::optional<SteadyTime> first;
  std::string line;
  for (const auto& informer : informers) {
    const WatchStatus status = informer.status();
    if (status.last_error.empty() || !status.failing_since || (first && *first <= *status.failing_since)) continue;
    first = status.failing_since;
    line = line_of(informer, status.last_error);
  }
  return line;
}

// Of an informer that synced before.
constexpr const char* ended = "it has ended";

// `ends`: the tokens of the informers, each requested to stop when its informer ends.
awaitable<SyncResult> wait_all(std::vector<SharedInformer> informers, std::vector<std::stop_token> ends,
                               std::stop_token stop)
{
  struct Request {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };
  std::stop_source over;
  ends.push_back(stop);
  std::list<std::stop_callback<Request>> links;
  for (auto& end : ends) links.emplace_back(std::move(end), Request{&over});
  const auto has_ended = [](const SharedInformer& informer) { return informer.has_ended(); };
  const auto has_not_synced = [](const SharedInformer& informer) { return !informer.has_synced(); };
  for (const auto& informer : informers) (void)co_await informer.async_wait_synced(over.get_token());
  SyncResult result;
  auto failed = std::find_if(informers.begin(), informers.end(), has_ended);
  const bool any_ended = failed != informers.end();
  if (!any_ended) failed = std::find_if(informers.begin(), informers.end(), has_not_synced);
  if (failed == informers.end()) {
    result.synced = true;
    co_return result;
  }
  result.first_error = any_ended && failed->has_synced() ? line_of(*failed, ended) : first_error(informers);
  if (result.first_error.empty() && any_ended && !stop.stop_requested()) {
    result.first_error = line_of(*failed, "it ended before its first list");
  }
  co_return result;
}

}  // namespace

struct InformerSet::Impl {
  Impl(Client to, Options with) : client(std::move(to)), options(std::move(with)) {}

  // Those that somebody still has, in the order in which they were made. With the mutex held, which must not be held
  // when the answer is destroyed: it may have the last handles.
  std::vector<SharedInformer> alive()
  {
    std::vector<SharedInformer> all;
    std::erase_if(informers, [&](const std::weak_ptr<SharedInformer::Impl>& informer) {
      auto impl = informer.lock();
      if (!impl) return true;
      all.push_back(SharedInformer(std::move(impl)));
      return false;
    });
    return all;
  }
  std::vector<SharedInformer> all()
  {
    const std::lock_guard lock(mutex);
    return alive();
  }

  const Client client;
  const Options options;
  const std::shared_ptr<detail::StreamListRefusals> stream_list_refusals =
      std::make_shared<detail::StreamListRefusals>();
  std::mutex mutex;
  std::vector<std::weak_ptr<SharedInformer::Impl>> informers;  // guarded by mutex; a handful, so searched in order
  bool started = false, stopped = false;                       // guarded by mutex
};

namespace {

const SharedInformer* find_watch(const std::vector<SharedInformer>& informers, const ResourceType& type,
                                 const InformerOptions& wanted)
{
  for (const bool exactly : {true, false}) {
    const auto found = std::find_if(informers.begin(), informers.end(), [&](const SharedInformer& informer) {
      return !informer.has_ended() && serves(informer, type, wanted, exactly);
    });
    if (found != informers.end()) return &*found;
  }
  return nullptr;
}

void add_missing(const SharedInformer& informer, const std::string& name, IndexFunction function)
{
  if (informer.has_index(name)) return;
  try {
    informer.add_index(name, std::move(function));
  } catch (const std::invalid_argument&) {
    if (!informer.has_index(name)) throw;  // otherwise another thread was quicker
  }
}

}  // namespace

InformerSet::InformerSet(Client client) : InformerSet(std::move(client), Options{}) {}

InformerSet::InformerSet(Client client, Options options)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(options)))
{
}

SharedInformer InformerSet::get(const ResourceType& type, InformerOptions options) const
{
  if (options.transform && options.transform_name.empty()) {
    throw std::invalid_argument("InformerSet::get " + type.group_resource() +
                                ": set transform_name, so that each transform has its own informer");
  }
  std::vector<SharedInformer> informers;  // outlives the lock
  std::unique_lock lock(impl_->mutex);
  if (impl_->stopped) throw std::logic_error("InformerSet::get " + type.group_resource() + ": the set has ended");
  informers = impl_->alive();
  if (const auto* found = find_watch(informers, type, options)) {
    if (options.observer) {
      throw std::invalid_argument("InformerSet::get " + type.group_resource() +
                                  ": it is already watched, so it is too late to add an observer");
    }
    lock.unlock();  // their functions are called now
    for (auto& [name, function] : options.indexes) add_missing(*found, name, std::move(function));
    return *found;
  }
  options.stream_list = options.stream_list && impl_->options.stream_list;
  if (!options.stream_list_refusals) options.stream_list_refusals = impl_->stream_list_refusals;
  if (impl_->options.observer) {
    options.observer = [of_set = impl_->options.observer, own = std::move(options.observer), type](const Delta& delta) {
      of_set(type, delta);
      if (own) own(delta);
    };
  }
  SharedInformer informer(impl_->client, type, std::move(options));
  impl_->informers.push_back(informer.impl_);
  const bool started = impl_->started;
  lock.unlock();
  if (started) informer.start();
  return informer;
}

std::optional<SharedInformer> InformerSet::find(const ResourceType& type, const InformerOptions& options) const
{
  const std::vector<SharedInformer> informers = impl_->all();
  if (const auto* found = find_watch(informers, type, options)) return *found;
  return std::nullopt;
}

void InformerSet::start() const
{
  std::vector<SharedInformer> informers;
  {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->stopped) return;
    impl_->started = true;
    informers = impl_->alive();
  }
  for (const auto& informer : informers) informer.start();
}

awaitable<void> InformerSet::async_stop() const
{
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopped = true;
  }
  return stop_all(impl_->all());
}

bool InformerSet::stop(SteadyTime deadline) const
{
  return detail::stop_by(impl_->client.runtime(), deadline, [set = *this] { return set.async_stop(); });
}

awaitable<SyncResult> InformerSet::async_wait_synced(std::stop_token stop) const
{
  std::vector<SharedInformer> informers = impl_->all();
  std::vector<std::stop_token> ends;
  ends.reserve(informers.size());
  for (const auto& informer : informers) ends.push_back(informer.impl_->core->ended());
  return wait_all(std::move(informers), std::move(ends), std::move(stop));
}

std::vector<std::string> InformerSet::not_synced() const
{
  std::vector<std::string> lines;
  for (const auto& informer : impl_->all()) {
    if (informer.has_synced() && !informer.has_ended()) continue;
    if (informer.has_ended()) {
      lines.push_back(line_of(informer, ended));
      continue;
    }
    const WatchStatus status = informer.status();
    lines.push_back(line_of(informer, status.last_error.empty() ? to_string(status.state) : status.last_error));
  }
  return lines;
}

std::vector<SharedInformer> InformerSet::informers() const
{
  return impl_->all();
}

}  // namespace kubexx
