// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/options.hpp"

namespace kubexx {

/// One event of a watch.
struct WatchEvent {
  /// The change that the watch reports. `unreadable`: the object was added or changed, and its current state cannot be
  /// read; known states of it are stale.
  enum class Type { added, modified, deleted, bookmark, unreadable };
  Type type = Type::added;
  /// Empty for a bookmark. With a `problem`, only the members that identify the object: apiVersion, kind, name,
  /// namespace, uid and resourceVersion; empty if they cannot be read either, so that only a list shows the change.
  Object object;
  std::string problem;              ///< why the object (possibly a deleted one) cannot be read; empty if it can
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< a bookmark with annotation k8s.io/initial-events-end: "true"
};

/// An open watch. One reader at a time; not thread safe; awaitable and blocking forms may be mixed. Destroying it
/// closes the connection.
///
/// Per-operation cancellation: the stop token of the WatchOptions ends the watch immediately, even during a wait. The
/// bounds of next() and Asio's cancellation end only the wait: the watch continues and loses no event.
///
/// Object lifetimes: the stream must outlive its async_next(). It shares the state of the Client, so the Client may be
/// destroyed first. The services that the Runtime points to must outlive both.
class WatchStream {
public:
  WatchStream() = default;
  WatchStream(const WatchStream&) = delete;
  WatchStream& operator=(const WatchStream&) = delete;
  virtual ~WatchStream() = default;

  /// Returns the next event, or nullopt if the server ended the stream cleanly. Throws ApiError for an ERROR event (its
  /// Status; 410 means that the version is too old), and TransportError if the stream broke or was silent for too long;
  /// every later call then throws the same. An event whose object cannot be read is returned as far as possible
  /// (`problem`) and counted; an event of an unknown type is skipped and counted.
  ///
  /// `within` bounds only this wait, with a timeout (default: none) and a stop token. At the bound it throws
  /// TransportError `timeout` or `cancelled`; the watch continues, and no event is lost.
  [[nodiscard]] virtual awaitable<std::optional<WatchEvent>> async_next(CallOptions within) = 0;
  [[nodiscard]] awaitable<std::optional<WatchEvent>> async_next() { return async_next(CallOptions()); }
  /// Blocks the calling thread. Throws std::logic_error on a thread of the runtime's executor, and, over a transport
  /// that completes inline, if no event has arrived yet; the latter ends the watch.
  [[nodiscard]] virtual std::optional<WatchEvent> next(const CallOptions& within) = 0;
  [[nodiscard]] std::optional<WatchEvent> next() { return next(CallOptions()); }

  /// When data last arrived, for staleness metrics.
  [[nodiscard]] virtual SteadyTime last_data() const noexcept = 0;
  /// The number of events that were skipped or returned without their object because they could not be decoded.
  [[nodiscard]] virtual std::size_t undecodable() const noexcept = 0;
};

}  // namespace kubexx
