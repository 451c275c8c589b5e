// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "store/change.hpp"

namespace kubexx::apiserver {

/// Whoever waits for changes of a collection. Every member is called with the lock held.
class Watcher {
public:
  virtual ~Watcher() = default;
  /// Whether `change` is anything to it.
  [[nodiscard]] virtual bool wants(const Change& change) const = 0;
  /// Nothing up to `version` was anything to it, but what it has read.
  virtual void skip_to(std::int64_t version) = 0;
};

/// What an object must have, before or after a change, for the change to be anything to a watch.
struct WatchScope {
  std::string namespace_;                                   ///< empty: any
  std::optional<std::string> name;                          ///< nullopt: any
  std::vector<std::pair<std::string, std::string>> labels;  ///< all of them
};

/// The watches of a collection, and which of them wait. A change asks only those that share a name, or else a label,
/// or else the namespace with it. Not thread safe: its owner locks.
class WatchIndex {
public:
  WatchIndex() = default;
  WatchIndex(const WatchIndex&) = delete;  // what it holds refers to itself
  WatchIndex& operator=(const WatchIndex&) = delete;

  /// `watcher` is there until it is removed. Of the labels of `scope`, the one that fewest others share finds it.
  void add(std::uint64_t number, Watcher& watcher, const WatchScope& scope);
  void remove(std::uint64_t number);

  /// It has read everything: `wakeup` is taken with the next change that it wants.
  void wait(std::uint64_t number, OneShot wakeup);
  /// It waits no longer; nullopt if it did not, or has been woken.
  std::optional<OneShot> stop_waiting(std::uint64_t number);

  /// Moves the wakeups of those that want `change`, the newest, to `woken`, by number. They have skipped to it.
  void wake_for(const Change& change, std::vector<OneShot>& woken);
  /// Likewise of all that wait, which have skipped to `version`.
  void wake_all(std::int64_t version, std::vector<OneShot>& woken);

  /// Whether nothing is left of any watch.
  [[nodiscard]] bool empty() const noexcept { return entries_.empty() && buckets_.empty(); }

private:
  enum class By { namespace_, name, label };
  struct KeyView {
    By by = By::namespace_;
    std::string_view namespace_;  // empty: any
    std::string_view label;
    std::string_view value;  // of the label; the name
    friend bool operator==(const KeyView&, const KeyView&) = default;
  };
  struct Key {
    By by = By::namespace_;
    std::string namespace_, label, value;
    operator KeyView() const noexcept { return {by, namespace_, label, value}; }
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const KeyView& key) const noexcept;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const KeyView& a, const KeyView& b) const noexcept { return a == b; }
  };
  struct Entry;
  struct Bucket {
    std::size_t members = 0;
    std::vector<Entry*> waiting;  // in no order
  };
  using Buckets = std::unordered_map<Key, Bucket, Hash, Equal>;
  struct Entry {
    std::uint64_t number = 0;
    Watcher* watcher = nullptr;
    Buckets::value_type* bucket = nullptr;
    std::size_t place = 0;  // in the bucket's `waiting`, while there is a wakeup
    std::optional<OneShot> wakeup;
  };

  [[nodiscard]] Key key_for(const WatchScope& scope) const;
  [[nodiscard]] static OneShot leave(Entry& entry);
  void find(const KeyView& key, const Change& change, std::vector<Entry*>& found) const;

  Buckets buckets_;  // none without members
  std::map<std::uint64_t, Entry> entries_;
};

}  // namespace kubexx::apiserver
