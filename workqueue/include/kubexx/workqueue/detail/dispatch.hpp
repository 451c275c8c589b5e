// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/base/clock.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// A key that is processing, as the queue passed it to a consumer.
struct Dispatch {
  RecordIndex record = kNoRecord;
  std::uint32_t number = 0;  ///< Record::dispatches at that time
  Trigger triggers = 0;
  std::int32_t priority = 0;
  const void* key = nullptr;
  Duration queued_for{-1};  ///< negative: unknown
};

}  // namespace kubexx::detail
