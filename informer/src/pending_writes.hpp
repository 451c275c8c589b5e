// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/informer/detail/object_set.hpp"

namespace kubexx {

/// The writes of this process that are in a store and that its watches have not shown yet, and with them the answer to
/// one question: is what a watch or a list says of an object older than what we wrote? Arithmetic without lock and
/// clock; docs/internals/design/0005-reading-own-writes.md has the rules. Not thread safe.
class PendingWrites {
public:
  /// The last write to a key. The store has the object in `version`, or does not, when that is not selected.
  struct Write {
    std::string uid, version;
    std::string watch;  ///< namespace of the watch that will show it; empty: all
    /// Its version compares with those of the watch, so it ends when the watch gets there. Otherwise at `expires`, and
    /// `shown` is what the watch has said of the key by then; empty: nothing is there.
    bool dated = false;
    Object shown;
    SteadyTime expires = SteadyTime::max();
  };
  /// An object that was deleted.
  struct Gone {
    std::string uid;
    std::string version;  ///< the last one that is known of it; may be empty
    std::string watch;
    bool certain = true;  ///< false: the deletion of that version was asked for, and later ones count
    Object shown;         ///< what a list has said of it since; `certain` or not, it is believed at the end
    /// When that is, or later: the watch must have moved first, and then has so much time again.
    SteadyTime expires = SteadyTime::max();

  private:
    friend class PendingWrites;
    std::uint64_t moves = 0;  // of its watch, when it was put
    bool moved = false;
  };
  /// What the time has run out for.
  struct Expired {
    ObjectKey key;
    std::string watch;
    Object shown;
    bool write = true;  ///< false: a deletion
  };

  /// `selective`: the watches have selectors, so that an object which leaves them may still be there, and come back.
  explicit PendingWrites(bool selective) : selective_(selective) {}

  [[nodiscard]] bool empty() const noexcept { return writes_.empty() && gone_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return writes_.size() + gone_.size(); }
  /// Null when there is none.
  [[nodiscard]] const Write* write_of(detail::KeyView key) const;
  /// Whether another answer, which came first, says more than this one.
  [[nodiscard]] bool knows_better(const Object& answer) const;
  [[nodiscard]] bool is_gone(const ObjectKey& key, std::string_view uid) const;

  /// A record with the memory that it needs.
  class Prepared;
  [[nodiscard]] static Prepared prepare(const ObjectKey& key, Write write);
  [[nodiscard]] static Prepared prepare(const ObjectKey& key, Gone gone);
  /// In the place of an earlier one of that key; a deletion, in the place of a write of that object.
  void put(Prepared record) noexcept;

  /// Whether `state`, which a watch brought, is to be left out; `deleted`: that it is gone. It ends what it confirms.
  [[nodiscard]] bool hides(const Object& state, bool deleted);
  /// What a list at `version` is to hold instead, of one watch. `items` are sorted; `stored` answers what is stored of
  /// a key. What the list has caught up with ends.
  void amend(std::vector<Object>& items, const std::string& version, std::string_view watch,
             const std::function<Object(detail::KeyView)>& stored);
  /// That watch has come to `version`: the writes before it of which it brought nothing. They end with `forget`.
  using Passed = std::vector<std::pair<ObjectKey, Write>>;
  [[nodiscard]] Passed passed(const std::string& version, std::string_view watch);
  void forget(const Passed& passed) noexcept;
  /// What watches and lists have shown meanwhile of what is waited for: `expired` may give any of it.
  [[nodiscard]] std::vector<Object> shown() const;
  [[nodiscard]] std::vector<Expired> expired(SteadyTime now, Duration ttl);
  /// When to ask for that next.
  [[nodiscard]] std::optional<SteadyTime> next_expiry() const;
  /// Those of one watch end: its namespace is not watched any more, or its server was restored.
  void clear(std::string_view watch);

private:
  struct KeyLess {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const
    {
      return view(a) < view(b);
    }
    static detail::KeyView view(const ObjectKey& key) { return detail::key_of(key); }
    static detail::KeyView view(detail::KeyView key) { return key; }
  };
  struct VersionLess {
    bool operator()(std::string_view a, std::string_view b) const
    {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  using Writes = std::map<ObjectKey, Write, KeyLess>;
  using Deletions = std::multimap<ObjectKey, Gone, KeyLess>;
  using Dated = std::multimap<std::string, ObjectKey, VersionLess>;
  using DatedByWatch = std::map<std::string, Dated, std::less<>>;
  using Stored = std::function<Object(detail::KeyView)>;

  [[nodiscard]] bool hidden_by_deletion(const Object& state, bool deleted);
  [[nodiscard]] bool hidden_by_write(const Object& state, bool deleted);
  void amend_deletions(std::vector<Object>& items, const std::string& version, std::string_view watch,
                       const Stored& stored);
  void amend_writes(std::vector<Object>& items, const std::string& version, std::string_view watch,
                    const Stored& stored);
  [[nodiscard]] std::uint64_t moves_of(std::string_view watch) const;
  Writes::iterator erase(Writes::iterator write);

  const bool selective_;
  Writes writes_;
  std::size_t undated_ = 0;  // of writes_
  Deletions gone_;
  DatedByWatch dated_;                                       // what passed() looks for; none is empty
  std::map<std::string, std::uint64_t, std::less<>> moves_;  // of each watch, since the first write
};

class PendingWrites::Prepared {
private:
  friend class PendingWrites;
  Writes::node_type write_;  // one of these two
  Deletions::node_type gone_;
  DatedByWatch::node_type date_;  // of a write that is dated
};

}  // namespace kubexx
