// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// One API call of a reconcile.
struct RecordedCall {
  Verb verb = Verb::get;
  std::string resource;  ///< "deployments.apps", "foos.example.com/status"
  ObjectKey key;
  bool dry_run = false;
  unsigned status = 0;  ///< of the HTTP response; 0: there is none
  std::string error;    ///< if there is no response
  Duration took{};
  /// The members that an update, patch or apply changes, as JSON pointers, never their values.
  std::vector<std::string> changed;
};

/// One reconcile.
struct RecordedReconcile {
  WallTime began{};
  std::optional<Duration> queued_for;
  Duration took{};
  std::uint32_t triggers = 0;    ///< bits, as in Context
  std::string id;                ///< the reconcile_id of its log lines; empty if it logged nothing
  const char* result = "";       ///< the label of controller_runtime_reconcile_total
  std::string error;             ///< why it failed
  std::uint32_t failures = 0;    ///< in a row, including this one
  bool final = false;            ///< it failed and is not retried: terminal, or given up
  std::optional<WallTime> next;  ///< when the key is requeued; nullopt: only when something triggers it
  std::vector<RecordedCall> calls;
  std::size_t calls_left_out = 0;  ///< further calls, which are not kept
};

/// An event that a predicate filtered, so that it did not enqueue a key.
struct FilteredEvent {
  WallTime at{};
  const char* event = "";   ///< "added", "updated", "deleted"
  std::string object;       ///< "deployments.apps default/web"
  std::string predicate;    ///< its name, if it has one
  std::uint64_t count = 1;  ///< for this key since its last reconcile
};

/// Records the last reconciles of each key of a manager's controllers, and the events that predicates filtered. Bounded
/// by `max_bytes`: the least recently active keys are evicted first. Thread safe.
class FlightRecorder {
public:
  static constexpr std::size_t reconciles_per_key = 10;

  explicit FlightRecorder(std::size_t max_bytes = std::size_t{4} << 20U);
  ~FlightRecorder();
  FlightRecorder(const FlightRecorder&) = delete;
  FlightRecorder& operator=(const FlightRecorder&) = delete;

  /// Records a reconcile, or an event that did not lead to one.
  void add(std::string_view controller, const Request& key, const RecordedReconcile& reconcile);
  void add(std::string_view controller, const Request& key, FilteredEvent filtered);

  /// The history of one key.
  struct History {
    std::vector<RecordedReconcile> reconciles;  ///< oldest first
    std::uint64_t total = 0;                    ///< since the key was first recorded, or evicted
    std::optional<FilteredEvent> filtered;      ///< the last one since the last reconcile
  };
  /// Empty if nothing is recorded for the key.
  [[nodiscard]] History history(std::string_view controller, const Request& key) const;

  /// A key, and the number of its reconciles since it was first recorded, or evicted.
  struct Busy {
    std::string controller;
    Request key;
    std::uint64_t total = 0;
  };
  /// Returns the keys that have reconciles_per_key reconciles in their history, all of which began at `since` or later:
  /// at most `most` keys, those with the most reconciles first.
  [[nodiscard]] std::vector<Busy> busiest(WallTime since, std::size_t most) const;

  /// The approximate memory use, at most `max_bytes`.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::size_t keys() const;

private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx
