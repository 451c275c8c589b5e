// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "kubexx/http/listener.hpp"
#include "tls_context.hpp"

namespace kubexx::detail {

class ServerConnection;

/// What a listener and its connections share; lives as long as the last of them. Thread safe.
class ListenerCore {
public:
  ListenerCore(Runtime runtime, ListenerOptions options, HttpHandler handler);

  const Runtime runtime;
  const ListenerOptions options;
  const HttpHandler handler;

  /// Null for plain HTTP.
  [[nodiscard]] std::shared_ptr<TlsContext> tls() const;
  /// For connections that are accepted from now on.
  void set_tls(const TlsServerConfig& config);
  [[nodiscard]] bool stopping() const noexcept { return stopping_; }
  /// Each response ends its connection.
  [[nodiscard]] bool closes_after_responses() const noexcept { return closes_after_responses_; }
  void close_after_responses() noexcept { closes_after_responses_ = true; }
  /// The handler must not be called any more.
  [[nodiscard]] bool aborted() const noexcept { return aborted_; }
  /// `options.error_response`, or one line of text.
  [[nodiscard]] HttpResponse error_response(Refusal why, unsigned status, std::string message) const;
  /// The Date header's value.
  [[nodiscard]] std::string date();

  /// False when the listener is stopping: then the connection is not to be served.
  [[nodiscard]] bool enter(const std::shared_ptr<ServerConnection>& connection);
  void leave(const ServerConnection* connection) noexcept;
  [[nodiscard]] std::size_t connections() const;

  /// A connection waits for a complete request since that time, until the second call.
  void begins_waiting(ServerConnection* connection, SteadyTime since);
  void ends_waiting(ServerConnection* connection, SteadyTime since) noexcept;
  /// The connection that was told to make room has got its request meanwhile: tells the next one.
  void close_longest_waiting();
  /// Fires when there is room for one more connection, maybe at once; makes some if it can.
  [[nodiscard]] OneShot room();
  void room_taken() noexcept;

  /// From now on no connection enters, and those there end after what they are doing.
  void stop();
  /// Stops, and closes every connection at once.
  void abort();
  /// Fires when fewer than `count` connections are there, maybe at once.
  [[nodiscard]] OneShot when_fewer_than(std::size_t count);

private:
  [[nodiscard]] std::vector<std::shared_ptr<ServerConnection>> live() const;
  /// The connection that has waited longest, which now makes room; null when none waits. Wants the lock held.
  [[nodiscard]] std::shared_ptr<ServerConnection> longest_waiting();

  std::atomic<bool> stopping_ = false;  // set once, under mutex_
  std::atomic<bool> aborted_ = false;   // set once
  std::atomic<bool> closes_after_responses_ = false;
  mutable std::mutex mutex_;
  std::shared_ptr<TlsContext> tls_;                                          // guarded by mutex_; null for plain HTTP
  std::map<const ServerConnection*, std::weak_ptr<ServerConnection>> open_;  // guarded by mutex_
  std::vector<std::pair<std::size_t, OneShot>> waiting_;                     // guarded by mutex_
  std::set<std::pair<SteadyTime, ServerConnection*>> idle_;                  // guarded by mutex_
  bool wants_room_ = false;                                                  // guarded by mutex_
  bool makes_room_ = false;       // guarded by mutex_; one has been told to close for it: no other has to
  std::int64_t date_second_ = 0;  // guarded by mutex_; of date_
  std::string date_;              // guarded by mutex_
};

}  // namespace kubexx::detail
