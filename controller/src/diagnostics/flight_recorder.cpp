// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/flight_recorder.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>
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
  const std::string* controller;  // of the shard's names
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
  static std::string_view controller_of(const Key& key) noexcept { return *key.controller; }
  static std::string_view controller_of(const KeyView& key) noexcept { return key.controller; }
  bool operator()(const auto& a, const auto& b) const noexcept
  {
    return a.hash == b.hash && request_of(a) == request_of(b) && controller_of(a) == controller_of(b);
  }
};

// The bytes that a string has on the heap.
std::size_t heap_of(const std::string& text)
{
  constexpr std::size_t inside = 15;
  return text.capacity() > inside ? text.capacity() + 1 : 0;
}

// A reconcile in one piece of memory: it is written for each reconcile, by any thread, and hardly ever read. Numbers
// take as many groups of seven bits as they need, the lowest first.
class Packer {
public:
  explicit Packer(std::size_t about) { bytes_.reserve(about); }
  template <std::integral T>
  void add(T value)
  {
    auto rest = static_cast<std::uint64_t>(value);
    if constexpr (std::is_signed_v<T>) rest = (rest << 1U) ^ static_cast<std::uint64_t>(value < 0 ? -1 : 0);
    for (; rest >= 0x80; rest >>= 7U) bytes_.push_back(static_cast<char>(rest | 0x80U));
    bytes_.push_back(static_cast<char>(rest));
  }
  template <class T>
    requires std::is_enum_v<T>
  void add(T value)
  {
    add(static_cast<std::underlying_type_t<T>>(value));
  }
  void add(Duration value) { add(value.count()); }
  void add(WallTime value) { add(value.time_since_epoch().count()); }
  template <class T>
  void add(const std::optional<T>& value)
  {
    add(value.has_value());
    if (value) add(*value);
  }
  void add(const char* constant) { bytes_.append(reinterpret_cast<const char*>(&constant), sizeof constant); }
  void add(const std::string& text)
  {
    add(text.size());
    bytes_.append(text);
  }
  /// Without the room that was reserved: it is kept for long.
  [[nodiscard]] std::string take() const { return std::string(bytes_.data(), bytes_.size()); }

private:
  std::string bytes_;
};

class Unpacker {
public:
  explicit Unpacker(const std::string& bytes) : rest_(bytes) {}
  template <std::integral T>
  void get(T& value)
  {
    std::uint64_t bits = 0;
    bool more = true;
    for (unsigned shift = 0; more; shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      bits |= std::uint64_t{byte & 0x7FU} << shift;
      more = byte >= 0x80;
    }
    if constexpr (std::is_signed_v<T>) bits = (bits >> 1U) ^ (0 - (bits & 1U));
    value = static_cast<T>(bits);
  }
  template <class T>
    requires std::is_enum_v<T>
  void get(T& value)
  {
    value = static_cast<T>(number<std::underlying_type_t<T>>());
  }
  void get(Duration& value) { value = Duration(number<Duration::rep>()); }
  void get(WallTime& value) { value = WallTime(WallTime::duration(number<WallTime::rep>())); }
  template <class T>
  void get(std::optional<T>& value)
  {
    value.reset();
    if (number<bool>()) get(value.emplace());
  }
  void get(const char*& constant)
  {
    std::memcpy(static_cast<void*>(&constant), rest_.data(), sizeof constant);
    rest_.remove_prefix(sizeof constant);
  }
  void get(std::string& text)
  {
    const auto length = number<std::size_t>();
    text = rest_.substr(0, length);
    rest_.remove_prefix(length);
  }
  template <std::integral T>
  [[nodiscard]] T number()
  {
    T value{};
    get(value);
    return value;
  }

private:
  std::string_view rest_;
};

// Each member, in the order in which it is packed.
void each_field(auto& reconcile, const auto& field)
{
  field(reconcile.began);
  field(reconcile.queued_for);
  field(reconcile.took);
  field(reconcile.triggers);
  field(reconcile.id);
  field(reconcile.result);
  field(reconcile.error);
  field(reconcile.failures);
  field(reconcile.final);
  field(reconcile.next);
  field(reconcile.calls_left_out);
}
void each_field_of_call(auto& call, const auto& field)
{
  field(call.verb);
  field(call.resource);
  field(call.key.namespace_);
  field(call.key.name);
  field(call.dry_run);
  field(call.status);
  field(call.error);
  field(call.took);
}

