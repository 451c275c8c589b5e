// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/metrics.hpp"

namespace kubexx {

/// What the reflectors of one informer count and measure. The names that begin with reflector_ are those that client-go
/// has for its reflector. Thread safe.
class ReflectorMetrics {
public:
  /// The series end with `scope`.
  explicit ReflectorMetrics(MetricScope& scope);

  void list_began(bool again) const noexcept;
  void list_ended(Duration took, std::size_t objects) const noexcept;
  void watch_began() const noexcept;
  /// A watch has ended, in order or not; `is_short`: at once and without an event.
  void watch_ended(Duration lived, std::size_t events, bool is_short) const noexcept;
  void received(std::size_t objects) const noexcept;
  void undecodable(std::size_t objects) const noexcept;
  void unidentified() const noexcept;
  void duplicates(std::size_t items) const noexcept;
  void failed() const noexcept;

private:
  std::shared_ptr<Counter> lists_, relists_, watches_, short_watches_, events_, undecodable_, unidentified_,
      duplicates_, failures_;
  std::shared_ptr<Histogram> list_seconds_, list_items_, watch_seconds_, watch_items_;
};

}  // namespace kubexx
