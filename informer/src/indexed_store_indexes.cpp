// SPDX-License-Identifier: Apache-2.0
// The part of the store that knows under which values each index lists an object, and calls the users' functions.
#include <algorithm>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "index_values.hpp"
#include "kubexx/informer/detail/object_packer.hpp"
#include "pending_writes.hpp"

namespace kubexx {

using detail::key_of;

void IndexedStore::Index::add(const Object& object, std::vector<std::string> values_of_it)
{
  std::sort(values_of_it.begin(), values_of_it.end());
  values_of_it.erase(std::unique(values_of_it.begin(), values_of_it.end()), values_of_it.end());
  for (auto& value : values_of_it) {
    const auto place = values.try_emplace(std::move(value)).first;
    place->second.put(object);
    under.emplace(identity_of(object), place);
  }
}

void IndexedStore::Index::drop(const Object& object)
{
  const auto [begin, end] = under.equal_range(identity_of(object));
  for (auto one = begin; one != end; ++one) {
    one->second->second.erase(key_of(object));
    if (one->second->second.empty()) values.erase(one->second);
  }
  under.erase(begin, end);
}

std::vector<std::string> IndexedStore::Index::values_of(const Object& object) const
{
  std::vector<std::string> all;
  const auto [begin, end] = under.equal_range(identity_of(object));
  for (auto one = begin; one != end; ++one) all.push_back(one->second->first);
  return all;
}

void IndexedStore::check_name(std::string_view name, bool has_function) const
{
  const auto quoted = (resource_.empty() ? "" : resource_ + ": ") + "index \"" + std::string(name) + "\"";
  if (!has_function) throw std::invalid_argument(quoted + " has no function");
  if (name == namespace_index) throw std::invalid_argument(quoted + " is built in: choose another name");
  if (std::any_of(indexes_.begin(), indexes_.end(), [&](const Index& index) { return index.name == name; })) {
    throw std::invalid_argument(quoted + " exists already: add it once, or choose another name for another function");
  }
}

void IndexedStore::add_index(std::string name, IndexFunction function)
{
  NewIndex index(std::move(name), std::move(function));
  do {
    prepare(index);
  } while (!add_index(index));
}

void IndexedStore::prepare(NewIndex& index) const
{
  index.begin(*this);
  index.call(*this);
}

void IndexedStore::NewIndex::begin(const IndexedStore& store)
{
  const std::shared_lock lock(store.mutex_);
  store.check_name(name, function && *function);
  stored = store.objects_.list();
}

void IndexedStore::NewIndex::call(const IndexedStore& store)
{
  for (const auto& object : stored) {
    if (values.contains(identity_of(object))) continue;
    std::vector<std::string> its_values = (*function)(store.whole(object));
    values.emplace(identity_of(object), std::pair(object, std::move(its_values)));
  }
}

void IndexedStore::NewIndex::wrote(const IndexedStore& store, const std::vector<Delta>& deltas) noexcept
{
  if (!store.used_) return;
  const auto& functions = store.used_->functions;
  const auto column = std::find(functions.begin(), functions.end(), function) - functions.begin();
  if (column == std::ssize(functions)) return;
  for (const auto& delta : deltas) {
    if (delta.old) written.erase(identity_of(delta.old));
    if (delta.type != Delta::Type::applied) continue;
    const auto row = store.used_->values.find(identity_of(delta.object));
    if (row == store.used_->values.end()) continue;
    try {
      std::vector<std::string> its_values = row->second.second[static_cast<std::size_t>(column)];
      written.emplace(identity_of(delta.object), std::pair(delta.object, std::move(its_values)));
    } catch (const std::bad_alloc&) {
      return;
    }
  }
}

bool IndexedStore::add_index(NewIndex& index)
{
  check_name(index.name, index.function && *index.function);
  index.values.merge(index.written);
  Index added{index.name, index.function, {}, {}};
  for (const auto& object : objects_.list()) {
    const auto known = index.values.find(identity_of(object));
    if (known == index.values.end()) return false;
    added.add(object, known->second.second);
  }
  const std::unique_lock lock(mutex_);
  indexes_.push_back(std::move(added));
  return true;
}

bool IndexedStore::is_stored(const Object& kept) const
{
  const Object* const stored = objects_.find(key_of(kept));
  return stored != nullptr && identity_of(*stored) == identity_of(kept);
}

IndexedStore::Values IndexedStore::values_of(const Object& kept) const
{
  if (indexes_.empty()) return {};
  if (used_) {
    const auto known = used_->values.find(identity_of(kept));
    if (known != used_->values.end()) {
      const Values& all = known->second.second;
      return {all.begin(), all.begin() + std::ssize(indexes_)};
    }
  }
  Values values;
  values.reserve(indexes_.size());
  if (!incomplete_ && is_stored(kept)) {
    for (const auto& index : indexes_) values.push_back(index.values_of(kept));
    return values;
  }
  const Object read = whole(kept);
  for (const auto& index : indexes_) values.push_back((*index.function)(read));
  return values;
}

void IndexedStore::IndexValues::add(const IndexedStore& store, const std::vector<Object>& objects,
                                    const NewIndexes& added)
{
  std::vector<std::shared_ptr<const IndexFunction>> wanted;
  std::vector<Object> unknown;
  {
    const std::shared_lock lock(store.mutex_);
    for (const auto& index : store.indexes_) wanted.push_back(index.function);
    const bool incomplete = store.incomplete_;
    for (const auto& object : objects) {
      if (!values.contains(identity_of(object)) && (incomplete || !store.is_stored(object))) unknown.push_back(object);
    }
    if (incomplete) {  // the next write makes all of them anew
      for (const auto& object : store.objects_.list()) {
        if (!values.contains(identity_of(object))) unknown.push_back(object);
      }
    }
  }
  for (const auto& index : added) {
    if (std::find(wanted.begin(), wanted.end(), index->function) == wanted.end()) wanted.push_back(index->function);
  }
  if (wanted != functions) {
    for (auto& [identity, known] : values) {
      const Object read = store.whole(known.first);
      Values all;
      all.reserve(wanted.size());
      for (const auto& function : wanted) {
        const auto had = std::find(functions.begin(), functions.end(), function) - functions.begin();
        const bool has = had != std::ssize(functions);
        all.push_back(has ? known.second[static_cast<std::size_t>(had)] : (*function)(read));
      }
      known.second = std::move(all);
    }
    functions = std::move(wanted);
  }
  if (functions.empty()) return;
  for (auto& object : unknown) {
    const Object read = store.whole(object);
    Values all;
    all.reserve(functions.size());
    for (const auto& function : functions) all.push_back((*function)(read));
    const Identity identity = identity_of(object);
    values.emplace(identity, std::pair(std::move(object), std::move(all)));
  }
}

IndexedStore::IndexValues IndexedStore::index_values(const std::vector<Object>& objects) const
{
  IndexValues made;
  made.add(*this, objects);
  return made;
}

bool IndexedStore::use(IndexValues& values, const std::vector<Object>& objects)
{
  const auto is_of = [](const Index& index, const auto& function) { return index.function == function; };
  if (values.functions.size() < indexes_.size() ||
      !std::equal(indexes_.begin(), indexes_.end(), values.functions.begin(), is_of)) {
    return false;
  }
  if (values.functions.empty()) return true;
  const auto known = [&](const Object& object) {
    return values.values.contains(identity_of(object)) || (!incomplete_ && is_stored(object));
  };
  if (!std::all_of(objects.begin(), objects.end(), known)) return false;
  used_ = std::make_unique<IndexValues>(std::move(values));
  return true;
}

void IndexedStore::unuse() noexcept
{
  used_.reset();
}

Object IndexedStore::packed(const Object& object)
{
  if (!packer_) return object;
  Object small = packer_->packed(object);
  if (used_ && identity_of(small) != identity_of(object)) {
    if (auto known = used_->values.extract(identity_of(object))) {
      known.key() = identity_of(small);
      known.mapped().first = small;
      used_->values.insert(std::move(known));
    }
  }
  return small;
}

std::vector<Object> IndexedStore::pending_writes_shown() const
{
  return own_->shown();
}

}  // namespace kubexx
