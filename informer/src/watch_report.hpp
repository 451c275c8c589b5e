// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
  WatchReport(const Runtime& runtime, const std::string& resource, const std::string& namespace_);

  [[nodiscard]] WatchStatus status() const;
  [[nodiscard]] Reflector::State state() const;

  void entered(Reflector::State state);
  void list_begins(bool over_watch);
  void watch_begins();
  void list_done(std::size_t objects, const std::string& version);
  /// Something came, with this many objects.
  void data(std::size_t objects);
  void undecodable(std::size_t events);
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
};

}  // namespace kubexx
