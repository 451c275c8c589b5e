// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// Why a record becomes ready, or is touched.
enum class ReadyReason : std::uint8_t {
  added,     ///< it was added: what throws leaves all as it was, and comes out of the add
  due,       ///< its delay is over: nothing may throw
  returned,  ///< it was added while it was processed, and is done: nothing may throw
};

/// The order in which the ready records of a queue are dispatched, in place of first added, first out. The queue calls
/// it under its lock. A ready record is queued and not processing; it is pushed once and then popped, or removed, once.
class ReadyOrder {
public:
  ReadyOrder() = default;
  ReadyOrder(const ReadyOrder&) = delete;
  ReadyOrder& operator=(const ReadyOrder&) = delete;
  virtual ~ReadyOrder() = default;

  struct Next {
    RecordIndex record;
    std::int32_t priority;
  };

  /// The record is about to be added, in any form: makes room for it, so that what comes later cannot lack any. What
  /// throws leaves all as it was; otherwise the add follows.
  virtual void admit(RecordIndex index, std::int32_t priority) = 0;
  /// The record becomes ready; `since` when, if not just now.
  virtual void push(RecordIndex index, ReadyReason why, std::optional<SteadyTime> since) = 0;
  /// The record, which is being processed, is queued: it becomes ready when it is done.
  virtual void hold_back(RecordIndex index) { static_cast<void>(index); }
  /// The record, which is ready, was added again.
  virtual void touch(RecordIndex index, ReadyReason why) = 0;
  /// Takes out the record to be dispatched; some record is ready. What throws comes out of `get`; no record is taken.
  [[nodiscard]] virtual Next pop() = 0;
  /// The record, which is queued, is ready (unless it is being processed) and will not be dispatched.
  virtual void remove(RecordIndex index) noexcept = 0;

  /// Of a record that is queued or delayed.
  [[nodiscard]] virtual std::int32_t priority(RecordIndex index) const { return static_cast<void>(index), 0; }
  /// The ready records in the order in which they became ready, for introspection: the first one, and the one after.
  /// kNoRecord: there is none (any more), or that order is not known.
  [[nodiscard]] virtual RecordIndex oldest() const noexcept = 0;
  [[nodiscard]] virtual RecordIndex newer(RecordIndex index) const noexcept = 0;
};

}  // namespace kubexx::detail
