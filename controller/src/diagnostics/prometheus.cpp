// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/prometheus.hpp"

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <variant>

#include "diagnostics/prometheus_text.hpp"
#include "kubexx/apimachinery/utf8.hpp"
#include "kubexx/base/detail/gauge_callback.hpp"

namespace kubexx {

namespace {

// Called without the lock of the metrics.
using detail::GaugeCallback;
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

class AtomicCounter final : public Counter {
public:
  void increment(double by) noexcept override
  {
    if (by > 0) value_.fetch_add(by, std::memory_order_relaxed);
  }
  double read() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
  std::atomic<double> value_{0};
};

class AtomicGauge final : public Gauge {
public:
  void set(double value) noexcept override { value_.store(value, std::memory_order_relaxed); }
  void add(double by) noexcept override { value_.fetch_add(by, std::memory_order_relaxed); }
  double read() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
  std::atomic<double> value_{0};
};

class AtomicHistogram final : public Histogram {
public:
  explicit AtomicHistogram(std::vector<double> bounds) : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {}

  void observe(double value) noexcept override
  {
    const auto bucket = std::lower_bound(bounds_.begin(), bounds_.end(), value) - bounds_.begin();
    counts_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }

  // The total is the sum of the buckets, so a scrape in the middle of an observation still adds up.
  ClientMetric::Histogram read() const
  {
    ClientMetric::Histogram out;
    std::uint64_t total = 0;
    for (std::size_t index = 0; index < bounds_.size(); ++index) {
      total += counts_[index].load(std::memory_order_relaxed);
      ClientMetric::Bucket bucket;
      bucket.cumulative_count = total;
      bucket.upper_bound = bounds_[index];
      out.bucket.push_back(bucket);
    }
    total += counts_.back().load(std::memory_order_relaxed);
    ClientMetric::Bucket rest;
    rest.cumulative_count = total;
    rest.upper_bound = std::numeric_limits<double>::infinity();
    out.bucket.push_back(rest);
    out.sample_count = total;
    out.sample_sum = sum_.load(std::memory_order_relaxed);
    return out;
  }

  const std::vector<double>& bounds() const noexcept { return bounds_; }

private:
  const std::vector<double> bounds_;  // sorted, finite
  std::vector<std::atomic<std::uint64_t>> counts_;
  std::atomic<double> sum_{0};
};

// A plain gauge, or the callbacks that were registered for a series, the newest last.
struct GaugeSeries {
  std::shared_ptr<AtomicGauge> value;
  std::vector<std::shared_ptr<GaugeCallback>> callbacks;
};

struct Family {
  std::string help;
  MetricType type = MetricType::Untyped;
  std::map<MetricLabels, std::shared_ptr<AtomicCounter>> counters;
  std::map<MetricLabels, GaugeSeries> gauges;
  std::map<MetricLabels, std::shared_ptr<AtomicHistogram>> histograms;
};

std::vector<ClientMetric::Label> to_labels(const MetricLabels& labels)
{
  std::vector<ClientMetric::Label> out;
  for (const auto& [name, value] : labels) out.push_back({name, value});
  return out;
}

// prometheus_text() escapes nothing in help texts.
std::string escaped_help(std::string_view help)
{
  std::string out;
  for (const char c : valid_utf8(help)) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\\') {
      out += "\\\\";
    } else {
      out += c;
    }
  }
  return out;
}

MetricLabels readable(MetricLabels labels)
{
  for (auto& [name, value] : labels) value = valid_utf8(value);
  return labels;
}

// Those of a program's own registry. One that is not UTF-8 makes Prometheus refuse the whole page.
void make_readable(MetricFamily& family)
{
  family.help = escaped_help(family.help);
  for (ClientMetric& metric : family.metric) {
    for (ClientMetric::Label& label : metric.label) label.value = valid_utf8(label.value);
  }
}

std::string in_quotes(std::string_view name)
{
  return "'" + std::string(name) + "'";
}

}  // namespace

