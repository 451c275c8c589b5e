// SPDX-License-Identifier: Apache-2.0
// What a manager does when its replica begins to lead, and when it leads no more.
#include "manager/manager_impl.hpp"

namespace kubexx {

std::optional<LeaderElector> Manager::Impl::make_elector(const Client& plain)
{
  if (!options.leader_election) return std::nullopt;
  LeaderElectionOptions election = *options.leader_election;
  if (election.identity.empty()) {
    election.identity = (options.instance.empty() ? options.name : options.instance) + "_" + runtime.random->uuid();
  }
  LeaderElector::Callbacks callbacks;
  callbacks.on_started_leading = [owner = self_] {
    if (const auto self = owner->lock()) self->on_started_leading();
  };
  callbacks.on_stopped_leading = [owner = self_](const std::string& /*why*/) {
    if (const auto self = owner->lock()) self->on_stopped_leading();
  };
  return LeaderElector(plain, std::move(election), std::move(callbacks));
}

void Manager::Impl::on_started_leading()
{
  std::vector<Controller> controllers;
  bool synced = false;
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::started) return;  // a late election starts nothing
    elected_ = true;
    synced = synced_;
    controllers = controllers_;
  }
  for (const auto& controller : controllers) {
    if (controller.needs_leader()) controller.start();
  }
  if (synced) runnables_->start(RunnableGroup::leader);
}

// The fence refuses what the reconciles still want to send; they are asked to end, and the process ends soon.
void Manager::Impl::on_stopped_leading()
{
  lost_leadership_ = true;
  request_stop();
}

}  // namespace kubexx
