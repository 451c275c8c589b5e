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
  /// unreadable: an object was added or changed, and its present state cannot be read; what is known of it is stale.
  enum class Type { added, modified, deleted, bookmark, unreadable };
  Type type = Type::added;
  /// For a bookmark: empty. With a `problem` only what tells which object it is: apiVersion, kind, name, namespace, uid
  /// and resourceVersion; empty when that cannot be told either, so that only a list shows what has changed.
  Object object;
  std::string problem;              ///< why the object, perhaps a deleted one, cannot be read; empty when it can
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< a bookmark with annotation k8s.io/initial-events-end: "true"
};

/// An open watch. One reader at a time; not thread safe; awaitable and blocking forms may be mixed. Destroying it
/// closes the connection. The stop token of the WatchOptions ends it immediately, even during a wait.
class WatchStream {
public:
  WatchStream() = default;
  WatchStream(const WatchStream&) = delete;
  WatchStream& operator=(const WatchStream&) = delete;
  virtual ~WatchStream() = default;

  /// The next event; nullopt when the server ended the stream cleanly. Throws ApiError for an ERROR event (its Status:
  /// 410 means that the version is too old) and TransportError when the stream broke or was silent for too long; then
  /// every later call throws the same. An event whose object cannot be read is given as far as it can be (`problem`)
  /// and counted; one of an unknown type is skipped and counted.
  ///
  /// `within` bounds this wait alone, by a timeout (default: none) and by a stop token: TransportError `timeout` or
  /// `cancelled`, after which the watch goes on and no event is lost.
  [[nodiscard]] virtual awaitable<std::optional<WatchEvent>> async_next(CallOptions within) = 0;
  [[nodiscard]] awaitable<std::optional<WatchEvent>> async_next() { return async_next(CallOptions()); }
  /// Blocks the calling thread; std::logic_error on a thread of the runtime's executor. Over a transport that answers
  /// inline, an event that has not come yet is a std::logic_error too, and ends the watch.
  [[nodiscard]] virtual std::optional<WatchEvent> next(const CallOptions& within) = 0;
  [[nodiscard]] std::optional<WatchEvent> next() { return next(CallOptions()); }

  /// When data last came, for staleness metrics.
  [[nodiscard]] virtual SteadyTime last_data() const noexcept = 0;
  /// Events that were skipped, or given without their object, because they could not be decoded.
  [[nodiscard]] virtual std::size_t undecodable() const noexcept = 0;
};

}  // namespace kubexx