std::string packed(const RecordedReconcile& reconcile)
{
  constexpr std::size_t of_reconcile = 96;
  constexpr std::size_t of_call = 128;
  Packer to(of_reconcile + reconcile.error.size() + of_call * reconcile.calls.size());
  const auto add = [&to](const auto& value) { to.add(value); };
  each_field(reconcile, add);
  to.add(reconcile.calls.size());
  for (const auto& call : reconcile.calls) {
    each_field_of_call(call, add);
    to.add(call.changed.size());
    for (const auto& path : call.changed) to.add(path);
  }
  return to.take();
}

RecordedReconcile unpacked(const std::string& bytes)
{
  Unpacker from(bytes);
  const auto get = [&from](auto& value) { from.get(value); };
  RecordedReconcile reconcile;
  each_field(reconcile, get);
  reconcile.calls.resize(from.number<std::size_t>());
  for (auto& call : reconcile.calls) {
    each_field_of_call(call, get);
    call.changed.resize(from.number<std::size_t>());
    for (auto& path : call.changed) from.get(path);
  }
  return reconcile;
}

std::size_t size_of(const std::unique_ptr<FilteredEvent>& filtered)
{
  constexpr std::size_t itself = sizeof(FilteredEvent) + 2 * sizeof(std::size_t);
  return filtered ? itself + heap_of(filtered->object) + heap_of(filtered->predicate) : 0;
}

}  // namespace

namespace {

// A part of the keys, with a lock of its own.
class Shard {
public:
  using History = FlightRecorder::History;
  static constexpr std::size_t reconciles_per_key = FlightRecorder::reconciles_per_key;

  explicit Shard(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void add(const KeyView& view, std::string record)
  {
    std::string replaced;  // freed without the lock
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(view, replaced);
    drop_filtered(entry);
    ++entry.total;
    if (!entry.last.empty()) {
      grow(entry, kOlder);
      entry.older.push_back(std::move(entry.last));
    }
    entry.last = std::move(record);
    grow(entry, heap_of(entry.last));
    if (entry.older.size() == reconciles_per_key) drop_oldest(entry);
    make_room();
  }

  void add(const KeyView& view, FilteredEvent filtered)
  {
    std::string replaced;
    const std::lock_guard lock(mutex_);
    Entry& entry = touch(view, replaced);
    if (entry.filtered) filtered.count += entry.filtered->count;
    drop_filtered(entry);
    entry.filtered = std::make_unique<FilteredEvent>(std::move(filtered));
    grow(entry, size_of(entry.filtered));
    make_room();
  }

  [[nodiscard]] History history(const KeyView& view) const
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(view);
    if (found == entries_.end()) return {};
    const Entry& entry = found->second;
    History history{{}, entry.total, std::nullopt};
    if (entry.filtered) history.filtered = *entry.filtered;
    for (const auto& record : entry.older) history.reconciles.push_back(unpacked(record));
    if (!entry.last.empty()) history.reconciles.push_back(unpacked(entry.last));
    return history;
  }

