// SPDX-License-Identifier: Apache-2.0
// What runs beside the controllers of a manager.
#include "manager/manager_impl.hpp"

namespace kubexx {

void Manager::Impl::add_runnable(std::string name, RunnableFunction function, RunnableGroup group)
{
  runnables_->add(std::move(name), std::move(function), group,
                  group == RunnableGroup::leader ? own->leader_client : own->client);
}

awaitable<void> Manager::Impl::start_runnables(std::weak_ptr<Impl> manager, std::stop_token stop)
{
  std::vector<ManagedCluster::Entry> entries;
  if (const auto self = manager.lock()) entries = self->own->caches();
  for (const auto& entry : entries) {
    if (entry.presence != Presence::required) continue;
    const bool synced = co_await entry.cache.informer().async_wait_synced(stop);
    if (!synced) co_return;
  }
  const auto self = manager.lock();
  if (!self) co_return;
  bool elected = false;
  {
    const std::lock_guard lock(self->mutex_);
    self->synced_ = true;
    elected = self->elected_;
  }
  self->runnables_->start(RunnableGroup::every_replica);
  if (elected) self->runnables_->start(RunnableGroup::leader);
}

void Manager::Impl::on_failed_runnable(const std::string& text)
{
  {
    const std::lock_guard lock(mutex_);
    if (failed_runnable_.empty()) failed_runnable_ = text;
  }
  request_stop();
}

std::string Manager::Impl::failure() const
{
  if (has_lost()) return "leadership was lost";
  const std::lock_guard lock(mutex_);
  return failed_runnable_;
}

}  // namespace kubexx
