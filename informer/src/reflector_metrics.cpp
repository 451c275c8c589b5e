// SPDX-License-Identifier: Apache-2.0
#include "reflector_metrics.hpp"

#include <array>

namespace kubexx {

namespace {

constexpr std::array list_durations{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0};
constexpr std::array watch_durations{1.0, 10.0, 60.0, 300.0, 600.0};
constexpr std::array amounts{1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6};

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

ReflectorMetrics::ReflectorMetrics(MetricScope& scope)
    : lists_(scope.counter("reflector_lists_total", "Lists started.")),
      relists_(scope.counter("kubexx_informer_relists_total", "Lists started after the first complete one.")),
      watches_(scope.counter("reflector_watches_total", "Watches requested.")),
      short_watches_(
          scope.counter("reflector_short_watches_total", "Watches that ended within a second without an event.")),
      events_(scope.counter("kubexx_informer_events_total", "Objects and events received.")),
      undecodable_(scope.counter("kubexx_informer_undecodable_total",
                                 "Objects and events skipped because they could not be decoded.")),
      unidentified_(scope.counter("kubexx_informer_unidentified_total",
                                  "Objects received and stored without uid or resourceVersion.")),
      duplicates_(
          scope.counter("kubexx_informer_duplicates_total", "List items replaced by a later item with the same key.")),
      failures_(scope.counter("kubexx_informer_failures_total", "Failures of lists and watches.")),
      list_seconds_(scope.histogram("reflector_list_duration_seconds",
                                    "Duration of complete lists (all pages) in seconds.", list_durations)),
      list_items_(scope.histogram("reflector_items_per_list", "Objects per complete list.", amounts)),
      watch_seconds_(
          scope.histogram("reflector_watch_duration_seconds", "Duration of watches in seconds.", watch_durations)),
      watch_items_(scope.histogram("reflector_items_per_watch", "Events per watch.", amounts))
{
}

void ReflectorMetrics::list_began(bool again) const noexcept
{
  lists_->increment();
  if (again) relists_->increment();
}

void ReflectorMetrics::list_ended(Duration took, std::size_t objects) const noexcept
{
  list_seconds_->observe(seconds(took));
  list_items_->observe(static_cast<double>(objects));
}

void ReflectorMetrics::watch_began() const noexcept
{
  watches_->increment();
}

void ReflectorMetrics::watch_ended(Duration lived, std::size_t events, bool is_short) const noexcept
{
  if (is_short) short_watches_->increment();
  watch_seconds_->observe(seconds(lived));
  watch_items_->observe(static_cast<double>(events));
}

void ReflectorMetrics::received(std::size_t objects) const noexcept
{
  if (objects != 0) events_->increment(static_cast<double>(objects));
}

void ReflectorMetrics::undecodable(std::size_t objects) const noexcept
{
  if (objects != 0) undecodable_->increment(static_cast<double>(objects));
}

void ReflectorMetrics::unidentified() const noexcept
{
  unidentified_->increment();
}

void ReflectorMetrics::duplicates(std::size_t items) const noexcept
{
  duplicates_->increment(static_cast<double>(items));
}

void ReflectorMetrics::failed() const noexcept
{
  failures_->increment();
}

}  // namespace kubexx
