// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/stored.hpp"

namespace kubexx::apiserver {

/// The objects of a collection by key, sorted: a B+ tree whose snapshots share what has not changed since. It reads
/// like a std::map. Taking a snapshot costs the same for any size; afterwards a change copies the nodes on its way,
/// once each.
///
/// Not thread safe, but a snapshot may be read while the map that it was taken from is changed.
class ObjectMap {
  struct Node;
  using NodePtr = std::shared_ptr<Node>;

public:
  ObjectMap() = default;
  ObjectMap(ObjectMap&&) noexcept = default;
  ObjectMap& operator=(ObjectMap&&) noexcept = default;
  ObjectMap(const ObjectMap&) = delete;
  ObjectMap& operator=(const ObjectMap&) = delete;
  ~ObjectMap() = default;

  [[nodiscard]] ObjectMap snapshot();

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  /// Where an object is. A change of the map invalidates it.
  class const_iterator {
  public:
    using Entry = std::pair<const std::string&, const StoredPtr&>;
    class Arrow {
    public:
      explicit Arrow(Entry entry) : entry_(entry) {}
      const Entry* operator->() const noexcept { return &entry_; }

    private:
      Entry entry_;
    };
    [[nodiscard]] Entry operator*() const;
    [[nodiscard]] Arrow operator->() const { return Arrow(**this); }
    const_iterator& operator++();
    friend bool operator==(const const_iterator& a, const const_iterator& b) noexcept
    {
      return a.leaf_ == b.leaf_ && a.index_ == b.index_;
    }

  private:
    friend class ObjectMap;
    static constexpr std::size_t deepest = 12;  // of nodes that are at least a quarter full: 8^12 objects
    struct Place {
      const Node* node = nullptr;
      std::size_t child = 0;
    };
    void descend_first(const Node* node);
    void next_leaf();

    std::array<Place, deepest> above_{};  // from the root down
    std::size_t depth_ = 0;
    const Node* leaf_ = nullptr;  // null: the end
    std::size_t index_ = 0;
  };
  [[nodiscard]] const_iterator begin() const;
  [[nodiscard]] const_iterator end() const noexcept { return {}; }
  [[nodiscard]] const_iterator lower_bound(std::string_view key) const;
  [[nodiscard]] const_iterator find(std::string_view key) const;
  [[nodiscard]] bool contains(std::string_view key) const { return get(key) != nullptr; }
  /// Null when there is none.
  [[nodiscard]] StoredPtr get(std::string_view key) const;
  /// Throws std::out_of_range when there is none.
  [[nodiscard]] StoredPtr at(std::string_view key) const;
  /// How many objects have a smaller key.
  [[nodiscard]] std::size_t rank(std::string_view key) const;

  /// Puts `object` in the place of the one with its key, which is returned.
  StoredPtr set(StoredPtr object);
  /// Returns what was there.
  StoredPtr erase(std::string_view key);

private:
  struct Split {
    std::string low;
    NodePtr right;  ///< null: none
  };
  Node& own(NodePtr& node) const;
  Split insert(NodePtr& at, StoredPtr object, StoredPtr& previous);
  Split split(Node& node) const;
  StoredPtr remove(NodePtr& at, std::string_view key);
  void mend_child(Node& parent, std::size_t child);

  NodePtr root_;
  std::uint64_t edit_ = 1;  // nodes with this number belong to this map alone
};

}  // namespace kubexx::apiserver
