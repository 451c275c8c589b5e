// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The state of a watch: a summary of Reflector::State, for statuses, probes and logs. `failing` lasts until a watch
/// works.
enum class WatchState { idle, starting, listing, syncing, streaming, failing, stopped };
[[nodiscard]] const char* to_string(WatchState state) noexcept;

/// A snapshot of one watch.
struct WatchStatus {
  WatchState state = WatchState::idle;
  std::string last_error;        ///< of the current failure, empty if there is none; names verb, resource and remedy
  unsigned last_error_code = 0;  ///< HTTP status of that error, 0 for a transport error
  std::optional<SteadyTime> failing_since;
  std::optional<SteadyTime> last_data;  ///< when the server last sent anything
  /// True if the server sharded the last paged list, i.e. left out other shards. Streaming lists do not report this.
  bool sharded = false;
  std::uint64_t lists = 0, watches = 0, relists = 0, events = 0;
  /// Objects and events that were left out: they cannot be read, are not of the kind, have no name or are in another
  /// namespace. The store contains no unreadable object; the object returns with its next readable state.
  std::uint64_t undecodable = 0;
  std::string last_undecodable;  ///< the last of them: which object, where it was and what is wrong
  /// Objects that are kept although they have no uid or no resourceVersion: their bytes are compared instead. Each
  /// state counts, so this grows with `events` if the server sets neither.
  std::uint64_t unidentified = 0;
  /// Items of complete lists that a later item with the same key has replaced.
  std::uint64_t duplicates = 0;
  /// In an informer: calls of its transform, index functions and observer that threw or broke their contract, and
  /// events for which there was no memory.
  std::uint64_t function_failures = 0;
};

/// Merges the statuses of two watches: the state of the watch that fails, otherwise of the one that has progressed
/// less; the sums of the counts; the times of the watch that has waited longer.
[[nodiscard]] WatchStatus merged(const WatchStatus& a, const WatchStatus& b);

}  // namespace kubexx
