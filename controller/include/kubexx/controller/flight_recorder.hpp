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
  unsigned status = 0;  ///< of the HTTP answer; 0: there is none
  std::string error;    ///< when there is no answer
  Duration took{};
  /// Of an update, patch or apply: where it changes the object, as JSON pointers, never what is written there.
  std::vector<std::string> changed;
};

/// One reconcile.
struct RecordedReconcile {
  WallTime began{};
  std::optional<Duration> queued_for;
  Duration took{};
  union {
    std::uint32_t triggers = 0;  ///< bits, as Context has them
    [[deprecated("use triggers")]] std::uint32_t causes;
  };
  std::string id;                ///< that of its log lines; empty when it logged nothing
  const char* result = "";       ///< the label of controller_runtime_reconcile_total
  std::string error;             ///< why it failed
  std::uint32_t failures = 0;    ///< in a row, this one included
  bool final = false;            ///< it failed, and is not tried again: terminal, or tried too often
  std::optional<WallTime> next;  ///< when the key comes back by itself
  std::vector<RecordedCall> calls;
  std::size_t calls_left_out = 0;  ///< it made more than are kept
};

/// An event that a predicate kept from queueing a key.
struct FilteredEvent {
  WallTime at{};
  const char* event = "";   ///< "added", "updated", "deleted"
  std::string object;       ///< "deployments.apps default/web"
  std::string predicate;    ///< its name, if it has one
  std::uint64_t count = 1;  ///< of this key since its last reconcile
};

/// The last reconciles of each key of the controllers of a manager, and the events that predicates filtered, in so many
/// bytes: the keys go first of which nothing was heard for longest. Thread safe.
class FlightRecorder {
public:
  static constexpr std::size_t reconciles_per_key = 10;

  explicit FlightRecorder(std::size_t max_bytes = std::size_t{4} << 20U);
  ~FlightRecorder();
  FlightRecorder(const FlightRecorder&) = delete;
  FlightRecorder& operator=(const FlightRecorder&) = delete;

  void add(std::string_view controller, const Request& key, const RecordedReconcile& reconcile);
  void add(std::string_view controller, const Request& key, FilteredEvent filtered);

  /// Of one key.
  struct History {
    std::vector<RecordedReconcile> reconciles;  ///< the oldest first
    std::uint64_t total = 0;                    ///< since the key was first heard of, or forgotten
    std::optional<FilteredEvent> filtered;      ///< the last one since the last reconcile
  };
  [[nodiscard]] History history(std::string_view controller, const Request& key) const;

  /// A key, and how often it was reconciled since it was first heard of, or forgotten.
  struct Busy {
    std::string controller;
    Request key;
    std::uint64_t total = 0;
  };
  /// The keys of which all reconciles that are kept, reconciles_per_key, began at `since` or later: at most `most`,
  /// those with the most reconciles first.
  [[nodiscard]] std::vector<Busy> busiest(WallTime since, std::size_t most) const;

  /// About what it uses, at most `max_bytes`.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::size_t keys() const;

private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace kubexx
