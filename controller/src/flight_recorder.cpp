// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/flight_recorder.hpp"

#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace kubexx {

namespace {

struct KeyView {
  std::string_view controller;
  const Request* request;
};

struct Key {
  std::string controller;
  Request request;
  [[nodiscard]] KeyView view() const noexcept { return {controller, &request}; }
};

struct KeyHash {
  using is_transparent = void;
  std::size_t operator()(const KeyView& key) const noexcept
  {
    return std::hash<Request>()(*key.request) ^ (std::hash<std::string_view>()(key.controller) << 1U);
  }
  std::size_t operator()(const Key& key) const noexcept { return (*this)(key.view()); }
};

struct KeyEqual {
  using is_transparent = void;
  static KeyView view(const Key& key) noexcept { return key.view(); }
  static KeyView view(const KeyView& key) noexcept { return key; }
  bool operator()(const auto& a, const auto& b) const noexcept
  {
    const KeyView left = view(a);
    const KeyView right = view(b);
    return *left.request == *right.request && left.controller == right.controller;
  }
};

// The bytes that a string has on the heap.
std::size_t heap_of(const std::string& text)
{
  constexpr std::size_t inside = 15;
  return text.capacity() > inside ? text.capacity() + 1 : 0;
}

std::size_t size_of(const RecordedReconcile& reconcile)
{
  std::size_t bytes = sizeof reconcile + heap_of(reconcile.id) + heap_of(reconcile.error);
  bytes += reconcile.calls.capacity() * sizeof(RecordedCall);
  for (const auto& call : reconcile.calls) {
    bytes += heap_of(call.resource) + heap_of(call.key.namespace_) + heap_of(call.key.name) + heap_of(call.error);
    bytes += call.changed.capacity() * sizeof(std::string);
    for (const auto& path : call.changed) bytes += heap_of(path);
  }
  return bytes;
}

std::size_t size_of(const std::optional<FilteredEvent>& filtered)
{
  return filtered ? heap_of(filtered->object) + heap_of(filtered->predicate) : 0;
}

}  // namespace

class FlightRecorder::Impl {
public:
  explicit Impl(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void add(std::string_view controller, const Request& key, RecordedReconcile reconcile)
  {
    const std::size_t bytes = size_of(reconcile);
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(controller, key);
    drop_filtered(entry);
    ++entry.total;
    entry.reconciles.push_back(std::move(reconcile));
    entry.bytes += bytes;
    bytes_ += bytes;
    if (entry.reconciles.size() > reconciles_per_key) drop_oldest(entry);
    make_room();
  }

  void add(std::string_view controller, const Request& key, FilteredEvent filtered)
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(controller, key);
    if (entry.filtered) filtered.count += entry.filtered->count;
    drop_filtered(entry);
    entry.filtered = std::move(filtered);
    const std::size_t bytes = size_of(entry.filtered);
    entry.bytes += bytes;
    bytes_ += bytes;
    make_room();
  }

  [[nodiscard]] History history(std::string_view controller, const Request& key) const
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(KeyView{controller, &key});
    if (found == entries_.end()) return {};
    const Entry& entry = found->second;
    return {{entry.reconciles.begin(), entry.reconciles.end()}, entry.total, entry.filtered};
  }

  [[nodiscard]] std::size_t bytes() const
  {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  [[nodiscard]] std::size_t keys() const
  {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

private:
  using Order = std::list<const Key*>;
  struct Entry {
    std::list<RecordedReconcile> reconciles;  // a list: most keys have one
    std::optional<FilteredEvent> filtered;
    std::uint64_t total = 0;
    std::size_t bytes = 0;  // of all of it
    Order::iterator place;
  };
  // Node and bucket of the table, node of the order, headers of the allocator.
  static constexpr std::size_t kOverhead = sizeof(Key) + sizeof(Entry) + 5 * sizeof(void*) + 4 * sizeof(std::size_t);

  // Needs mutex_.
  Entry& touch(std::string_view controller, const Request& request)
  {
    auto found = entries_.find(KeyView{controller, &request});
    if (found == entries_.end()) {
      found = entries_.try_emplace(Key{std::string(controller), request}).first;
      const Key& key = found->first;
      Entry& entry = found->second;
      entry.place = order_.insert(order_.end(), &key);
      entry.bytes = kOverhead + heap_of(key.controller) + heap_of(key.request.cluster) +
                    heap_of(key.request.namespace_) + heap_of(key.request.name);
      bytes_ += entry.bytes;
    } else {
      order_.splice(order_.end(), order_, found->second.place);
    }
    return found->second;
  }
  // Needs mutex_.
  void drop_oldest(Entry& entry)
  {
    const std::size_t bytes = size_of(entry.reconciles.front());
    entry.reconciles.pop_front();
    entry.bytes -= bytes;
    bytes_ -= bytes;
  }
  // Needs mutex_.
  void drop_filtered(Entry& entry)
  {
    const std::size_t bytes = size_of(entry.filtered);
    entry.filtered.reset();
    entry.bytes -= bytes;
    bytes_ -= bytes;
  }
  // Needs mutex_. What alone is too large goes as well.
  void make_room()
  {
    while (bytes_ > max_bytes_ && !order_.empty()) {
      const auto found = entries_.find(*order_.front());
      bytes_ -= found->second.bytes;
      order_.pop_front();
      entries_.erase(found);
    }
  }

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::unordered_map<Key, Entry, KeyHash, KeyEqual> entries_;  // guarded by mutex_
  Order order_;                                                // guarded by mutex_; the key heard of last is last
  std::size_t bytes_ = 0;                                      // guarded by mutex_
};

FlightRecorder::FlightRecorder(std::size_t max_bytes) : impl_(std::make_unique<Impl>(max_bytes)) {}
FlightRecorder::~FlightRecorder() = default;

void FlightRecorder::add(std::string_view controller, const Request& key, RecordedReconcile reconcile)
{
  impl_->add(controller, key, std::move(reconcile));
}
void FlightRecorder::add(std::string_view controller, const Request& key, FilteredEvent filtered)
{
  impl_->add(controller, key, std::move(filtered));
}
FlightRecorder::History FlightRecorder::history(std::string_view controller, const Request& key) const
{
  return impl_->history(controller, key);
}
std::size_t FlightRecorder::bytes() const
{
  return impl_->bytes();
}
std::size_t FlightRecorder::keys() const
{
  return impl_->keys();
}

}  // namespace kubexx
