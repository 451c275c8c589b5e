// SPDX-License-Identifier: Apache-2.0
#include "informer_metrics.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

namespace {

std::string scope_of(const InformerOptions& options)
{
  if (!options.name.empty()) return options.name;
  std::string namespaces, scope;
  for (const auto& name : options.namespaces) namespaces.append(namespaces.empty() ? "" : ",").append(name);
  const std::pair<std::string_view, const std::string&> parts[] = {
      {"namespace=", namespaces}, {"labels=", options.label_selector}, {"fields=", options.field_selector}};
  for (const auto& [prefix, value] : parts) {
    if (value.empty()) continue;
    if (!scope.empty()) scope += ';';
    scope.append(prefix).append(value);
  }
  return scope;
}

MetricLabels labels_of(const ResourceType& type, const InformerOptions& options)
{
  return {{"name", scope_of(options)}, {"group", type.group}, {"version", type.version}, {"resource", type.plural}};
}

// A version as a number that a double holds exactly: its 15 least significant digits, as client-go shows it.
double version_number(const std::string& version)
{
  const std::string tail = version.size() > 15 ? version.substr(version.size() - 15) : version;
  return static_cast<double>(std::strtoull(tail.c_str(), nullptr, 10));
}

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

InformerMetrics::InformerMetrics(MetricsProvider* provider, const ResourceType& type, const InformerOptions& options)
    : provider_(provider), labels_(labels_of(type, options))
{
  if (provider_ == nullptr) return;
  errors_ = provider_->counter("kubexx_informer_handler_errors_total",
                               "Exceptions that left event handlers and observers.", labels_);
}

void InformerMetrics::watch(const Store& store, std::function<WatchStatus()> status,
                            std::function<std::size_t()> queued, const Clock* clock)
{
  if (provider_ == nullptr) return;
  const auto gauge = [this](std::string_view name, std::string_view help, std::function<double()> read) {
    shown_.push_back(provider_->gauge_callback(name, help, labels_, std::move(read)));
  };
  const auto of_status = [&status](auto field) {
    return [status, field] { return static_cast<double>(status().*field); };
  };
  const std::lock_guard lock(mutex_);
  gauge("informer_queued_items", "Events that wait for the informer's handlers.",
        [queued] { return static_cast<double>(queued()); });
  gauge("informer_store_resource_version", "The version of the store, its 15 least significant digits.",
        [&store] { return version_number(store.resource_version()); });
  gauge("kubexx_informer_store_objects", "Objects in the store.",
        [&store] { return static_cast<double>(store.size()); });
  gauge("kubexx_informer_store_bytes", "Bytes held by the objects in the store.",
        [&store] { return static_cast<double>(store.memory()); });
  gauge("kubexx_informer_lists", "Lists begun.", of_status(&WatchStatus::lists));
  gauge("kubexx_informer_relists", "Lists begun after the first complete one.", of_status(&WatchStatus::relists));
  gauge("kubexx_informer_watches", "Watches requested.", of_status(&WatchStatus::watches));
  gauge("kubexx_informer_events", "Objects and events received.", of_status(&WatchStatus::events));
  gauge("kubexx_informer_undecodable", "Objects and events skipped because they could not be understood.",
        of_status(&WatchStatus::undecodable));
  gauge("kubexx_informer_failing", "1 while the watch fails.",
        [status] { return status().state == WatchState::failing ? 1.0 : 0.0; });
  gauge("kubexx_informer_last_data_age_seconds", "Time since the server last sent anything.", [status, clock] {
    const auto last = status().last_data;
    return last ? seconds(clock->now() - *last) : 0.0;
  });
}

void InformerMetrics::end()
{
  std::vector<std::unique_ptr<MetricRegistration>> shown;
  const std::lock_guard lock(mutex_);
  shown.swap(shown_);
}

}  // namespace kubexx
