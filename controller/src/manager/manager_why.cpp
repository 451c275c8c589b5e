// SPDX-License-Identifier: Apache-2.0
// Why the controllers of a manager reconcile a key, or do not.
#include "manager/manager_impl.hpp"
#include "webhook/recorded_admission.hpp"

namespace kubexx {

std::vector<Explanation> Manager::Impl::why(const Request& key, std::string_view controller) const
{
  std::vector<Controller> controllers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& one : controllers_) {
      if (controller.empty() || one.name() == controller) controllers.push_back(one);
    }
  }
  std::vector<Explanation> explanations;
  for (const auto& one : controllers) {
    Explanation explanation = one.explain(key);
    if (one.needs_leader() && !is_leader()) {
      const std::string leader = elector_->leader();
      // It says why the controller has not started.
      std::erase_if(explanation.now,
                    [](const auto& reason) { return reason.code == "not_started" || reason.code == "idle"; });
      explanation.now.insert(
          explanation.now.begin(),
          {"not_leader", "this replica is not the leader" + (leader.empty() ? "" : ": " + leader + " leads")});
    }
    explanations.push_back(std::move(explanation));
  }
  if (!recorder || !key.cluster.empty()) return explanations;
  for (const auto& endpoint : webhooks.registry()->endpoints()) {
    if (!controller.empty() && endpoint.path != controller) continue;
    auto explanation = detail::explain_admission(*recorder, endpoint.path, key, runtime.clock->wall_now());
    if (explanation) explanations.push_back(std::move(*explanation));
  }
  return explanations;
}

std::vector<Explanation> Manager::why(const Request& key, std::string_view controller) const
{
  return impl_->why(key, controller);
}

const std::shared_ptr<FlightRecorder>& Manager::flight_recorder() const noexcept
{
  return impl_->recorder;
}

}  // namespace kubexx