class PrometheusMetrics::Impl final : public prometheus::Collectable {
public:
  std::vector<MetricFamily> Collect() const override
  {
    std::vector<MetricFamily> out;
    std::vector<Asked> asked;
    show(out, asked);
    // Backwards, so that what is left out moves none that is still to be asked.
    for (auto one = asked.rbegin(); one != asked.rend(); ++one) {
      auto& metrics = out[one->family].metric;
      const auto metric = metrics.begin() + static_cast<std::ptrdiff_t>(one->metric);
      if (const auto value = one->callback->read()) {
        metric->gauge.value = *value;
      } else {
        metrics.erase(metric);
      }
    }
    std::erase_if(out, [](const MetricFamily& family) { return family.metric.empty(); });
    return out;
  }

private:
  // A gauge whose value its callback has.
  struct Asked {
    std::size_t family = 0, metric = 0;  // places in what is shown
    std::shared_ptr<GaugeCallback> callback;
  };
  void show(std::vector<MetricFamily>& out, std::vector<Asked>& asked) const
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, family] : families_) {
      MetricFamily shown;
      shown.name = name;
      shown.help = escaped_help(family.help);
      shown.type = family.type;
      for (const auto& [labels, counter] : family.counters) {
        ClientMetric metric;
        metric.label = to_labels(labels);
        metric.counter.value = counter->read();
        shown.metric.push_back(std::move(metric));
      }
      for (const auto& [labels, gauge] : family.gauges) {
        ClientMetric metric;
        metric.label = to_labels(labels);
        if (gauge.callbacks.empty()) {
          metric.gauge.value = gauge.value->read();
        } else {
          asked.push_back({out.size(), shown.metric.size(), gauge.callbacks.back()});
        }
        shown.metric.push_back(std::move(metric));
      }
      for (const auto& [labels, histogram] : family.histograms) {
        ClientMetric metric;
        metric.label = to_labels(labels);
        metric.histogram = histogram->read();
        shown.metric.push_back(std::move(metric));
      }
      if (!shown.metric.empty()) out.push_back(std::move(shown));
    }
  }

public:
  std::string text() const
  {
    auto families = Collect();
    std::vector<std::shared_ptr<Collectable>> others;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& other : others_) {
        if (auto alive = other.lock()) others.push_back(std::move(alive));
      }
    }
    for (const auto& other : others) {
      auto more = other->Collect();
      std::for_each(more.begin(), more.end(), make_readable);
      std::move(more.begin(), more.end(), std::back_inserter(families));
    }
    return detail::prometheus_text(families);
  }

  std::shared_ptr<Counter> counter(std::string_view name, std::string_view help, MetricLabels labels)
  {
    const std::lock_guard lock(mutex_);
    auto& series = family(name, help, MetricType::Counter, labels).counters[std::move(labels)];
    if (!series) series = std::make_shared<AtomicCounter>();
    return series;
  }

  std::shared_ptr<Gauge> gauge(std::string_view name, std::string_view help, MetricLabels labels)
  {
    const std::lock_guard lock(mutex_);
    auto& series = family(name, help, MetricType::Gauge, labels).gauges[std::move(labels)];
    if (!series.value) series.value = std::make_shared<AtomicGauge>();
    return series.value;
  }

  std::shared_ptr<Histogram> histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                       std::span<const double> buckets)
  {
    std::vector<double> bounds(buckets.begin(), buckets.end());
    if (!std::is_sorted(bounds.begin(), bounds.end())) {
      throw std::invalid_argument("histogram " + in_quotes(name) + ": the buckets are not in ascending order");
    }
    const std::lock_guard lock(mutex_);
    auto& series = family(name, help, MetricType::Histogram, labels).histograms[std::move(labels)];
    if (!series) series = std::make_shared<AtomicHistogram>(std::move(bounds));
    return series;
  }

  std::shared_ptr<GaugeCallback> add_callback(const std::string& name, std::string_view help,
                                              const MetricLabels& labels, std::function<double()> read)
  {
    auto callback = std::make_shared<GaugeCallback>(std::move(read));
    const std::lock_guard lock(mutex_);
    family(name, help, MetricType::Gauge, labels).gauges[labels].callbacks.push_back(callback);
    return callback;
  }

  void remove_callback(const std::string& name, const MetricLabels& labels,
                       const std::shared_ptr<GaugeCallback>& callback)
  {
    {
      const std::lock_guard lock(mutex_);
      auto& gauges = families_.at(name).gauges;
      const auto series = gauges.find(labels);
      std::erase(series->second.callbacks, callback);
      if (series->second.callbacks.empty() && !series->second.value) gauges.erase(series);
    }
    callback->end();
  }

  void keep(const std::string& name, const MetricLabels& labels)
  {
    const std::lock_guard lock(mutex_);
    ++kept_[{name, labels}];
  }

  void release(const std::string& name, const MetricLabels& labels)
  {
    const std::lock_guard lock(mutex_);
    const auto kept = kept_.find({name, labels});
    if (--kept->second != 0) return;
    kept_.erase(kept);
    const auto found = families_.find(name);
    if (found == families_.end()) return;
    Family& family = found->second;
    family.counters.erase(labels);
    family.histograms.erase(labels);
    const auto gauge = family.gauges.find(labels);
    if (gauge == family.gauges.end()) return;
    gauge->second.value.reset();
    if (gauge->second.callbacks.empty()) family.gauges.erase(gauge);
  }

  void add(const std::shared_ptr<Collectable>& other)
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(others_, [](const auto& entry) { return entry.expired(); });
    others_.push_back(other);
  }

