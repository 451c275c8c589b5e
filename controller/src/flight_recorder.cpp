// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/flight_recorder.hpp"

#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace kubexx {

namespace {

// With its hash, which the table would otherwise compute again and again.
struct KeyView {
  std::string_view controller;
  const Request* request;
  std::size_t hash;
};

struct Key {
  std::string controller;
  Request request;
  std::size_t hash;
};

KeyView view_of(std::string_view controller, const Request& request)
{
  return {controller, &request, std::hash<Request>()(request) ^ (std::hash<std::string_view>()(controller) << 1U)};
}

struct KeyHash {
  using is_transparent = void;
  std::size_t operator()(const auto& key) const noexcept { return key.hash; }
};

struct KeyEqual {
  using is_transparent = void;
  static const Request& request_of(const Key& key) noexcept { return key.request; }
  static const Request& request_of(const KeyView& key) noexcept { return *key.request; }
  bool operator()(const auto& a, const auto& b) const noexcept
  {
    return a.hash == b.hash && request_of(a) == request_of(b) && a.controller == b.controller;
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
    const KeyView view = view_of(controller, key);
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(view);
    drop_filtered(entry);
    ++entry.total;
    if (entry.last) {
      grow(entry, sizeof(RecordedReconcile));
      entry.older.push_back(std::move(*entry.last));
    }
    entry.last = std::move(reconcile);
    grow(entry, bytes - sizeof(RecordedReconcile));  // its room is the entry's
    if (entry.older.size() == reconciles_per_key) drop_oldest(entry);
    make_room();
  }

  void add(std::string_view controller, const Request& key, FilteredEvent filtered)
  {
    const KeyView view = view_of(controller, key);
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(view);
    if (entry.filtered) filtered.count += entry.filtered->count;
    drop_filtered(entry);
    entry.filtered = std::move(filtered);
    grow(entry, size_of(entry.filtered));
    make_room();
  }

  [[nodiscard]] History history(std::string_view controller, const Request& key) const
  {
    const KeyView view = view_of(controller, key);
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(view);
    if (found == entries_.end()) return {};
    const Entry& entry = found->second;
    History history{{entry.older.begin(), entry.older.end()}, entry.total, entry.filtered};
    if (entry.last) history.reconciles.push_back(*entry.last);
    return history;
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
  struct Entry {
    std::optional<RecordedReconcile> last;
    std::list<RecordedReconcile> older;  // most keys have none
    std::optional<FilteredEvent> filtered;
    std::uint64_t total = 0;
    std::size_t bytes = 0;  // of all of it
    // In the order in which something was heard of the keys.
    const Key* key = nullptr;
    Entry* before = nullptr;
    Entry* after = nullptr;
  };
  using Entries = std::unordered_map<Key, Entry, KeyHash, KeyEqual>;
  // Of the table's node and bucket, and the allocator's header.
  static constexpr std::size_t kOverhead = sizeof(Key) + sizeof(Entry) + 3 * sizeof(void*) + 2 * sizeof(std::size_t);

  // All of them need mutex_.
  Entry& touch(const KeyView& view)
  {
    const auto found = entries_.find(view);
    if (found != entries_.end()) {
      unlink(found->second);
      append(found->second);
      return found->second;
    }
    Entry& entry = insert(view);
    const Request& request = entry.key->request;
    grow(entry, kOverhead + heap_of(entry.key->controller) + heap_of(request.cluster) + heap_of(request.namespace_) +
                    heap_of(request.name));
    append(entry);
    return entry;
  }
  // In the place of the oldest one when there is no room for both: then it needs no memory.
  Entry& insert(const KeyView& view)
  {
    if (bytes_ + kOverhead > max_bytes_ && first_ != nullptr) {
      auto node = entries_.extract(*first_->key);
      Entry& entry = node.mapped();
      unlink(entry);
      bytes_ -= std::exchange(entry.bytes, 0);
      entry.last.reset();
      entry.older.clear();
      entry.filtered.reset();
      entry.total = 0;
      node.key().controller = view.controller;
      node.key().request = *view.request;
      node.key().hash = view.hash;
      entries_.insert(std::move(node));
      return entry;
    }
    const auto made = entries_.try_emplace(Key{std::string(view.controller), *view.request, view.hash}).first;
    made->second.key = &made->first;
    return made->second;
  }
  void append(Entry& entry) noexcept
  {
    entry.before = last_;
    entry.after = nullptr;
    (last_ != nullptr ? last_->after : first_) = &entry;
    last_ = &entry;
  }
  void unlink(Entry& entry) noexcept
  {
    (entry.before != nullptr ? entry.before->after : first_) = entry.after;
    (entry.after != nullptr ? entry.after->before : last_) = entry.before;
  }
  void grow(Entry& entry, std::size_t bytes) noexcept
  {
    entry.bytes += bytes;
    bytes_ += bytes;
  }
  void shrink(Entry& entry, std::size_t bytes) noexcept
  {
    entry.bytes -= bytes;
    bytes_ -= bytes;
  }
  void drop_oldest(Entry& entry)
  {
    shrink(entry, size_of(entry.older.front()));
    entry.older.pop_front();
  }
  void drop_filtered(Entry& entry)
  {
    shrink(entry, size_of(entry.filtered));
    entry.filtered.reset();
  }
  // What alone is too large goes as well.
  void make_room()
  {
    while (bytes_ > max_bytes_ && first_ != nullptr) {
      Entry& entry = *first_;
      unlink(entry);
      bytes_ -= entry.bytes;
      entries_.erase(entries_.find(*entry.key));
    }
  }

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  Entries entries_;         // guarded by mutex_
  Entry* first_ = nullptr;  // guarded by mutex_; the key of which nothing was heard for longest
  Entry* last_ = nullptr;   // guarded by mutex_
  std::size_t bytes_ = 0;   // guarded by mutex_
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