  void add_busy(std::vector<FlightRecorder::Busy>& to, WallTime since) const
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, entry] : entries_) {
      if (entry.older.size() + 1 < reconciles_per_key) continue;
      if (unpacked(entry.older.front()).began >= since) to.push_back({*key.controller, key.request, entry.total});
    }
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
    std::string last;                         // packed; empty: none
    std::list<std::string> older;             // packed; most keys have none
    std::unique_ptr<FilteredEvent> filtered;  // most keys have none
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

  // A further record: the list's node.
  static constexpr std::size_t kOlder = sizeof(std::string) + 4 * sizeof(void*);

  // All of them need mutex_. `replaced` gets what was there before.
  Entry& touch(const KeyView& view, std::string& replaced)
  {
    const auto found = entries_.find(view);
    if (found != entries_.end()) {
      unlink(found->second);
      append(found->second);
      return found->second;
    }
    Entry& entry = insert(view, replaced);
    const Request& request = entry.key->request;
    grow(entry, kOverhead + heap_of(request.cluster) + heap_of(request.namespace_) + heap_of(request.name));
    append(entry);
    return entry;
  }
  // In the place of the oldest one when there is no room for both: then it needs no memory.
  Entry& insert(const KeyView& view, std::string& replaced)
  {
    if (bytes_ + kOverhead > max_bytes_ && first_ != nullptr) {
      auto node = entries_.extract(*first_->key);
      Entry& entry = node.mapped();
      unlink(entry);
      bytes_ -= std::exchange(entry.bytes, 0);
      replaced.swap(entry.last);
      entry.older.clear();
      entry.filtered.reset();
      entry.total = 0;
      node.key().controller = &*names_.emplace(view.controller).first;
      node.key().request = *view.request;
      node.key().hash = view.hash;
      entries_.insert(std::move(node));
      return entry;
    }
    const auto made =
        entries_.try_emplace(Key{&*names_.emplace(view.controller).first, *view.request, view.hash}).first;
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
    shrink(entry, kOlder + heap_of(entry.older.front()));
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
  std::set<std::string> names_;  // guarded by mutex_; of controllers, which are few
  Entries entries_;              // guarded by mutex_
  Entry* first_ = nullptr;       // guarded by mutex_; the key of which nothing was heard for longest
  Entry* last_ = nullptr;        // guarded by mutex_
  std::size_t bytes_ = 0;        // guarded by mutex_
};

// Workers would wait for each other at one lock.
constexpr std::size_t kShards = 8;
constexpr std::size_t kWorthShards = std::size_t{1} << 20U;

}  // namespace

class FlightRecorder::Impl {
public:
  explicit Impl(std::size_t max_bytes)
  {
    const std::size_t count = max_bytes >= kWorthShards ? kShards : 1;
    for (std::size_t shard = 0; shard < count; ++shard) shards.push_back(std::make_unique<Shard>(max_bytes / count));
  }
  // The lowest bits choose the bucket of the table.
  [[nodiscard]] Shard& of(const KeyView& view) const { return *shards[(view.hash >> 20U) % shards.size()]; }

  std::vector<std::unique_ptr<Shard>> shards;
};

FlightRecorder::FlightRecorder(std::size_t max_bytes) : impl_(std::make_unique<Impl>(max_bytes)) {}
FlightRecorder::~FlightRecorder() = default;

void FlightRecorder::add(std::string_view controller, const Request& key, const RecordedReconcile& reconcile)
{
  const KeyView view = view_of(controller, key);
  impl_->of(view).add(view, packed(reconcile));
}
void FlightRecorder::add(std::string_view controller, const Request& key, FilteredEvent filtered)
{
  const KeyView view = view_of(controller, key);
  impl_->of(view).add(view, std::move(filtered));
}
FlightRecorder::History FlightRecorder::history(std::string_view controller, const Request& key) const
{
  const KeyView view = view_of(controller, key);
  return impl_->of(view).history(view);
}
std::vector<FlightRecorder::Busy> FlightRecorder::busiest(WallTime since, std::size_t most) const
{
  std::vector<Busy> busy;
  for (const auto& shard : impl_->shards) shard->add_busy(busy, since);
  std::sort(busy.begin(), busy.end(), [](const Busy& a, const Busy& b) {
    return std::tuple(b.total, a.controller, a.key) < std::tuple(a.total, b.controller, b.key);
  });
  if (busy.size() > most) busy.resize(most);
  return busy;
}
std::size_t FlightRecorder::bytes() const
{
  std::size_t sum = 0;
  for (const auto& shard : impl_->shards) sum += shard->bytes();
  return sum;
}
std::size_t FlightRecorder::keys() const
{
  std::size_t sum = 0;
  for (const auto& shard : impl_->shards) sum += shard->keys();
  return sum;
}

}  // namespace kubexx
