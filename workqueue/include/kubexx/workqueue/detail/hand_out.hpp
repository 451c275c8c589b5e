// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx::detail {

/// What a hand-out gave.
struct HandOut {
  RecordIndex record = kNoRecord;
  std::uint32_t number = 0;  ///< Record::handout
  Cause causes = 0;
  std::int32_t priority = 0;
  const void* key = nullptr;
};

}  // namespace kubexx::detail
