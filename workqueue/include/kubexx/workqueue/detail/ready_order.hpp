// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// The order in which the ready records of a queue are handed out, in place of first added, first out. The queue calls
/// it under its lock. A ready record is queued and not held; it is pushed once and then popped once.
class ReadyOrder {
public:
  ReadyOrder() = default;
  ReadyOrder(const ReadyOrder&) = delete;
  ReadyOrder& operator=(const ReadyOrder&) = delete;
  virtual ~ReadyOrder() = default;

  /// The record becomes ready.
  virtual void push(RecordIndex index) = 0;
  /// The record, which is ready, was added again.
  virtual void touch(RecordIndex index) = 0;
  /// Takes out the record to be handed out. Some record is ready.
  [[nodiscard]] virtual RecordIndex pop() = 0;
};

}  // namespace kubexx::detail
