// SPDX-License-Identifier: Apache-2.0
// What a manager does when its replica begins to lead, and when it leads no more. The election has a thread and a
// client of its own, on which no user code runs.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>

#include "kubexx/client/own_connections.hpp"
#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

// A handler that has run for so long may be what holds the executor.
constexpr Duration kLongCall = std::chrono::seconds(1);
constexpr std::size_t kMostHolders = 8;

}  // namespace

OwnThread* Manager::Impl::watching_thread() const noexcept
{
  for (const auto* thread : {&election_thread_, &serving_thread_}) {
    if (*thread && (*thread)->is_own()) return thread->get();
  }
  return nullptr;
}

std::shared_ptr<ExecutorWatch> Manager::Impl::make_watch()
{
  const OwnThread* const from = watching_thread();
  if (from == nullptr) return nullptr;
  std::function<std::string()> holders = [owner = self_] {
    const auto self = owner->lock();
    return self ? self->executor_holders() : std::string();
  };
  return std::make_shared<ExecutorWatch>(runtime.executor, from->runtime(), options.stuck_limit, std::move(holders));
}

std::string Manager::Impl::executor_holders() const
{
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    controllers = controllers_;
  }
  std::vector<std::string> found;
  for (const auto& cluster : all_clusters()) {
    for (const auto& entry : cluster->caches()) {
      for (const auto& handler : entry.cache.informer().handlers()) {
        if (handler.calling.value_or(Duration::zero()) < kLongCall) continue;
        found.push_back("the handler \"" + handler.name + "\" of " + entry.cache.type().group_resource());
      }
    }
  }
  for (const auto& controller : controllers) {
    for (const auto& request : controller.on_executor()) {
      found.push_back("the reconcile of " + request.to_string() + " by controller " + controller.name());
    }
  }
  if (found.empty()) return "no reconcile or handler, but something else in this program";
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), kMostHolders); ++i) text += (i == 0 ? "" : ", or ") + found[i];
  if (found.size() > kMostHolders) text += ", or one of " + std::to_string(found.size() - kMostHolders) + " more";
  return text;
}

std::optional<LeaderElector> Manager::Impl::make_elector(const Client& plain)
{
  if (!options.leader_election) return std::nullopt;
  LeaderElectionOptions election = *options.leader_election;
  election.campaign_again = false;  // the process ends with its leadership
  if (election.identity.empty()) {
    election.identity = (options.instance.empty() ? options.name : options.instance) + "_" + runtime.random->uuid();
  }
  LeaderElector::Callbacks callbacks;
  callbacks.on_started_leading = [owner = self_, executor = runtime.executor] {
    asio::post(executor, [owner] {
      if (const auto self = owner->lock()) self->on_started_leading();
    });
  };
  callbacks.on_stopped_leading = [owner = self_](const std::string& /*why*/) {
    if (const auto self = owner->lock()) self->on_stopped_leading();
  };
  if (watch_) callbacks.check = [watch = watch_] { return watch->problem(); };
  Client client = with_own_connections(plain, election_thread_->runtime());
  return LeaderElector(std::move(client), std::move(election), std::move(callbacks));
}

void Manager::Impl::on_started_leading()
{
  std::vector<Controller> controllers;
  bool synced = false;
  {
    const std::lock_guard lock(mutex_);
    // A late election starts nothing. What was posted when it was won may run when it has been lost.
    if (has_lost() || stage_ != Stage::started) return;
    elected_ = true;
    synced = synced_;
    controllers = controllers_;
  }
  for (const auto& controller : controllers) {
    if (controller.needs_leader()) controller.start();
  }
  if (synced) runnables_->start(RunnableGroup::leader);
  webhooks.wake_authority();
}

// The fence refuses what the reconciles still want to send; they are asked to end, and the process ends soon, even if
// the runtime's executor does not run.
void Manager::Impl::on_stopped_leading()
{
  lost_leadership_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    elected_ = false;
  }
  request_stop();
}

}  // namespace kubexx
