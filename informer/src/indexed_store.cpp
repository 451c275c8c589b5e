// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/indexed_store.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "version.hpp"

namespace kubexx {

namespace {

// Whether `a` and `b` are one object in one state. Some aggregated servers give no versions: then the bytes decide.
bool unchanged(const Object& a, const Object& b)
{
  if (a.uid() != b.uid()) return false;
  if (a.resource_version().empty() || b.resource_version().empty()) return a.bytes() == b.bytes();
  return a.resource_version() == b.resource_version();
}

// A watch may repeat an event: the store's version never goes back by one.
std::string newer(std::string version, const std::string& stored)
{
  return is_older(version, stored) ? stored : version;
}

Delta applied(Object object, Object old, bool initial, const std::string& version)
{
  Delta delta;
  delta.type = Delta::Type::applied;
  delta.object = std::move(object);
  delta.old = std::move(old);
  delta.initial = initial;
  delta.resource_version = version;
  return delta;
}

Delta deleted(Object last, Object old, bool final_state_unknown, const std::string& version)
{
  Delta delta;
  delta.type = Delta::Type::deleted;
  delta.object = std::move(last);
  delta.old = std::move(old);
  delta.final_state_unknown = final_state_unknown;
  delta.resource_version = version;
  return delta;
}

}  // namespace

void IndexedStore::Index::add(const Object& object, std::vector<std::string> under)
{
  for (auto& value : under) values[std::move(value)].insert(object);
}

void IndexedStore::Index::drop(const Object& object)
{
  for (const auto& value : function(object)) {
    const auto found = values.find(value);
    if (found == values.end()) continue;
    found->second.erase(object);
    if (found->second.empty()) values.erase(found);
  }
}

IndexedStore::IndexedStore(Indexes indexes, std::string resource) : resource_(std::move(resource))
{
  for (auto& [name, function] : indexes) {
    check_name(name, function);
    indexes_.push_back({std::move(name), std::move(function), {}});
  }
}

void IndexedStore::check_name(std::string_view name, const IndexFunction& function) const
{
  const auto quoted = (resource_.empty() ? "" : resource_ + ": ") + "index \"" + std::string(name) + "\"";
  if (!function) throw std::invalid_argument(quoted + " has no function");
  if (name == namespace_index) throw std::invalid_argument(quoted + " is built in: choose another name");
  if (std::any_of(indexes_.begin(), indexes_.end(), [&](const Index& index) { return index.name == name; })) {
    throw std::invalid_argument(quoted + " exists already: add it once, or choose another name for another function");
  }
}

void IndexedStore::add_index(std::string name, IndexFunction function)
{
  check_name(name, function);
  Index index{std::move(name), std::move(function), {}};
  for (const auto& object : objects_) index.add(object, index.function(object));
  const std::unique_lock lock(mutex_);
  indexes_.push_back(std::move(index));
}

bool IndexedStore::has_index(std::string_view name) const
{
  const std::shared_lock lock(mutex_);
  return name == namespace_index ||
         std::any_of(indexes_.begin(), indexes_.end(), [&](const Index& index) { return index.name == name; });
}

Object IndexedStore::get(const ObjectKey& key) const
{
  const std::shared_lock lock(mutex_);
  const auto found = objects_.find(key);
  return found == objects_.end() ? Object() : *found;
}

std::vector<Object> IndexedStore::list() const
{
  const std::shared_lock lock(mutex_);
  return {objects_.begin(), objects_.end()};
}

std::vector<Object> IndexedStore::list(std::string_view namespace_) const
{
  const std::shared_lock lock(mutex_);
  const auto [first, last] = range_of(namespace_);
  return {first, last};
}

std::vector<Object> IndexedStore::by_index(std::string_view index, std::string_view value) const
{
  if (index == namespace_index) return list(value);
  const std::shared_lock lock(mutex_);
  const auto named =
      std::find_if(indexes_.begin(), indexes_.end(), [&](const Index& one) { return one.name == index; });
  if (named == indexes_.end()) {
    std::string known(namespace_index);
    for (const auto& one : indexes_) known += ", " + one.name;
    throw std::invalid_argument("no index \"" + std::string(index) + "\"; there are: " + known);
  }
  const auto found = named->values.find(value);
  if (found == named->values.end()) return {};
  return {found->second.begin(), found->second.end()};
}

std::size_t IndexedStore::size() const
{
  const std::shared_lock lock(mutex_);
  return objects_.size();
}

std::size_t IndexedStore::memory() const
{
  const std::shared_lock lock(mutex_);
  return memory_;
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

void IndexedStore::set_version(std::string_view namespace_, std::string version)
{
  const auto found = versions_.find(namespace_);
  if (found == versions_.end()) {
    versions_.emplace(namespace_, Version{std::move(version), false});
  } else {
    found->second.version = std::move(version);
  }
}

void IndexedStore::set_listed(std::string_view namespace_, const std::string& version)
{
  set_version(namespace_, version);
  versions_.find(namespace_)->second.listed = true;
}

std::pair<IndexedStore::Objects::const_iterator, IndexedStore::Objects::const_iterator> IndexedStore::range_of(
    std::string_view namespace_) const
{
  const auto first = objects_.lower_bound(ByKey::View{namespace_, {}});
  auto last = first;
  while (last != objects_.end() && last->namespace_() == namespace_) ++last;
  return {first, last};
}

IndexedStore::Values IndexedStore::values_of(const Object& object) const
{
  Values values;
  values.reserve(indexes_.size());
  for (const auto& index : indexes_) values.push_back(index.function(object));
  return values;
}

void IndexedStore::put(Objects::iterator place, const Object& object, Values values)
{
  if (place == objects_.end()) {
    objects_.insert(object);
  } else {
    for (auto& index : indexes_) index.drop(*place);
    memory_ -= place->memory();
    // The order looks into the object's own bytes, so the object is exchanged outside the set.
    const auto next = std::next(place);
    auto node = objects_.extract(place);
    node.value() = object;
    objects_.insert(next, std::move(node));
  }
  memory_ += object.memory();
  for (std::size_t at = 0; at < indexes_.size(); ++at) indexes_[at].add(object, std::move(values[at]));
}

void IndexedStore::erase(Objects::iterator place)
{
  for (auto& index : indexes_) index.drop(*place);
  memory_ -= place->memory();
  objects_.erase(place);
}

void IndexedStore::add_namespace(std::string namespace_)
{
  const std::unique_lock lock(mutex_);
  versions_.try_emplace(std::move(namespace_));
}

std::vector<Delta> IndexedStore::replace(std::vector<Object> items, const std::string& resource_version,
                                         std::string_view namespace_)
{
  Objects next;
  for (auto& item : items) {
    const auto same = next.find(item);
    if (same != next.end()) next.erase(same);
    const auto stored = objects_.find(item);
    if (stored != objects_.end() && unchanged(*stored, item)) item = *stored;
    next.insert(std::move(item));
  }
  items.clear();

  const auto version = versions_.find(namespace_);
  const bool initial = version == versions_.end() || !version->second.listed;
  std::vector<Delta> deltas;
  const auto [first, last] = namespace_.empty() ? std::pair(objects_.begin(), objects_.end()) : range_of(namespace_);
  for (auto old = first; old != last; ++old) {
    const bool gone = !next.contains(*old);
    // A deletion that happened while nobody watched leaves no event: it is derived here, or handlers never hear of it.
    if (gone) deltas.push_back(deleted(*old, *old, true, resource_version));
  }
  for (const auto& object : next) {
    const auto stored = objects_.find(object);
    if (stored == objects_.end()) {
      deltas.push_back(applied(object, {}, initial, resource_version));
    } else if (stored->uid() != object.uid()) {
      deltas.push_back(deleted(*stored, *stored, true, resource_version));
      deltas.push_back(applied(object, {}, initial, resource_version));
    } else if (!unchanged(*stored, object)) {
      deltas.push_back(applied(object, *stored, initial, resource_version));
    }
  }
  if (namespace_.empty()) {
    replace_all(std::move(next), resource_version);
  } else {
    change(deltas, resource_version, namespace_);
  }
  Delta done;
  done.type = Delta::Type::list_done;
  done.initial = initial;
  done.resource_version = resource_version;
  deltas.push_back(std::move(done));
  return deltas;
}

void IndexedStore::replace_all(Objects next, const std::string& resource_version)
{
  std::vector<Index> indexes;
  indexes.reserve(indexes_.size());
  for (const auto& index : indexes_) indexes.push_back({index.name, index.function, {}});
  std::size_t memory = 0;
  for (const auto& object : next) {
    memory += object.memory();
    for (auto& index : indexes) index.add(object, index.function(object));
  }
  const std::unique_lock lock(mutex_);
  objects_.swap(next);
  indexes_.swap(indexes);
  memory_ = memory;
  set_listed({}, resource_version);
}

void IndexedStore::change(const std::vector<Delta>& deltas, const std::string& resource_version,
                          std::string_view namespace_)
{
  std::vector<Values> values;  // before anything changes: a user's function may throw after all
  for (const auto& delta : deltas) {
    if (delta.type == Delta::Type::applied) values.push_back(values_of(delta.object));
  }
  auto next = values.begin();
  const std::unique_lock lock(mutex_);
  for (const auto& delta : deltas) {
    const auto place = objects_.find(delta.object);
    if (delta.type == Delta::Type::deleted) {
      erase(place);
    } else {
      put(place, delta.object, std::move(*next++));
    }
  }
  set_listed(namespace_, resource_version);
}

std::vector<Delta> IndexedStore::apply(Object object, std::string resource_version, std::string_view namespace_)
{
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  std::vector<Delta> deltas;
  const auto place = objects_.find(object);
  const bool known = place != objects_.end();
  if (known && (unchanged(*place, object) || is_older(object.resource_version(), place->resource_version()))) {
    bookmark(std::move(resource_version), namespace_);
    return deltas;
  }
  const bool replaced = known && place->uid() != object.uid();
  if (replaced) deltas.push_back(deleted(*place, *place, true, resource_version));
  deltas.push_back(applied(object, known && !replaced ? *place : Object(), false, resource_version));
  Values values = values_of(object);  // before anything changes: a user's function may throw after all
  const std::unique_lock lock(mutex_);
  put(place, object, std::move(values));
  set_version(namespace_, std::move(resource_version));
  return deltas;
}

std::vector<Delta> IndexedStore::remove(Object last, std::string resource_version, std::string_view namespace_)
{
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  std::vector<Delta> deltas;
  const auto place = objects_.find(last);
  if (place == objects_.end() || is_older(last.resource_version(), place->resource_version())) {
    bookmark(std::move(resource_version), namespace_);
    return deltas;
  }
  const bool other = place->uid() != last.uid();
  if (other) last = *place;
  deltas.push_back(deleted(std::move(last), *place, other, resource_version));
  const std::unique_lock lock(mutex_);
  erase(place);
  set_version(namespace_, std::move(resource_version));
  return deltas;
}

void IndexedStore::bookmark(std::string resource_version, std::string_view namespace_)
{
  resource_version = newer(std::move(resource_version), version_of(namespace_));
  const std::unique_lock lock(mutex_);
  set_version(namespace_, std::move(resource_version));
}

}  // namespace kubexx
