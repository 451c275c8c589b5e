// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "encoding.hpp"
#include "tls_connection.hpp"

namespace kubexx::bench {

/// The pods, in every encoding that the server offers, and who watches them. Thread safe.
class WatchedPods {
public:
  struct Watch {
    TlsConnection* connection = nullptr;
    const Encoding* encoding = nullptr;
    bool ended = false;  ///< by the server; guarded by its lock
  };

  /// `protobuf` empty: JSON alone.
  WatchedPods(std::size_t count, const std::string& protobuf);

  [[nodiscard]] std::size_t count() const noexcept { return pods_.size(); }
  [[nodiscard]] const Encoding& json() const noexcept { return *encodings_.front(); }
  /// The JSON one when there is no other.
  [[nodiscard]] const Encoding& protobuf() const noexcept { return *encodings_.back(); }

  /// Calls `read` with the version of what is rendered, which does not change meanwhile.
  void read(const std::function<void(std::uint64_t version)>& read) const;

  /// From now on the events are written to `watch`, which must stay until `unsubscribe`, by the thread that sends them.
  void subscribe(Watch* watch);
  /// Whether the server had not ended the watch.
  bool unsubscribe(Watch* watch);

  /// Changes pods one after the other, `rate` per second, `events` in all, and tells whoever watches; waits until
  /// someone does.
  void send_events(double rate, std::size_t events);
  /// Changes so many of a hundred pods, evenly spread, and ends every watch with 410, without an event; waits until
  /// someone watches.
  void expire(std::size_t percent);

private:
  void send(std::size_t number);
  void wait_for_watch();
  PodState& change(std::size_t number);

  std::vector<std::unique_ptr<Encoding>> encodings_;
  mutable std::shared_mutex rendered_;  // guards the encodings' frames, pods_ and version_
  std::vector<PodState> pods_;
  std::uint64_t version_ = 1'000'000'000;  // ten digits, as in the frames
  std::mutex watching_;                    // guards the rest, and the watches' connections
  std::condition_variable watched_;
  std::vector<Watch*> watches_;
};

}  // namespace kubexx::bench
