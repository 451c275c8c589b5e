// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// What a watch is doing: Reflector::State in short, for statuses, probes and logs. `failing` lasts until a watch
/// works.
enum class WatchState { idle, starting, listing, syncing, streaming, failing, stopped };
[[nodiscard]] const char* to_string(WatchState state) noexcept;

/// A snapshot of one watch.
struct WatchStatus {
  WatchState state = WatchState::idle;
  std::string last_error;        ///< of the present failure, empty when there is none: names verb, resource and remedy
  unsigned last_error_code = 0;  ///< HTTP status of that error, 0 for a transport error
  std::optional<SteadyTime> failing_since;
  std::optional<SteadyTime> last_data;  ///< when anything last came from the server
  /// The server leaves out what is of other shards, as its last list in pages has said; one over the watch does not.
  bool sharded = false;
  std::uint64_t lists = 0, watches = 0, relists = 0, events = 0;
  /// Objects and events that were left out: they cannot be read, are no objects of the kind, have no name or are of
  /// another namespace. The store holds no object that cannot be read; it comes back with its next readable state.
  std::uint64_t undecodable = 0;
  std::string last_undecodable;  ///< the last of them: which object, where it stood and what is wrong
  /// Objects that are kept though they came without uid or resourceVersion: their bytes are compared instead. Each
  /// state counts, so a resource whose server gives neither makes this grow with `events`.
  std::uint64_t unidentified = 0;
  /// Items of complete lists that a later item of the same key has replaced.
  std::uint64_t duplicates = 0;
  /// Of an informer: calls of its transform, index functions and observer that threw or did not do what they must, and
  /// events for which there was no memory.
  std::uint64_t function_failures = 0;
};

/// The status of two watches as one: the state of the one that fails, otherwise of the one that has come less far; the
/// sums of the counts; the times of the one that has waited longer.
[[nodiscard]] WatchStatus merged(const WatchStatus& a, const WatchStatus& b);

}  // namespace kubexx
