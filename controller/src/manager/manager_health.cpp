// SPDX-License-Identifier: Apache-2.0
// What /readyz and /healthz answer.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

std::string age(SteadyTime since, SteadyTime now)
{
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now - since).count()) + "s";
}

constexpr unsigned kMissingKind = 404;

HealthReport::Item watch_item(const ManagedCluster::Entry& entry, SteadyTime now)
{
  const KindCache& cache = entry.cache;
  const WatchStatus status = cache.informer().status();
  HealthReport::Item item;
  item.name = "watch-" + cache.type().group_resource() + (entry.metadata_only ? "-metadata" : "") +
              (cache.cluster().empty() ? "" : "@" + cache.cluster());
  item.ok = cache.synced();
  if (!item.ok && entry.presence == Presence::optional && status.last_error_code == kMissingKind) {
    item.ok = true;
    item.detail = "but the API server does not have it (optional): " + status.last_error;
  } else if (!item.ok) {
    item.detail =
        status.last_error.empty() ? std::string("has not synced yet: ") + to_string(status.state) : status.last_error;
    item.ok = entry.presence == Presence::not_awaited;
  } else if (status.failing_since) {
    // What is cached still serves; a restart would lose it.
    item.detail = "but failing for " + age(*status.failing_since, now) + ": " + status.last_error;
  }
  return item;
}

std::string standing_by(const std::string& leader)
{
  return leader.empty() ? "standby" : "standby: " + leader + " leads";
}

HealthReport::Item controller_item(const Controller& controller, const std::string& leader)
{
  const ControllerStatus status = controller.status();
  HealthReport::Item item;
  item.name = "controller-" + status.name;
  item.ok = status.running || (status.warm && !status.started);
  if (item.ok && !status.running) item.detail = standing_by(leader);
  if (!item.ok) item.detail = status.started ? "waiting for its watches" : "has not started";
  for (const auto& line : status.waiting_for)
    item.detail += (&line == &status.waiting_for.front() ? ": " : "; ") + line;
  return item;
}

HealthReport::Item runnable_item(RunnableGroup group, bool synced, const std::string& leader)
{
  HealthReport::Item item;
  item.ok = group == RunnableGroup::leader && synced;
  item.detail = item.ok ? standing_by(leader)
                        : std::string(group == RunnableGroup::servers ? "has not started" : "waiting for the watches");
  return item;
}

/// The item as one that does not make the probe fail. An API server needs the conversions of this program for the
/// caches of this program, and calls ready pods only.
HealthReport::Item not_awaited(HealthReport::Item item)
{
  if (item.ok) return item;
  item.ok = true;
  item.detail = "but " + item.detail + " (not awaited: this program serves conversions)";
  return item;
}

// The managers whose checks this thread calls.
thread_local std::vector<const void*> checking;

void must_not_be_checking(const void* manager)
{
  if (std::find(checking.begin(), checking.end(), manager) == checking.end()) return;
  throw std::logic_error("a health check requests the report that it is part of");
}

void run_checks(HealthReport& report, const std::vector<std::pair<std::string, HealthCheck>>& checks,
                const void* manager)
{
  checking.push_back(manager);
  for (const auto& [name, check] : checks) {
    std::optional<std::string> wrong;
    try {
      wrong = check();
    } catch (const std::exception& error) {
      wrong = error.what();
    } catch (...) {
      wrong = "it threw something that is not a std::exception";
    }
    report.items.push_back({name, !wrong, wrong.value_or("")});
  }
  checking.pop_back();
}

}  // namespace

void Manager::Impl::add_check(bool of_readiness, std::string name, HealthCheck check)
{
  if (name.empty() || !check) throw std::invalid_argument("a health check needs a name and a function");
  const std::lock_guard lock(mutex_);
  (of_readiness ? ready_checks_ : live_checks_).emplace_back(std::move(name), std::move(check));
}

HealthReport Manager::Impl::readiness() const
{
  must_not_be_checking(this);
  HealthReport report;
  std::vector<Controller> controllers;
  Checks checks;
  bool synced = false;
  {
    const std::lock_guard lock(mutex_);
    synced = synced_;
    controllers = controllers_;
    checks = ready_checks_;
    HealthReport::Item running{"manager", stage_ == Stage::started, ""};
    if (!running.ok) running.detail = stage_ == Stage::made ? "has not started" : "is stopping";
    report.items.push_back(std::move(running));
  }
  const bool converts = webhooks.converts();
  const auto add = [&](HealthReport::Item item) {
    report.items.push_back(converts ? not_awaited(std::move(item)) : std::move(item));
  };
  for (const auto& cluster : all_clusters()) {
    for (const auto& entry : cluster->caches()) add(watch_item(entry, runtime.clock->now()));
  }
  if (webhooks.any()) {
    const auto problem = webhooks.problem();
    report.items.push_back({"webhooks", !problem, problem.value_or("")});
  }
  const std::string leader = elector_ ? elector_->leader() : std::string();
  for (const auto& controller : controllers) add(controller_item(controller, leader));
  const auto not_started = [&](RunnableGroup group) {
    auto item = runnable_item(group, synced, leader);
    return converts && group != RunnableGroup::servers ? not_awaited(std::move(item)) : item;
  };
  for (auto& item : runnables_->health(not_started)) report.items.push_back(std::move(item));
  run_checks(report, checks, this);
  return report;
}

HealthReport Manager::Impl::liveness() const
{
  must_not_be_checking(this);
  HealthReport report;
  report.items.push_back({"ping", true, ""});
  if (watch_) {
    const auto problem = watch_->problem();
    report.items.push_back({"executor", !problem, problem.value_or("")});
  }
  Checks checks;
  {
    const std::lock_guard lock(mutex_);
    checks = live_checks_;
  }
  run_checks(report, checks, this);
  return report;
}

}  // namespace kubexx
