// SPDX-License-Identifier: Apache-2.0
// What a manager does when its replica begins to lead, and when it leads no more.
#include "manager_impl.hpp"

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
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::started) return;  // a late election starts nothing
    elected_ = true;
    controllers = controllers_;
  }
  for (const auto& controller : controllers) {
    if (controller.needs_leader()) controller.start();
  }
}

namespace {

awaitable<void> stop_now(awaitable<bool> stop)
{
  static_cast<void>(co_await std::move(stop));
}

}  // namespace

// The fence refuses what the reconciles still want to send; they are asked to end, and the process ends soon.
void Manager::Impl::on_stopped_leading()
{
  lost_leadership_ = true;
  spawn(runtime.executor, stop_now(stop()));
}

}  // namespace kubexx
