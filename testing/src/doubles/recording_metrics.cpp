// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/recording_metrics.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace kubexx::testing {

namespace {

enum class Kind { counter, gauge, histogram };

std::string key_of(std::string_view name, MetricLabels labels)
{
  std::sort(labels.begin(), labels.end());
  std::string key(name);
  if (labels.empty()) return key;
  char before = '{';
  for (const auto& [label, value] : labels) {
    key.append(1, std::exchange(before, ',')).append(label).append("=\"").append(value).append("\"");
  }
  return key + '}';
}

/// What a callback gauge reads, until its registration ends.
struct Callback {
  std::mutex mutex;
  std::function<double()> read;  // guarded by mutex; empty: ended
};

class Series final : public Counter, public Gauge, public Histogram {
public:
  Series(Kind kind, std::span<const double> buckets) : kind_(kind), buckets_(buckets.begin(), buckets.end()) {}

  void increment(double by) noexcept override { add(by); }
  void add(double by) noexcept override
  {
    const std::lock_guard lock(mutex_);
    value_ += by;
  }
  void set(double value) noexcept override
  {
    const std::lock_guard lock(mutex_);
    value_ = value;
  }
  void observe(double value) noexcept override
  {
    try {
      const std::lock_guard lock(mutex_);
      observations_.push_back(value);
    } catch (const std::exception&) {
      return;  // without memory
    }
  }

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::vector<double>& buckets() const noexcept { return buckets_; }
  [[nodiscard]] double value() const
  {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  [[nodiscard]] std::vector<double> observations() const
  {
    const std::lock_guard lock(mutex_);
    return observations_;
  }

private:
  const Kind kind_;
  const std::vector<double> buckets_;
  mutable std::mutex mutex_;
  double value_ = 0;                  // guarded by mutex_
  std::vector<double> observations_;  // guarded by mutex_
};

class Ending final : public MetricRegistration {
public:
  explicit Ending(std::function<void()> end) : end_(std::move(end)) {}
  ~Ending() override { end_(); }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

private:
  const std::function<void()> end_;
};

}  // namespace

struct RecordingMetrics::State {
  std::shared_ptr<Series> made(Kind kind, std::string_view name, MetricLabels labels,
                               std::span<const double> buckets = {})
  {
    const std::string key = key_of(name, std::move(labels));
    const std::lock_guard lock(mutex);
    const auto found = series.find(key);
    if (callbacks.contains(key) || (found != series.end() && found->second->kind() != kind)) {
      throw std::logic_error(key + " is a series of another kind");
    }
    return found != series.end() ? found->second : series[key] = std::make_shared<Series>(kind, buckets);
  }
  [[nodiscard]] std::shared_ptr<Series> find(std::string_view name, const MetricLabels& labels) const
  {
    const std::lock_guard lock(mutex);
    const auto found = series.find(key_of(name, labels));
    return found == series.end() ? nullptr : found->second;
  }

  mutable std::mutex mutex;
  std::map<std::string, std::shared_ptr<Series>> series;                    // guarded by mutex
  std::map<std::string, std::vector<std::shared_ptr<Callback>>> callbacks;  // guarded by mutex; none is empty
  std::map<std::string, int> kept;                                          // guarded by mutex
};

RecordingMetrics::RecordingMetrics() : state_(std::make_shared<State>()) {}

RecordingMetrics::~RecordingMetrics() = default;

std::shared_ptr<Counter> RecordingMetrics::counter(std::string_view name, std::string_view /*help*/,
                                                   MetricLabels labels)
{
  return state_->made(Kind::counter, name, std::move(labels));
}

std::shared_ptr<Gauge> RecordingMetrics::gauge(std::string_view name, std::string_view /*help*/, MetricLabels labels)
{
  return state_->made(Kind::gauge, name, std::move(labels));
}

std::shared_ptr<Histogram> RecordingMetrics::histogram(std::string_view name, std::string_view /*help*/,
                                                       MetricLabels labels, std::span<const double> buckets)
{
  return state_->made(Kind::histogram, name, std::move(labels), buckets);
}

std::unique_ptr<MetricRegistration> RecordingMetrics::gauge_callback(std::string_view name, std::string_view /*help*/,
                                                                     MetricLabels labels, std::function<double()> read)
{
  const std::string key = key_of(name, std::move(labels));
  const auto callback = std::make_shared<Callback>();
  callback->read = std::move(read);
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->series.contains(key)) throw std::logic_error(key + " is a series of another kind");
    state_->callbacks[key].push_back(callback);
  }
  return std::make_unique<Ending>([state = state_, key, callback] {
    {
      const std::lock_guard lock(state->mutex);
      auto& all = state->callbacks[key];
      std::erase(all, callback);
      if (all.empty()) state->callbacks.erase(key);
    }
    const std::lock_guard lock(callback->mutex);  // waits for the end of a call
    callback->read = nullptr;
  });
}

std::unique_ptr<MetricRegistration> RecordingMetrics::keep(std::string_view name, const MetricLabels& labels)
{
  const std::string key = key_of(name, labels);
  const std::lock_guard lock(state_->mutex);
  ++state_->kept[key];
  return std::make_unique<Ending>([state = state_, key] {
    const std::lock_guard lock_to_end(state->mutex);
    if (--state->kept[key] > 0) return;
    state->kept.erase(key);
    state->series.erase(key);
  });
}

std::optional<double> RecordingMetrics::value(std::string_view name, const MetricLabels& labels) const
{
  std::shared_ptr<Callback> callback;
  {
    const std::lock_guard lock(state_->mutex);
    const auto found = state_->callbacks.find(key_of(name, labels));
    if (found != state_->callbacks.end()) callback = found->second.back();
  }
  if (callback) {
    const std::lock_guard lock(callback->mutex);
    return callback->read ? std::optional(callback->read()) : std::nullopt;
  }
  const auto series = state_->find(name, labels);
  return series && series->kind() != Kind::histogram ? std::optional(series->value()) : std::nullopt;
}

std::optional<std::vector<double>> RecordingMetrics::observations(std::string_view name,
                                                                  const MetricLabels& labels) const
{
  const auto series = state_->find(name, labels);
  return series && series->kind() == Kind::histogram ? std::optional(series->observations()) : std::nullopt;
}

std::optional<std::vector<double>> RecordingMetrics::buckets(std::string_view name, const MetricLabels& labels) const
{
  const auto series = state_->find(name, labels);
  return series && series->kind() == Kind::histogram ? std::optional(series->buckets()) : std::nullopt;
}

std::vector<std::string> RecordingMetrics::series() const
{
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string> names;
  for (const auto& [key, made] : state_->series) names.push_back(key);
  for (const auto& [key, all] : state_->callbacks) names.push_back(key);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace kubexx::testing
