// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Keys that wait outside the queue of their controller, each once. They leave in the order of the queue: the highest
/// rank comes first, the groups of a rank take turns, and a group gives its oldest key first. A key that has waited for
/// longer than `max_wait` takes every second turn. Not thread safe.
class KeptKeys {
public:
  KeptKeys() = default;
  KeptKeys(const KeptKeys&) = delete;
  KeptKeys& operator=(const KeptKeys&) = delete;

  struct Key {
    Request request;
    Trigger triggers = 0;
    int priority = 0;
  };
  struct Place {
    int rank = 0;
    std::uint64_t group = 0;
  };

  /// Of a key that is there the triggers are added, and the higher priority and rank count.
  void add(const Key& key, Place place, SteadyTime now);
  /// Nullopt: it is not there.
  std::optional<Key> take(const Request& request);
  /// `max_wait`: after how long a key comes before those of a higher rank; nullopt: never.
  std::optional<Key> take_next(SteadyTime now, std::optional<Duration> max_wait);
  /// In the order in which they came.
  void take_all(std::vector<Key>& to);

  void clear();

  [[nodiscard]] bool contains(const Request& request) const { return entries_.contains(request); }
  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

private:
  using Requests = std::list<Request>;
  struct Entry {
    Key key;
    Place place;
    SteadyTime since{};
    Requests::iterator in_group, in_age;
  };
  using Entries = std::map<Request, Entry>;
  struct Rank {
    std::map<std::uint64_t, Requests> groups;  // none is empty
    std::list<std::uint64_t> turns;            // of each group once; the first is next
  };

  void put(Entry& entry);
  void take_off(const Entry& entry);
  Key take(Entries::iterator found);

  Entries entries_;
  std::map<int, Rank, std::greater<>> ranks_;  // none is empty
  Requests by_age_;
  bool was_overdue_ = false;  // the last one of take_next()
};

}  // namespace kubexx
