// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

namespace kubexx {

/// A map that forgets what was used least recently when it is full. Not thread safe.
template <class Key, class Value, class Hash = std::hash<Key>>
class RecentlyUsed {
public:
  explicit RecentlyUsed(std::size_t capacity) : capacity_(capacity) {}
  RecentlyUsed& operator=(RecentlyUsed&& other) noexcept
  {
    capacity_ = other.capacity_;
    items_.swap(other.items_);  // which moves no item
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    return *this;
  }

  /// The value of `key`, made anew when it is not there.
  Value& operator[](const Key& key)
  {
    if (Value* const known = find(key)) return *known;
    if (items_.size() >= capacity_ && first_ != nullptr) erase(Key(first_->first));
    Item& made = *items_.try_emplace(key).first;
    append(made);
    return made.second.value;
  }

  /// Null: it is not there.
  Value* find(const Key& key)
  {
    const auto found = items_.find(key);
    if (found == items_.end()) return nullptr;
    unlink(*found);
    append(*found);
    return &found->second.value;
  }
  void erase(const Key& key)
  {
    const auto found = items_.find(key);
    if (found == items_.end()) return;
    unlink(*found);
    items_.erase(found);
  }

private:
  struct Linked;
  using Item = std::pair<const Key, Linked>;
  struct Linked {
    Value value{};
    Item* before = nullptr;
    Item* after = nullptr;
  };

  void append(Item& item) noexcept
  {
    item.second.before = last_;
    item.second.after = nullptr;
    (last_ != nullptr ? last_->second.after : first_) = &item;
    last_ = &item;
  }
  void unlink(Item& item) noexcept
  {
    const Linked& at = item.second;
    (at.before != nullptr ? at.before->second.after : first_) = at.after;
    (at.after != nullptr ? at.after->second.before : last_) = at.before;
  }

  std::size_t capacity_;
  std::unordered_map<Key, Linked, Hash> items_;
  Item* first_ = nullptr;  // least recently used
  Item* last_ = nullptr;
};

}  // namespace kubexx
