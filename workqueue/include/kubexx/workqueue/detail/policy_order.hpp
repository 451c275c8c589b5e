// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kubexx/workqueue/detail/index_list.hpp"
#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/order_policy.hpp"

namespace kubexx::detail {

/// Adapts a user's OrderPolicy to records. Also keeps the ready records in a list, so that no key depends only on the
/// policy.
template <class T, class Hash, class Equal>
class PolicyOrder final : public ReadyOrder {
public:
  using Keys = KeyTable<T, Hash, Equal>;
  PolicyOrder(std::unique_ptr<OrderPolicy<T>> policy, const Keys& keys) : policy_(std::move(policy)), keys_(keys) {}

  void admit(RecordIndex index, std::int32_t /*priority*/) override { ready_.reserve(index); }

  void push(RecordIndex index, ReadyReason why, std::optional<SteadyTime> /*since*/) override
  {
    ask(why, [&] { policy_->push(keys_.key_at(index)); });
    ready_.push_back(index);
  }

  void touch(RecordIndex index, ReadyReason why) override
  {
    ask(why, [&] { policy_->touch(keys_.key_at(index)); });
  }

  Next pop() override
  {
    const RecordIndex index = trusted_ ? chosen() : ready_.first();
    ready_.remove(index);
    return {index, 0};
  }

  void remove(RecordIndex index) noexcept override
  {
    trusted_ = false;  // the policy would still return the key
    if (!keys_[index].processing) ready_.remove(index);
  }

  RecordIndex oldest() const noexcept override { return ready_.first(); }
  RecordIndex newer(RecordIndex index) const noexcept override { return ready_.after(index); }

private:
  template <class Call>
  void ask(ReadyReason why, const Call& call)
  {
    if (!trusted_) return;
    try {
      call();
    } catch (...) {
      if (why == ReadyReason::added) throw;
      trusted_ = false;
    }
  }

  RecordIndex chosen()
  {
    trusted_ = false;  // until it has returned a ready key
    const T item = policy_->pop();
    const RecordIndex index = keys_.find(item, keys_.hash(item));
    if (index == kNoRecord || !keys_[index].queued || keys_[index].processing) {
      throw std::logic_error("kubexx workqueue: the order policy returned a key that is not ready");
    }
    trusted_ = true;
    return index;
  }

  const std::unique_ptr<OrderPolicy<T>> policy_;
  const Keys& keys_;
  IndexList ready_;      ///< in the order in which they became ready
  bool trusted_ = true;  ///< the policy has made no error yet
};

template <class T, class Hash, class Equal>
std::unique_ptr<ReadyOrder> order_by(std::unique_ptr<OrderPolicy<T>> policy, const KeyTable<T, Hash, Equal>& keys)
{
  if (!policy) return nullptr;
  return std::make_unique<PolicyOrder<T, Hash, Equal>>(std::move(policy), keys);
}

}  // namespace kubexx::detail
