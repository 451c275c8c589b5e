// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "kubexx/workqueue/detail/record_table.hpp"

namespace kubexx::detail {

/// Why a record becomes ready or is touched.
enum class ReadyReason : std::uint8_t {
  added,     ///< it was added: an exception leaves everything as it was and is thrown by the add
  due,       ///< its delay is over: nothing may throw
  returned,  ///< it was added while processing, and is done: nothing may throw
};

/// The order in which a queue dispatches its ready records, instead of first added, first out. Called under the queue's
/// lock. A ready record is queued and not processing; it is pushed once and then popped or removed once.
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

  /// Called before the record is added, in any form: makes room for it, so that later calls cannot run out of memory.
  /// If it throws, nothing has changed; otherwise the add follows.
  virtual void admit(RecordIndex index, std::int32_t priority) = 0;
  /// The record becomes ready, at `since` if not just now.
  virtual void push(RecordIndex index, ReadyReason why, std::optional<SteadyTime> since) = 0;
  /// The record, which is processing, is queued: it becomes ready when it is done.
  virtual void hold_back(RecordIndex index) { static_cast<void>(index); }
  /// The record, which is ready, was added again.
  virtual void touch(RecordIndex index, ReadyReason why) = 0;
  /// Takes out the record to dispatch. Precondition: some record is ready. If it throws, `get` throws the exception and
  /// no record is taken.
  [[nodiscard]] virtual Next pop() = 0;
  /// Removes a queued record that will not be dispatched; the record is ready unless it is processing.
  virtual void remove(RecordIndex index) noexcept = 0;

  /// The priority of a record that is queued or delayed.
  [[nodiscard]] virtual std::int32_t priority(RecordIndex index) const { return static_cast<void>(index), 0; }
  /// For introspection: the ready records in the order in which they became ready, as the first one and the one after
  /// `index`. kNoRecord: there is none (left), or that order is not known.
  [[nodiscard]] virtual RecordIndex oldest() const noexcept = 0;
  [[nodiscard]] virtual RecordIndex newer(RecordIndex index) const noexcept = 0;
};

}  // namespace kubexx::detail
