// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/base/metrics.hpp"

// Series that a test can read.
namespace kubexx {

struct FakeCounter final : Counter {
  void increment(double by) noexcept override { value += by; }
  double value = 0;
};
struct FakeHistogram final : Histogram {
  FakeHistogram() { values.reserve(1000); }  // observing must not fail
  void observe(double value) noexcept override { values.push_back(value); }
  std::vector<double> values;
  std::vector<double> buckets;
};
struct FakeRegistration final : MetricRegistration {
  explicit FakeRegistration(std::function<void()> removal) : remove(std::move(removal)) {}
  ~FakeRegistration() override { remove(); }
  std::function<void()> remove;
};

inline std::string series(std::string_view name, const MetricLabels& labels)
{
  std::string text(name);
  for (const auto& [label, value] : labels) text.append(",").append(label).append("=").append(value);
  return text;
}

class FakeProvider final : public MetricsProvider {
public:
  std::shared_ptr<Counter> counter(std::string_view name, std::string_view, MetricLabels labels) override
  {
    auto& made = counters[series(name, labels)];
    if (!made) made = std::make_shared<FakeCounter>();
    return made;
  }
  std::shared_ptr<Gauge> gauge(std::string_view, std::string_view, MetricLabels) override { return nullptr; }
  std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view, MetricLabels labels,
                                       std::span<const double> buckets) override
  {
    auto& made = histograms[series(name, labels)];
    if (!made) made = std::make_shared<FakeHistogram>();
    made->buckets.assign(buckets.begin(), buckets.end());
    return made;
  }
  std::unique_ptr<MetricRegistration> gauge_callback(std::string_view name, std::string_view, MetricLabels labels,
                                                     std::function<double()> read) override
  {
    if (gauge_fails) throw std::runtime_error("no gauge");
    const std::string key = series(name, labels);
    gauges[key] = std::move(read);
    return std::make_unique<FakeRegistration>([this, key] { gauges.erase(key); });
  }

  std::unique_ptr<MetricRegistration> keep(std::string_view name, const MetricLabels& labels) override
  {
    const std::string key = series(name, labels);
    ++kept[key];
    return std::make_unique<FakeRegistration>([this, key] {
      if (--kept[key] == 0) kept.erase(key);
    });
  }

  std::map<std::string, int> kept;  ///< by how many
  std::map<std::string, std::shared_ptr<FakeCounter>> counters;
  std::map<std::string, std::shared_ptr<FakeHistogram>> histograms;
  std::map<std::string, std::function<double()>> gauges;
  bool gauge_fails = false;
};

}  // namespace kubexx
