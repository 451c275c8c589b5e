// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kubexx/workqueue/detail/ready_order.hpp"
#include "kubexx/workqueue/detail/record_table.hpp"
#include "kubexx/workqueue/order_policy.hpp"

namespace kubexx::detail {

/// A user's OrderPolicy as the order of records. It keeps the ready records in a list as well, so that no key depends
/// on the policy alone.
template <class T, class Hash, class Equal>
class PolicyOrder final : public ReadyOrder {
public:
  using Keys = KeyTable<T, Hash, Equal>;
  PolicyOrder(std::unique_ptr<OrderPolicy<T>> policy, const Keys& keys) : policy_(std::move(policy)), keys_(keys) {}

  void admit(RecordIndex index) override
  {
    if (index >= links_.size()) links_.resize(std::max<std::size_t>(keys_.high_water(), std::size_t{index} + 1));
  }

  void push(RecordIndex index, Because why) override
  {
    ask(why, [&] { policy_->push(keys_.key_at(index)); });
    links_[index] = {last_, kNoRecord};
    (last_ == kNoRecord ? first_ : links_[last_].next) = index;
    last_ = index;
  }

  void touch(RecordIndex index, Because why) override
  {
    ask(why, [&] { policy_->touch(keys_.key_at(index)); });
  }

  RecordIndex pop() override
  {
    const RecordIndex index = trusted_ ? chosen() : first_;
    const Links links = links_[index];
    (links.previous == kNoRecord ? first_ : links_[links.previous].next) = links.next;
    (links.next == kNoRecord ? last_ : links_[links.next].previous) = links.previous;
    return index;
  }

private:
  struct Links {
    RecordIndex previous = kNoRecord;
    RecordIndex next = kNoRecord;
  };

  template <class Call>
  void ask(Because why, const Call& call)
  {
    if (!trusted_) return;
    try {
      call();
    } catch (...) {
      if (why == Because::added) throw;
      trusted_ = false;
    }
  }

  RecordIndex chosen()
  {
    trusted_ = false;  // unless it answers well
    const T item = policy_->pop();
    const RecordIndex index = keys_.find(item, keys_.hash(item));
    if (index == kNoRecord || !keys_[index].queued || keys_[index].held) {
      throw std::logic_error("kubexx workqueue: the order policy gave a key that is not ready");
    }
    trusted_ = true;
    return index;
  }

  const std::unique_ptr<OrderPolicy<T>> policy_;
  const Keys& keys_;
  std::vector<Links> links_;  ///< by record; of the ready ones
  RecordIndex first_ = kNoRecord;
  RecordIndex last_ = kNoRecord;
  bool trusted_ = true;  ///< the policy has done nothing wrong yet
};

template <class T, class Hash, class Equal>
std::unique_ptr<ReadyOrder> order_by(std::unique_ptr<OrderPolicy<T>> policy, const KeyTable<T, Hash, Equal>& keys)
{
  if (!policy) return nullptr;
  return std::make_unique<PolicyOrder<T, Hash, Equal>>(std::move(policy), keys);
}

}  // namespace kubexx::detail
