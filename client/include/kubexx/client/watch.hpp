// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/client/error.hpp"
#include "kubexx/client/object.hpp"

namespace kubexx {

/// One event of a watch.
struct WatchEvent {
  enum class Type { added, modified, deleted, bookmark };
  Type type = Type::added;
  Object object;                    ///< for a bookmark: empty
  std::string resource_version;     ///< of the object or the bookmark
  bool initial_events_end = false;  ///< a bookmark with annotation k8s.io/initial-events-end: "true"
};

/// An open watch. One reader at a time; not thread safe. Destroying it closes the connection.
class WatchStream {
public:
  virtual ~WatchStream() = default;
  /// The next event; nullopt when the server ended the stream in order. Throws ApiError for an ERROR event (its Status:
  /// 410 means that the version is too old) and TransportError when the stream broke or was silent for too long.
  /// An event that cannot be decoded is skipped and counted.
  [[nodiscard]] virtual awaitable<std::optional<WatchEvent>> next() = 0;
  /// When data last came, for staleness metrics.
  [[nodiscard]] virtual SteadyTime last_data() const noexcept = 0;
  /// Events skipped because they could not be decoded.
  [[nodiscard]] virtual std::size_t undecodable() const noexcept = 0;
};

}  // namespace kubexx
