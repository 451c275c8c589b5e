// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/types/core/v1/container.hpp"

namespace kubexx::e2e::node {

/// One probe of a container since its start: when it is asked next, and what its answers mean. Not thread safe.
class Probing {
public:
  using Clock = std::chrono::steady_clock;

  /// `initial`: what holds before the first answers. Nothing is asked without a probe.
  Probing(std::optional<corev1::Probe> probe, bool initial, Clock::time_point started);

  [[nodiscard]] bool exists() const { return probe_.has_value(); }
  /// After enough answers of one kind in a row.
  [[nodiscard]] bool succeeded() const { return succeeded_; }
  /// Since the start, enough answers in a row were failures.
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] Clock::time_point next() const { return next_; }
  /// Asks if it is time: GET from `address`, on `runtime`. Blocks for the probe's timeout at most.
  void ask(const Runtime& runtime, const std::string& address, const corev1::Container& container);

private:
  std::optional<corev1::Probe> probe_;
  bool succeeded_, failed_ = false;
  int successes_ = 0, failures_ = 0;  // in a row
  Clock::time_point next_;
};

/// Why this node cannot ask that probe; empty: it can.
[[nodiscard]] std::string unsupported_probe(const std::optional<corev1::Probe>& probe);

}  // namespace kubexx::e2e::node
