// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/clock.hpp"

namespace kubexx::testing {

/// Records the events of a run in order, each with the time of `clock`. The hashes of two runs are equal exactly if the
/// same events happened at the same virtual times. One thread at a time.
class Trace {
public:
  explicit Trace(const Clock& clock) : clock_(clock) {}

  /// Adds one entry. `kind` names the event, `fields` are its details; their order matters.
  void record(std::string_view kind, std::initializer_list<std::string_view> fields);

  /// FNV-1a over everything recorded.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }
  [[nodiscard]] std::uint64_t entries() const noexcept { return entries_; }

  /// Keeps every entry as a line of text from now on, to be read or to compare two runs.
  void keep_text() noexcept { keep_ = true; }
  [[nodiscard]] const std::vector<std::string>& text() const noexcept { return text_; }

private:
  void mix(std::string_view bytes) noexcept;

  const Clock& clock_;
  std::uint64_t hash_ = 0xcbf29ce484222325U;
  std::uint64_t entries_ = 0;
  bool keep_ = false;
  std::vector<std::string> text_;
};

}  // namespace kubexx::testing
