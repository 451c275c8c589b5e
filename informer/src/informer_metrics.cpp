// SPDX-License-Identifier: Apache-2.0
#include "informer_metrics.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

namespace {

// What tells an informer from the others of its resource, as InformerSet tells them apart.
std::string scope_of(const InformerOptions& options)
{
  std::string namespaces, scope = options.name;
  for (const auto& name : options.namespaces) namespaces.append(namespaces.empty() ? "" : ",").append(name);
  const auto add = [&](std::string_view prefix, std::string_view value) {
    if (value.empty()) return;
    if (!scope.empty()) scope += ';';
    scope.append(prefix).append(value);
  };
  if (options.name.empty()) {
    add("namespace=", namespaces);
    add("labels=", options.label_selector);
    add("fields=", options.field_selector);
  }
  add("shard=", options.shard.to_string());
  add("transform=", options.transform_name);
  add("", options.keep_managed_fields ? "managedFields" : "");
  add("", options.metadata_only ? "metadata" : "");
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
    : scope_(provider == nullptr ? nullptr : std::make_unique<MetricScope>(*provider, labels_of(type, options)))
{
  if (!scope_) return;
  of_reflectors_ = std::make_shared<const ReflectorMetrics>(*scope_);
  of_handlers_.errors =
      scope_->counter("kubexx_informer_handler_errors_total", "Exceptions thrown by event handlers and observers.");
  constexpr std::array latencies{.001, .005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0};
  of_handlers_.latency = scope_->histogram("informer_processing_latency_seconds",
                                           "Duration of event handler calls in seconds.", latencies);
}

void InformerMetrics::watch(const IndexedStore& store, std::function<WatchStatus()> status,
                            std::function<std::vector<HandlerStatus>()> handlers, const Clock* clock)
{
  const std::lock_guard lock(mutex_);
  if (!scope_) return;
  const auto gauge = [this](std::string_view name, std::string_view help, std::function<double()> read) {
    scope_->gauge_callback(name, help, std::move(read));
  };
  gauge("informer_queued_items", "Events that wait for the informer's handlers.", [handlers] {
    std::size_t sum = 0;
    for (const auto& handler : handlers()) sum += handler.pending;
    return static_cast<double>(sum);
  });
  gauge("kubexx_informer_oldest_event_age_seconds", "Age of the oldest event that waits for a handler.", [handlers] {
    Duration oldest{};
    for (const auto& handler : handlers()) oldest = std::max(oldest, handler.oldest);
    return seconds(oldest);
  });
  gauge("informer_store_resource_version", "Resource version of the store (its 15 least significant digits).",
        [&store] { return version_number(store.resource_version()); });
  gauge("kubexx_informer_store_objects", "Objects in the store.",
        [&store] { return static_cast<double>(store.size()); });
  gauge("kubexx_informer_store_bytes", "Bytes held by the objects in the store and by their order.",
        [&store] { return static_cast<double>(store.memory()); });
  gauge("kubexx_informer_store_peak_bytes", "Peak of the bytes held by the objects in the store.",
        [&store] { return static_cast<double>(store.peak_memory()); });
  gauge("kubexx_informer_index_bytes", "Bytes held by the indexes of the store.",
        [&store] { return static_cast<double>(store.index_memory()); });
  gauge("kubexx_informer_failing", "1 while the watch fails.",
        [status] { return status().state == WatchState::failing ? 1.0 : 0.0; });
  gauge("kubexx_informer_last_data_age_seconds", "Time since the server last sent anything.", [status, clock] {
    const auto last = status().last_data;
    return last ? seconds(clock->now() - *last) : 0.0;
  });
}

void InformerMetrics::end()
{
  std::unique_ptr<MetricScope> ended;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  ended.swap(scope_);
}

}  // namespace kubexx
