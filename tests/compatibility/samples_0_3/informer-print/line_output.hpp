// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string_view>

namespace informer_print {

/// Writes lines to an open file, pipe or terminal, each immediately and as a whole. One thread writes; the other
/// functions may be called from any.
class LineOutput {
public:
  /// `file` stays open for as long as this lives, and stays the caller's. Throws std::system_error.
  explicit LineOutput(int file);
  ~LineOutput();
  LineOutput(const LineOutput&) = delete;
  LineOutput& operator=(const LineOutput&) = delete;

  /// Waits while the reader is slow. Drops the line when writing has failed, and what is left of it when `stop` was
  /// called and the reader is slow. SIGPIPE must be ignored.
  void write(std::string_view line);
  /// No write waits any more.
  void stop() const;
  /// Becomes readable when writing has failed, or by `stop`.
  [[nodiscard]] int ended_event() const noexcept { return ended_; }
  /// The errno of the failure; 0 when there was none.
  [[nodiscard]] int error() const noexcept { return error_; }

private:
  [[nodiscard]] bool wait_writable() const;

  const int file_;
  const int ended_;  // an eventfd
  std::atomic<int> error_ = 0;
};

}  // namespace informer_print
