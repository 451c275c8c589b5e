// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/informer/reflector.hpp"
#include "kubexx/informer/watch_status.hpp"

namespace kubexx {

/// What a reflector reports about itself: its state, its counters, and its failures, of which the log gets one line per
/// change. Written by the machine and its timers, read by any thread.
class WatchReport {
public:
  /// `metrics` may be null.
  WatchReport(const Runtime& runtime, const std::string& resource, const std::string& namespace_,
              std::shared_ptr<const ReflectorMetrics> metrics);

  [[nodiscard]] WatchStatus status() const;
  [[nodiscard]] Reflector::State state() const;

  void entered(Reflector::State state);
  void list_begins(bool over_watch);
  void watch_begins();
  /// The present watch is over; `list_done` has been called before for one that began with a list.
  void watch_ends(Duration lived, bool is_short);
  void list_done(std::size_t objects, const std::string& version);
  /// Something came, with this many objects.
  void data(std::size_t objects);
  /// So many objects and events were left out.
  void undecodable(std::size_t events);
  /// What one of them is; the first one is worth a warning.
  void left_out(const std::string& which, const std::string& problem);
  void unidentified();
  void duplicates(std::size_t items);
  void sharded(bool by_server);
  /// Lasts until `recovered`.
  void failed(unsigned code, const std::string& text);
  void recovered();
  [[nodiscard]] const Log& log() const noexcept { return log_; }

private:
  const Clock& clock_;
  const Log log_;
  mutable std::mutex mutex_;
  Reflector::State state_ = Reflector::State::idle;  // guarded by mutex_
  WatchStatus status_;     // guarded by mutex_; its state is failing while failing_since is set
  bool complete_ = false;  // guarded by mutex_; a list is complete
  const std::shared_ptr<const ReflectorMetrics> metrics_;
  SteadyTime list_began_{};   // touched by the machine alone
  std::size_t of_watch_ = 0;  // guarded by mutex_; events since the present watch began
};

}  // namespace kubexx
