// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace kubexx::detail {

/// A user's function that is read at each scrape, until it is ended. Thread safe.
class GaugeCallback {
public:
  explicit GaugeCallback(std::function<double()> read) : read_(std::move(read)) {}

  /// Nullopt once it has ended, and inside itself: it may ask for everything, and end itself.
  [[nodiscard]] std::optional<double> read()
  {
    const std::lock_guard lock(mutex_);
    if (ended_ || reading_) return std::nullopt;
    const Reading reading(reading_);
    return read_();
  }
  /// Ends the calls; waits for one that runs on another thread.
  void end()
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

private:
  class Reading {
  public:
    explicit Reading(bool& flag) : flag_(flag) { flag_ = true; }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    ~Reading() { flag_ = false; }

  private:
    bool& flag_;
  };

  std::recursive_mutex mutex_;
  const std::function<double()> read_;
  bool reading_ = false;  // guarded by mutex_; by the thread that has it
  bool ended_ = false;    // guarded by mutex_
};

}  // namespace kubexx::detail
