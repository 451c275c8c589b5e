// SPDX-License-Identifier: Apache-2.0
#include "reconcile/controller_metrics.hpp"

namespace kubexx {

namespace {

constexpr std::array<double, 40> kTimeBuckets{
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,  1.25, 1.5,
    1.75,  2,    2.5,   3,    3.5, 4,    4.5, 5,    6,   7,    8,   9,    10,  15,  20,  25,  30,  40, 50,   60};

constexpr std::array kKinds{Outcome::Kind::success,  Outcome::Kind::requeue_after, Outcome::Kind::requeue,
                            Outcome::Kind::terminal, Outcome::Kind::conflict,      Outcome::Kind::error,
                            Outcome::Kind::panic,    Outcome::Kind::superseded,    Outcome::Kind::not_synced};
static_assert(kKinds.size() == Outcome::kinds);

constexpr std::size_t index_of(Outcome::Kind kind) noexcept
{
  return static_cast<std::size_t>(kind);
}

}  // namespace

ControllerMetrics::ControllerMetrics(MetricsProvider* provider, const std::string& controller, std::size_t workers)
    : controller_(controller), series_(provider)
{
  if (provider == nullptr) return;
  const MetricLabels labels{{"controller", controller}};
  for (const auto kind : kKinds) {
    results_[index_of(kind)] =
        series_.counter("controller_runtime_reconcile_total", "Total number of reconciliations per controller",
                        {{"controller", controller}, {"result", label_of(kind)}});
  }
  errors_ = series_.counter("controller_runtime_reconcile_errors_total",
                            "Total number of reconciliation errors per controller", labels);
  terminal_errors_ = series_.counter("controller_runtime_terminal_reconcile_errors_total",
                                     "Total number of terminal reconciliation errors per controller", labels);
  panics_ = series_.counter(
      "controller_runtime_reconcile_panics_total",
      "Total number of reconciliations that threw something other than a std::exception per controller", labels);
  timeouts_ = series_.counter("controller_runtime_reconcile_timeouts_total",
                              "Total number of reconciliation timeouts per controller", labels);
  given_up_ = series_.counter("kubexx_controller_given_up_total",
                              "Total number of keys given up after too many failures per controller", labels);
  time_ = series_.histogram("controller_runtime_reconcile_time_seconds",
                            "Length of time per reconciliation per controller", labels, kTimeBuckets);
  active_ =
      series_.gauge("controller_runtime_active_workers", "Number of currently used workers per controller", labels);
  series_
      .gauge("controller_runtime_max_concurrent_reconciles", "Maximum number of concurrent reconciles per controller",
             labels)
      ->set(static_cast<double>(workers));
}

void ControllerMetrics::began() const
{
  if (active_) active_->add(1);
}

void ControllerMetrics::ended(const Outcome& outcome, Duration took, bool timed_out) const
{
  const Outcome::Kind kind = outcome.kind;
  if (!active_) return;
  active_->add(-1);
  results_[index_of(kind)]->increment();
  time_->observe(std::chrono::duration<double>(took).count());
  if (timed_out) timeouts_->increment();
  if (outcome.given_up) given_up_->increment();
  const bool failed = kind == Outcome::Kind::error || kind == Outcome::Kind::terminal || kind == Outcome::Kind::panic;
  if (failed) errors_->increment();
  if (kind == Outcome::Kind::terminal) terminal_errors_->increment();
  if (kind == Outcome::Kind::panic) panics_->increment();
}

void ControllerMetrics::looped(const std::string& resource, const std::string& field)
{
  const std::lock_guard lock(mutex_);
  auto& reports = loops_[{resource, field}];
  if (!reports) {
    reports = series_.counter(
        "kubexx_controller_hot_loops_total",
        "Total number of reported hot loops: keys whose reconciles trigger themselves by writing to this field.",
        {{"controller", controller_}, {"resource", resource}, {"field", field}});
  }
  if (reports) reports->increment();
}

std::vector<double> workqueue_buckets()
{
  return {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};
}

}  // namespace kubexx
