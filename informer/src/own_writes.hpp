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
/// clock; docs/design/0005-reading-own-writes.md has the rules. Not thread safe.
class OwnWrites {
public:
  /// One for each key: the last one.
  struct Entry {
    enum class What {
      written,  ///< the object has `version`: it is in the store, or not when it is not selected
      deleted,  ///< the object of that uid is gone; `version` is the last one that is known of it
      expected  ///< … or will be: its deletion in that version was asked for
    };
    What what = What::written;
    std::string uid, version;
    std::string watch;   ///< namespace of the watch that will show it; empty: all
    bool dated = false;  ///< written, and its version compares with those of the watch: it ends when the watch gets there
    /// Not dated: what the watch says of the key meanwhile; empty: nothing.
    Object shown;
    /// Not dated: when it ends; a deletion not before its watch has moved, and then so much later again.
    SteadyTime expires = SteadyTime::max();

  private:
    friend class OwnWrites;
    std::uint64_t moves = 0;  // of its watch, when it was put
    bool moved = false;
  };

  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  /// Null when there is none.
  [[nodiscard]] const Entry* find(detail::KeyView key) const;

  /// In the place of an earlier entry.
  void put(const ObjectKey& key, Entry entry);
  void forget(detail::KeyView key);

  /// Whether `state`, which a watch brought, is to be left out; `deleted`: that it is gone. A state that ends the entry
  /// does so.
  [[nodiscard]] bool hides(const Object& state, bool deleted);
  /// What a list at `version` is to hold instead, of one watch. `items` are sorted; `stored` answers what is stored of a
  /// key. Entries that the list has caught up with end.
  void amend(std::vector<Object>& items, const std::string& version, std::string_view watch,
             const std::function<Object(detail::KeyView)>& stored);
  /// That watch has come to `version`: the writes before it of which it brought nothing.
  [[nodiscard]] std::vector<std::pair<ObjectKey, Entry>> passed(const std::string& version, std::string_view watch);
  /// Those whose time is over.
  [[nodiscard]] std::vector<std::pair<ObjectKey, Entry>> expired(SteadyTime now, Duration ttl);
  /// When to ask for them next.
  [[nodiscard]] std::optional<SteadyTime> next_expiry() const;
  /// Those of one watch end: its namespace is not watched any more, or its server was restored.
  void clear(std::string_view watch);

private:
  struct KeyLess {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const
    {
      return detail::KeyView(view(a)) < detail::KeyView(view(b));
    }
    static detail::KeyView view(const ObjectKey& key) { return detail::key_of(key); }
    static detail::KeyView view(detail::KeyView key) { return key; }
  };
  struct VersionLess {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const
    {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  using Entries = std::map<ObjectKey, Entry, KeyLess>;
  using Dated = std::multimap<std::string, ObjectKey, VersionLess>;

  enum class Verdict { newer, older, later };  // later: nobody can tell, so it is kept for later
  [[nodiscard]] static Verdict judge(const Entry& entry, const Object& state, bool deleted);
  [[nodiscard]] static bool outlives(Entry& entry, const Object* item, const std::string& version);
  [[nodiscard]] std::uint64_t moves_of(std::string_view watch) const;
  Entries::iterator erase(Entries::iterator entry);

  Entries entries_;
  std::map<std::string, Dated, std::less<>> dated_;          // by watch: what passed() looks for
  std::map<std::string, std::uint64_t, std::less<>> moves_;  // of each watch, while there are entries
};

}  // namespace kubexx
