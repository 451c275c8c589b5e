// SPDX-License-Identifier: Apache-2.0
#include "kubexx/workqueue/snapshot.hpp"

#include <algorithm>
#include <functional>

#include "kubexx/workqueue/detail/queue_driver.hpp"

namespace kubexx::detail {

namespace {
/// So many entries of the heap of delays are looked at for each one that is wanted, and some in any case.
constexpr std::size_t kSteps = 4;
constexpr std::size_t kMoreSteps = 256;
}  // namespace

void QueueDriver::snapshot(std::size_t limit, QueueTotals& totals,
                           const std::function<void(const void* key, const QueueEntryState& state)>& emit)
{
  static_cast<void>(read_promoted([](const QueueState& state) { return state.ready(); }));
  Operation operation(*this);
  operation.set_time();
  state_.expire_failures();
  state_.snapshot(limit, totals, emit);
}

void QueueState::snapshot(std::size_t limit, QueueTotals& totals,
                          const std::function<void(const void* key, const QueueEntryState& state)>& emit) const
{
  totals = {now_, shutting_down_, records_.size(), processing_, ready_, delays_.size(), failures.size(), dropped_};
  const auto emit_one = [&](RecordIndex index) { emit(records_.key(index), state_of(index)); };
  const auto emit_list = [&](RecordIndex index, const auto& next) {
    for (std::size_t left = limit; index != kNoRecord && left != 0; --left) {
      emit_one(index);
      index = next(index);
    }
  };

  if (times_) {
    emit_list(times_->processing().first(), [this](RecordIndex index) { return times_->processing().after(index); });
  }
  if (discarding_) {
    // What is left of the ready keys is about to be dropped.
  } else if (order_) {
    emit_list(order_->oldest(), [this](RecordIndex index) { return order_->newer(index); });
  } else {
    emit_list(ready_list_.first(), [this](RecordIndex index) { return records_[index].next; });
  }
  std::size_t left = limit;
  const std::size_t steps = std::min(limit, delays_.size()) * kSteps + kMoreSteps;
  delays_.walk(limit == 0 ? 0 : steps, [&](RecordIndex index) {
    if (records_[index].queued || records_[index].processing) return true;
    emit_one(index);
    return --left != 0;
  });
  if (times_) {
    emit_list(times_->failed().first(), [this](RecordIndex index) { return times_->failed().after(index); });
  }
}

QueueEntryState QueueState::state_of(RecordIndex index) const
{
  const Record& record = records_[index];
  QueueEntryState state;
  state.queued = record.queued;
  state.processing = record.processing;
  state.delayed = record.delayed;
  state.failures = record.failures;
  state.triggers = record.triggers;
  if (delayed_triggers_.has(index)) state.triggers |= delayed_triggers_[index];
  if (record.delayed) state.due = record.ready;
  if (order_ && (record.queued || record.delayed)) state.priority = order_->priority(index);
  if (times_ && record.queued) state.queued_for = now_ - times_->added_at(index);
  if (times_ && record.processing) state.processing_for = now_ - times_->dispatched_at(index);
  return state;
}

}  // namespace kubexx::detail
