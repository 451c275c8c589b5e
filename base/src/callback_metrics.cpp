// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/callback_metrics.hpp"

#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "kubexx/base/detail/gauge_callback.hpp"

namespace kubexx {

namespace {

class SinkCounter final : public Counter {
public:
  explicit SinkCounter(MetricSink sink) : sink_(std::move(sink)) {}
  void increment(double by) noexcept override
  {
    if (sink_ && by > 0) sink_(by);
  }

private:
  const MetricSink sink_;
};

class SinkGauge final : public Gauge {
public:
  explicit SinkGauge(MetricSink sink) : sink_(std::move(sink)) {}
  void set(double value) noexcept override
  {
    const std::lock_guard lock(mutex_);
    value_ = value;
    if (sink_) sink_(value_);
  }
  void add(double by) noexcept override
  {
    const std::lock_guard lock(mutex_);
    value_ += by;
    if (sink_) sink_(value_);
  }

private:
  const MetricSink sink_;
  std::mutex mutex_;  // the sink gets the values in their order
  double value_ = 0;  // guarded by mutex_
};

class SinkHistogram final : public Histogram {
public:
  explicit SinkHistogram(MetricSink sink) : sink_(std::move(sink)) {}
  void observe(double value) noexcept override
  {
    if (sink_) sink_(value);
  }

private:
  const MetricSink sink_;
};

class CallbackRegistration final : public MetricRegistration {
public:
  CallbackRegistration(MetricSink sink, std::shared_ptr<detail::GaugeCallback> callback)
      : callback_(std::move(callback)), sink_(std::move(sink))
  {
  }
  ~CallbackRegistration() override { callback_->end(); }
  CallbackRegistration(const CallbackRegistration&) = delete;
  CallbackRegistration& operator=(const CallbackRegistration&) = delete;

private:
  const std::shared_ptr<detail::GaugeCallback> callback_;
  const MetricSink sink_;
};

}  // namespace

class CallbackMetrics::Impl {
public:
  explicit Impl(std::function<MetricSink(const MetricSeries&)> open) : open_(std::move(open))
  {
    if (!open_) throw std::invalid_argument("CallbackMetrics: the function that opens a series is not set");
  }

  /// The living series of this kind, name and labels, or a new one.
  template <class Interface, class Series>
  std::shared_ptr<Interface> series(MetricSeries wanted)
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(series_, [](const auto& one) { return one.second.expired(); });
    auto& place = series_[{wanted.kind, wanted.name, wanted.labels}];
    if (auto known = std::static_pointer_cast<Interface>(place.lock())) return known;
    const std::shared_ptr<Interface> made = std::make_shared<Series>(open_(wanted));
    place = made;
    return made;
  }
  MetricSink open(const MetricSeries& wanted)
  {
    const std::lock_guard lock(mutex_);
    return open_(wanted);
  }

private:
  std::mutex mutex_;
  const std::function<MetricSink(const MetricSeries&)> open_;  // called under mutex_
  std::map<std::tuple<MetricSeries::Kind, std::string, MetricLabels>, std::weak_ptr<void>>
      series_;  // guarded by mutex_
};

CallbackMetrics::CallbackMetrics(std::function<MetricSink(const MetricSeries& series)> open)
    : impl_(std::make_unique<Impl>(std::move(open)))
{
}
CallbackMetrics::~CallbackMetrics() = default;

std::shared_ptr<Counter> CallbackMetrics::counter(std::string_view name, std::string_view help, MetricLabels labels)
{
  return impl_->series<Counter, SinkCounter>(
      {MetricSeries::Kind::counter, std::string(name), std::string(help), std::move(labels), {}, {}});
}
std::shared_ptr<Gauge> CallbackMetrics::gauge(std::string_view name, std::string_view help, MetricLabels labels)
{
  return impl_->series<Gauge, SinkGauge>(
      {MetricSeries::Kind::gauge, std::string(name), std::string(help), std::move(labels), {}, {}});
}
std::shared_ptr<Histogram> CallbackMetrics::histogram(std::string_view name, std::string_view help, MetricLabels labels,
                                                      std::span<const double> buckets)
{
  return impl_->series<Histogram, SinkHistogram>({MetricSeries::Kind::histogram,
                                                  std::string(name),
                                                  std::string(help),
                                                  std::move(labels),
                                                  {buckets.begin(), buckets.end()},
                                                  {}});
}

std::unique_ptr<MetricRegistration> CallbackMetrics::gauge_callback(std::string_view name, std::string_view help,
                                                                    MetricLabels labels, std::function<double()> read)
{
  const auto callback = std::make_shared<detail::GaugeCallback>(std::move(read));
  MetricSeries wanted{MetricSeries::Kind::gauge, std::string(name), std::string(help), std::move(labels), {}, {}};
  wanted.read = [callback] { return callback->read().value_or(std::numeric_limits<double>::quiet_NaN()); };
  return std::make_unique<CallbackRegistration>(impl_->open(wanted), callback);
}

}  // namespace kubexx
