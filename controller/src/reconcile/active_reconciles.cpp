// SPDX-License-Identifier: Apache-2.0
#include "reconcile/active_reconciles.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>
#include <utility>

#include "reconcile/request_log.hpp"

namespace kubexx {

namespace {

std::shared_ptr<Gauge> gauge_of(detail::OwnedSeries& series, const std::string& controller)
{
  return series.gauge("kubexx_controller_stuck_reconciles",
                      "Reconciles that have been running long enough to be logged.", {{"controller", controller}});
}

}  // namespace

ActiveReconciles::ActiveReconciles(const Runtime& runtime, Log log, const std::string& controller, std::size_t workers,
                                   Duration stuck_after, Describe describe)
    : runtime_(runtime),
      log_(std::move(log)),
      stuck_after_(stuck_after),
      describe_(std::move(describe)),
      series_(runtime.metrics),
      stuck_(gauge_of(series_, controller)),
      by_worker_(workers)
{
}

void ActiveReconciles::begin(std::size_t worker, const Request& request, std::uint32_t triggers, SteadyTime now,
                             std::stop_source stop)
{
  const std::lock_guard lock(mutex_);
  const SteadyTime report = saturating_add(now, stuck_after_);
  by_worker_[worker] = Reconcile{request, ++last_number_, triggers, now, report, false, false, std::move(stop)};
  ++count_;
  if (!armed_ && stuck_after_ > Duration::zero()) arm(report);
}

void ActiveReconciles::end(std::size_t worker, SteadyTime now)
{
  std::optional<Reconcile> ended;
  {
    const std::lock_guard lock(mutex_);
    ended.swap(by_worker_[worker]);
    --count_;
    if (ended->superseded) {
      superseded_before_.insert(ended->request);
    } else if (!superseded_before_.empty()) {
      superseded_before_.erase(ended->request);
    }
  }
  if (!ended->stuck) return;
  if (stuck_) stuck_->add(-1);
  with_request(log_, ended->request)
      .info("a long-running reconcile has ended",
            {{"took", now - ended->since}, {"trigger", describe_(ended->triggers)}});
}

std::optional<ActiveReconciles::Found> ActiveReconciles::find(const Request& request) const
{
  const std::lock_guard lock(mutex_);
  for (std::size_t worker = 0; worker < by_worker_.size(); ++worker) {
    const auto& one = by_worker_[worker];
    if (one && one->request == request) return Found{worker, one->number, one->since, one->superseded};
  }
  return std::nullopt;
}

std::vector<Request> ActiveReconciles::requests() const
{
  const std::lock_guard lock(mutex_);
  std::vector<Request> requests;
  for (const auto& reconcile : by_worker_) {
    if (reconcile) requests.push_back(reconcile->request);
  }
  return requests;
}

std::size_t ActiveReconciles::count() const
{
  const std::lock_guard lock(mutex_);
  return count_;
}

void ActiveReconciles::supersede(const Request& request, const Found& reconcile)
{
  std::optional<std::stop_source> stop;  // requested without the lock: its callbacks are anyone's
  {
    const std::lock_guard lock(mutex_);
    auto& running = by_worker_[reconcile.worker];
    if (!running || running->number != reconcile.number) return;
    if (running->superseded || superseded_before_.contains(request)) return;
    running->superseded = true;
    stop = running->stop;
  }
  stop->request_stop();
}

void ActiveReconciles::stop_those_of(std::string_view cluster)
{
  std::vector<std::stop_source> stops;  // requested without the lock, as above
  {
    const std::lock_guard lock(mutex_);
    for (const auto& reconcile : by_worker_) {
      if (reconcile && reconcile->request.cluster == cluster) stops.push_back(reconcile->stop);
    }
  }
  for (auto& stop : stops) stop.request_stop();
}

bool ActiveReconciles::is_superseded(std::size_t worker) const
{
  const std::lock_guard lock(mutex_);
  return by_worker_[worker] && by_worker_[worker]->superseded;
}

// One timer for all: a reconcile that ends in time costs none.
void ActiveReconciles::arm(SteadyTime when)
{
  armed_ = true;
  std::function<void()> fire = [weak = weak_from_this(), executor = runtime_.executor] {
    asio::post(executor, [weak] {
      if (const auto self = weak.lock()) self->report();
    });
  };
  timer_ = runtime_.clock->call_at(when, fire);
}

void ActiveReconciles::report()
{
  struct Line {
    Request request;
    std::uint32_t triggers;
    Duration running;
  };
  std::vector<Line> lines;
  {
    const std::lock_guard lock(mutex_);
    const SteadyTime now = runtime_.clock->now();
    std::optional<SteadyTime> next;
    for (auto& reconcile : by_worker_) {
      if (!reconcile) continue;
      if (reconcile->next_report <= now) {
        const Duration running = now - reconcile->since;
        lines.push_back({reconcile->request, reconcile->triggers, running});
        reconcile->next_report = saturating_add(now, running);
        if (!std::exchange(reconcile->stuck, true) && stuck_) stuck_->add(1);
      }
      if (!next || reconcile->next_report < *next) next = reconcile->next_report;
    }
    armed_ = false;
    if (next) arm(*next);
  }
  for (const auto& line : lines) {
    with_request(log_, line.request)
        .warn("a reconcile has been running for a long time",
              {{"running", line.running}, {"trigger", describe_(line.triggers)}});
  }
}

}  // namespace kubexx
