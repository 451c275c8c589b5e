// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/indexed_store.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "deltas.hpp"
#include "index_values.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "pending_writes.hpp"
#include "version.hpp"

namespace kubexx {

namespace {

using detail::applied;
using detail::deleted;
using detail::key_of;

Object whole(const Object& kept, const detail::ObjectPacker* packer)
{
  return packer == nullptr ? kept : packer->whole(kept);
}

bool same_bytes(const Object& a, const Object& b, const detail::ObjectPacker* packer)
{
  if (a.bytes().data() == b.bytes().data()) return true;
  if (a.uid() != b.uid()) return false;
  const Object first = whole(a, packer), second = whole(b, packer);
  return first.bytes() == second.bytes();
}

// Whether an event brings the state that is stored. Some aggregated servers give no versions: then the bytes decide.
bool unchanged(const Object& a, const Object& b, const detail::ObjectPacker* packer)
{
  if (a.resource_version().empty() || b.resource_version().empty()) return same_bytes(a, b, packer);
  return same_version(a, b);
}

// A watch may repeat an event: the store's version never goes back by one.
std::string newer(std::string version, const std::string& stored)
{
  return is_older(version, stored) ? stored : version;
}

// Each object once, sorted; of several with one key the last.
void sort_by_key(std::vector<Object>& objects)
{
  const auto not_before = [](const Object& a, const Object& b) { return key_of(a) >= key_of(b); };
  if (std::adjacent_find(objects.begin(), objects.end(), not_before) == objects.end()) return;
  detail::ObjectSet sorted;
  for (auto& object : objects) sorted.put(std::move(object));
  const ObjectSnapshot list = sorted.list();
  objects.assign(list.begin(), list.end());
}

// What turns `stored` into `items`, both sorted: first the deletions, then the rest. Items that are stored already are
// exchanged for what is stored.
std::vector<Delta> changes(const ObjectSnapshot& stored, std::vector<Object>& items, bool initial,
                           const std::string& version, const detail::ObjectPacker* packer)
{
  std::vector<Delta> gone, changed;
  // A deletion that happened while nobody watched leaves no event: it is derived here, or handlers never hear of it.
  const auto vanished = [&](const Object& object) { gone.push_back(deleted(object, object, true, version)); };
  auto old = stored.begin();
  for (auto& item : items) {
    for (; old != stored.end() && key_of(*old) < key_of(item); ++old) vanished(*old);
    if (old == stored.end() || key_of(*old) != key_of(item)) {
      changed.push_back(applied(item, {}, initial, version));
      continue;
    }
    if (old->uid() != item.uid()) {
      changed.push_back(deleted(*old, *old, true, version));
      changed.push_back(applied(item, {}, initial, version));
    } else if (same_bytes(*old, item, packer)) {  // a restored server has used the versions twice
      item = *old;
    } else {
      changed.push_back(applied(item, *old, initial, version));
    }
    ++old;
  }
  for (; old != stored.end(); ++old) vanished(*old);
  if (gone.empty()) return changed;
  gone.insert(gone.end(), std::make_move_iterator(changed.begin()), std::make_move_iterator(changed.end()));
  return gone;
}

}  // namespace

IndexedStore::IndexedStore(Indexes indexes, std::string resource, bool selective,
                           std::shared_ptr<detail::ObjectPacker> packer)
    : resource_(std::move(resource)), packer_(std::move(packer)), own_(std::make_unique<PendingWrites>(selective))
{
  for (auto& [name, function] : indexes) {
    check_name(name, function != nullptr);
    indexes_.push_back({std::move(name), std::make_shared<const IndexFunction>(std::move(function)), {}, {}});
  }
}

IndexedStore::~IndexedStore() = default;

bool IndexedStore::has_index(std::string_view name) const
{
  const std::shared_lock lock(mutex_);
  return name == namespace_index ||
         std::any_of(indexes_.begin(), indexes_.end(), [&](const Index& index) { return index.name == name; });
}

Object IndexedStore::get(const ObjectKey& key) const
{
  Object kept;
  {
    const std::shared_lock lock(mutex_);
    kept = find(key_of(key));
  }
  return whole(kept);
}

ObjectSnapshot IndexedStore::stored() const
{
  const std::shared_lock lock(mutex_);
  return objects_.list();
}

Object IndexedStore::whole(const Object& kept) const
{
  return kubexx::whole(kept, packer_.get());
}

Object IndexedStore::stored(const Object& like) const
{
  const std::shared_lock lock(mutex_);
  return find(key_of(like));
}

Object IndexedStore::find(detail::KeyView key) const
{
  const Object* const found = objects_.find(key);
  return found == nullptr ? Object() : *found;
}

ObjectSnapshot IndexedStore::list() const
{
  const std::shared_lock lock(mutex_);
  return objects_.list().read_with(packer_);
}

ObjectSnapshot IndexedStore::list(std::string_view namespace_) const
{
  const std::shared_lock lock(mutex_);
  return objects_.list(namespace_).read_with(packer_);
}

const IndexedStore::Index& IndexedStore::index_named(std::string_view name) const
{
  const auto named = std::find_if(indexes_.begin(), indexes_.end(), [&](const Index& one) { return one.name == name; });
  if (named != indexes_.end()) return *named;
  std::string known(namespace_index);
  for (const auto& one : indexes_) known += ", " + one.name;
  throw std::invalid_argument("no index \"" + std::string(name) + "\"; available: " + known);
}

ObjectSnapshot IndexedStore::by_index(std::string_view index, std::string_view value) const
{
  if (index == namespace_index) return list(value);
  const std::shared_lock lock(mutex_);
  const Index& named = index_named(index);
  const auto found = named.values.find(value);
  return found == named.values.end() ? ObjectSnapshot() : found->second.list().read_with(packer_);
}

std::vector<std::string> IndexedStore::index_values(std::string_view index) const
{
  std::vector<std::string> values;
  if (index == namespace_index) {
    for (const auto& object : stored()) {
      if (values.empty() || values.back() != object.namespace_()) values.emplace_back(object.namespace_());
    }
    return values;
  }
  const std::shared_lock lock(mutex_);
  const Index& named = index_named(index);
  values.reserve(named.values.size());
  for (const auto& [value, objects] : named.values) values.push_back(value);
  return values;
}

std::size_t IndexedStore::size() const
{
  const std::shared_lock lock(mutex_);
  return objects_.size();
}

std::size_t IndexedStore::memory() const
{
  const std::shared_lock lock(mutex_);
  return memory_ + objects_.memory() + (packer_ ? packer_->memory() : 0);
}

std::size_t IndexedStore::peak_memory() const
{
  const std::shared_lock lock(mutex_);
  return peak_;
}

std::size_t IndexedStore::index_memory() const
{
  constexpr std::size_t node = 4 * sizeof(void*);  // what a map adds to its value, and the allocator to both
  const std::shared_lock lock(mutex_);
  std::size_t bytes = 0;
  for (const auto& index : indexes_) {
    for (const auto& [value, objects] : index.values) {
      bytes += node + sizeof(value) + value.capacity() + sizeof(objects) + objects.memory();
    }
    bytes += index.under.size() * (node + sizeof(void*));
  }
  return bytes;
}

std::string IndexedStore::resource_version() const
{
  const std::shared_lock lock(mutex_);
  if (versions_.empty()) return {};
  const std::string* oldest = &versions_.begin()->second.version;
  for (const auto& [namespace_, version] : versions_) {
    if (version.version.empty()) return {};
    if (is_older(version.version, *oldest)) oldest = &version.version;
  }
  return *oldest;
}

std::string IndexedStore::resource_version(std::string_view namespace_) const
{
  const std::shared_lock lock(mutex_);
  const std::string& own = version_of(namespace_);
  return own.empty() ? version_of({}) : own;
}

const std::string& IndexedStore::version_of(std::string_view namespace_) const
{
  static const std::string none;
  const auto found = versions_.find(namespace_);
  return found == versions_.end() ? none : found->second.version;
}

IndexedStore::Version& IndexedStore::version_entry(std::string_view namespace_)
{
  const auto found = versions_.find(namespace_);
  if (found != versions_.end()) return found->second;
  const std::unique_lock lock(mutex_);
  return versions_.emplace(namespace_, Version()).first->second;
}

// Every write ends here.
void IndexedStore::set_version(Version& entry, std::string version) noexcept
{
  peak_ = std::max(peak_, memory_);
  entry.version = std::move(version);
}

void IndexedStore::put(const Object& old, const Object& object, Values values)
{
  objects_.put(object);
  memory_ += object.memory();
  if (old) memory_ -= old.memory();
  index([&] {
    if (old) drop(old);
    for (std::size_t at = 0; at < indexes_.size(); ++at) indexes_[at].add(object, std::move(values[at]));
  });
}

void IndexedStore::drop(const Object& stored)
{
  for (auto& index : indexes_) index.drop(stored);
}

void IndexedStore::erase(const Object& stored)
{
  objects_.erase(key_of(stored));
  memory_ -= stored.memory();
  index([&] { drop(stored); });
}

template <class Change>
void IndexedStore::index(Change change_indexes) noexcept
{
  try {
    change_indexes();
  } catch (...) {  // there is no memory: the next write makes them anew
    incomplete_ = true;
  }
}

void IndexedStore::add_namespace(std::string namespace_)
{
  const std::unique_lock lock(mutex_);
  versions_.try_emplace(std::move(namespace_));
}

std::vector<Delta> IndexedStore::remove_namespace(std::string_view namespace_)
{
  const std::string version = version_of(namespace_);
  std::vector<Object> none;
  std::vector<Delta> deltas = changes(objects_.list(namespace_), none, false, version, nullptr);
  change(deltas, version, namespace_);
  own_->clear(namespace_);
  count_own();
  const std::unique_lock lock(mutex_);
  versions_.erase(versions_.find(namespace_));
  return deltas;
}

std::vector<Delta> IndexedStore::replace(std::vector<Object> items, const std::string& resource_version,
                                         std::string_view namespace_)
{
  if (packer_) {
    packer_->learn(items);
    packer_->forget_items();
    pack_stored();
    for (auto& item : items) item = packed(item);
  }
  sort_by_key(items);
  const auto version = versions_.find(namespace_);
  const bool initial = version == versions_.end() || !version->second.listed;
  if (is_older(resource_version, version_of(namespace_))) own_->clear(namespace_);  // a restored etcd
  own_->amend(items, resource_version, namespace_, [this](detail::KeyView key) { return find(key); });
  count_own();
  std::vector<Delta> deltas = changes(namespace_.empty() ? objects_.list() : objects_.list(namespace_), items, initial,
                                      resource_version, packer_.get());
  Delta done;
  done.type = Delta::Type::list_done;
  done.initial = initial;
  done.resource_version = resource_version;
  deltas.push_back(std::move(done));
  // One by one a change costs a look-up; all anew, an object of the list costs its place and the calls for its indexes.
  if (namespace_.empty() && deltas.size() > items.size() / 4) {
    replace_all(items, resource_version);
  } else {
    change(deltas, resource_version, namespace_);
  }
  return deltas;
}

void IndexedStore::prepare()
{
  if (incomplete_) {
    const ObjectSnapshot stored = objects_.list();
    Content next = content_of({stored.begin(), stored.end()}, {});
    const std::unique_lock lock(mutex_);
    exchange(next);
    incomplete_ = false;
  }
  pack_stored();
}

void IndexedStore::pack_stored()
{
  if (!packer_ || packed_) return;
  if (!packer_->ready() && memory_ < packer_->enough()) return;
  const ObjectSnapshot stored = objects_.list();
  const std::vector<Object> known(stored.begin(), stored.end());
  packer_->learn(known);
  if (!packer_->ready()) return;
  std::vector<Object> objects = known;
  for (auto& object : objects) object = packer_->packed(object);
  Content next = content_of(objects, known);
  const std::unique_lock lock(mutex_);
  exchange(next);
  packed_ = true;
}

void IndexedStore::replace_all(const std::vector<Object>& objects, std::string resource_version)
{
  Content next = content_of(objects, {});
  Version& version = version_entry({});
  const std::unique_lock lock(mutex_);
  exchange(next);
  incomplete_ = false;
  set_version(version, std::move(resource_version));
  version.listed = true;
}

IndexedStore::Content IndexedStore::content_of(const std::vector<Object>& objects,
                                               const std::vector<Object>& known) const
{
  Content next{detail::ObjectSet(objects), {}, 0};
  next.indexes.reserve(indexes_.size());
  for (const auto& index : indexes_) next.indexes.push_back({index.name, index.function, {}, {}});
  for (std::size_t number = 0; number < objects.size(); ++number) {
    const Object& object = objects[number];
    next.memory += object.memory();
    if (next.indexes.empty()) continue;
    Values values = values_of(known.empty() ? object : known[number]);
    for (std::size_t at = 0; at < values.size(); ++at) next.indexes[at].add(object, std::move(values[at]));
  }
  return next;
}

void IndexedStore::exchange(Content& next)
{
  std::swap(objects_, next.objects);
  indexes_.swap(next.indexes);
  std::swap(memory_, next.memory);
}

void IndexedStore::change(const std::vector<Delta>& deltas, std::string resource_version, std::string_view namespace_)
{
  std::vector<Values> values;  // before anything changes: a user's function may throw after all
  detail::ObjectSet objects = objects_;
  std::size_t memory = memory_;
  for (const auto& delta : deltas) {
    if (delta.type == Delta::Type::applied) {
      values.push_back(values_of(delta.object));
      objects.put(delta.object);
      memory += delta.object.memory();
      if (delta.old) memory -= delta.old.memory();
    } else if (delta.type == Delta::Type::deleted) {
      objects.erase(key_of(delta.old));
      memory -= delta.old.memory();
    }
  }
  Version& version = version_entry(namespace_);
  const std::unique_lock lock(mutex_);
  std::swap(objects_, objects);
  memory_ = memory;
  index([&] {
    auto next = values.begin();
    for (const auto& delta : deltas) {
      if (delta.old) drop(delta.old);
      if (delta.type != Delta::Type::applied) continue;
      for (auto& one : indexes_)
        one.add(delta.object, std::move((*next)[static_cast<std::size_t>(&one - indexes_.data())]));
      ++next;
    }
  });
  set_version(version, std::move(resource_version));
  version.listed = true;
}

std::vector<Delta> IndexedStore::apply(Object object, std::string resource_version, std::string_view namespace_)
{
  prepare();
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  const Object old = find(key_of(object));
  const bool hidden = own_->hides(object, false);
  const bool known =
      old && (unchanged(old, object, packer_.get()) || is_older(object.resource_version(), old.resource_version()));
  if (hidden || known) return bookmark(std::move(resource_version), namespace_);
  object = packed(object);
  const bool replaced = old && old.uid() != object.uid();
  std::vector<Delta> deltas;
  if (replaced) deltas.push_back(detail::deleted(old, old, true, resource_version));
  deltas.push_back(applied(object, replaced ? Object() : old, false, resource_version));
  if (auto more = pass(deltas, resource_version, namespace_)) return *std::move(more);
  Values values = values_of(object);  // before anything changes: a user's function may throw after all
  Version& version = version_entry(namespace_);
  const std::unique_lock lock(mutex_);
  put(old, object, std::move(values));
  set_version(version, std::move(resource_version));
  return deltas;
}

std::vector<Delta> IndexedStore::remove(Object last, std::string resource_version, std::string_view namespace_)
{
  prepare();
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  const Object old = find(key_of(last));
  const bool hidden = own_->hides(last, true);
  if (hidden || !old || is_older(last.resource_version(), old.resource_version())) {
    return bookmark(std::move(resource_version), namespace_);
  }
  const bool other = old.uid() != last.uid();
  if (other) last = old;
  std::vector<Delta> deltas;
  deltas.push_back(detail::deleted(std::move(last), old, other, resource_version));
  if (auto more = pass(deltas, resource_version, namespace_)) return *std::move(more);
  Version& version = version_entry(namespace_);
  const std::unique_lock lock(mutex_);
  erase(old);
  set_version(version, std::move(resource_version));
  return deltas;
}

std::vector<Delta> IndexedStore::bookmark(std::string resource_version, std::string_view namespace_)
{
  prepare();
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  if (auto passed = pass({}, resource_version, namespace_)) return *std::move(passed);
  Version& version = version_entry(namespace_);
  const std::unique_lock lock(mutex_);
  set_version(version, std::move(resource_version));
  return {};
}

}  // namespace kubexx