private:
  // Needs mutex_.
  Family& family(std::string_view name, std::string_view help, MetricType type, const MetricLabels& labels)
  {
    auto found = families_.find(name);
    if (found != families_.end() && found->second.type != type) {
      throw std::invalid_argument("metric " + in_quotes(name) + " already exists with another type");
    }
    for (auto label = labels.begin(); label != labels.end(); ++label) {
      const std::string problem = "metric " + in_quotes(name) + ": " + in_quotes(valid_utf8(label->first));
      // A histogram has a label of that name.
      if (!detail::is_label_name(label->first) || (type == MetricType::Histogram && label->first == "le")) {
        throw std::invalid_argument(problem + " is not a valid label name");
      }
      const auto same = [&](const auto& other) { return other.first == label->first; };
      if (std::any_of(labels.begin(), label, same)) throw std::invalid_argument(problem + " is specified twice");
    }
    if (found == families_.end()) {
      if (!detail::is_metric_name(name)) {
        throw std::invalid_argument(in_quotes(name) + " is not a valid metric name");
      }
      Family made;
      made.help = help;
      made.type = type;
      found = families_.emplace(std::string(name), std::move(made)).first;
    }
    return found->second;
  }

  mutable std::mutex mutex_;
  std::map<std::string, Family, std::less<>> families_;  // guarded by mutex_; a family never changes its type
  std::map<std::pair<std::string, MetricLabels>, std::size_t> kept_;  // guarded by mutex_; by how many
  std::vector<std::weak_ptr<Collectable>> others_;                    // guarded by mutex_
};

namespace {

template <class Impl>
class CallbackRegistration final : public MetricRegistration {
public:
  CallbackRegistration(std::shared_ptr<Impl> metrics, std::string name, MetricLabels labels,
                       std::shared_ptr<GaugeCallback> callback)
      : metrics_(std::move(metrics)), name_(std::move(name)), labels_(std::move(labels)), callback_(std::move(callback))
  {
  }
  CallbackRegistration(const CallbackRegistration&) = delete;
  CallbackRegistration& operator=(const CallbackRegistration&) = delete;
  ~CallbackRegistration() override { metrics_->remove_callback(name_, labels_, callback_); }

private:
  std::shared_ptr<Impl> metrics_;
  std::string name_;
  MetricLabels labels_;
  std::shared_ptr<GaugeCallback> callback_;
};

template <class Impl>
class KeptSeries final : public MetricRegistration {
public:
  KeptSeries(std::shared_ptr<Impl> metrics, std::string name, MetricLabels labels)
      : metrics_(std::move(metrics)), name_(std::move(name)), labels_(std::move(labels))
  {
    metrics_->keep(name_, labels_);
  }
  KeptSeries(const KeptSeries&) = delete;
  KeptSeries& operator=(const KeptSeries&) = delete;
  ~KeptSeries() override { metrics_->release(name_, labels_); }

private:
  std::shared_ptr<Impl> metrics_;
  std::string name_;
  MetricLabels labels_;
};

}  // namespace

PrometheusMetrics::PrometheusMetrics() : impl_(std::make_shared<Impl>()) {}
PrometheusMetrics::~PrometheusMetrics() = default;

std::shared_ptr<Counter> PrometheusMetrics::counter(std::string_view name, std::string_view help, MetricLabels labels)
{
  return impl_->counter(name, help, readable(std::move(labels)));
}

std::shared_ptr<Gauge> PrometheusMetrics::gauge(std::string_view name, std::string_view help, MetricLabels labels)
{
  return impl_->gauge(name, help, readable(std::move(labels)));
}

std::shared_ptr<Histogram> PrometheusMetrics::histogram(std::string_view name, std::string_view help,
                                                        MetricLabels labels, std::span<const double> buckets)
{
  return impl_->histogram(name, help, readable(std::move(labels)), buckets);
}

std::unique_ptr<MetricRegistration> PrometheusMetrics::gauge_callback(std::string_view name, std::string_view help,
                                                                      MetricLabels labels, std::function<double()> read)
{
  std::string kept(name);
  labels = readable(std::move(labels));
  auto callback = impl_->add_callback(kept, help, labels, std::move(read));
  return std::make_unique<CallbackRegistration<Impl>>(impl_, std::move(kept), std::move(labels), std::move(callback));
}

std::unique_ptr<MetricRegistration> PrometheusMetrics::keep(std::string_view name, const MetricLabels& labels)
{
  return std::make_unique<KeptSeries<Impl>>(impl_, std::string(name), readable(labels));
}

std::string PrometheusMetrics::text() const
{
  return impl_->text();
}

std::shared_ptr<prometheus::Collectable> PrometheusMetrics::collectable() const
{
  return impl_;
}

void PrometheusMetrics::add(const std::shared_ptr<prometheus::Collectable>& other)
{
  impl_->add(other);
}

}  // namespace kubexx
