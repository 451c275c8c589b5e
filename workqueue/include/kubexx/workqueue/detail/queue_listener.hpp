// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// One step of the rule, as a listener gets it.
struct QueueStep {
  QueueOperation operation{};
  const void* key = nullptr;  ///< null: the step has no key
  Duration delay{};           ///< of delayed, delay_kept, rate_limited, ignored
  Trigger triggers = 0;       ///< of the key, after the step; of dispatched: those of the dispatch
  std::uint32_t failures = 0;
  std::size_t ready = 0;
  SteadyTime at{};
};

class QueueListener {
public:
  virtual void on_step(const QueueStep& step) noexcept = 0;

protected:
  ~QueueListener() = default;
};

/// The numbers that metrics count and measure. A queue with metrics but without a listener builds no QueueStep.
class QueueMeter {
public:
  QueueMeter() = default;
  QueueMeter(const QueueMeter&) = delete;
  QueueMeter& operator=(const QueueMeter&) = delete;
  virtual ~QueueMeter() = default;

  virtual void added() noexcept = 0;
  virtual void dispatched(Duration queued_for) noexcept = 0;
  virtual void done(Duration processing_for) noexcept = 0;
};

}  // namespace kubexx::detail
