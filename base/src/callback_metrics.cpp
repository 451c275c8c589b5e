// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/callback_metrics.hpp"

#include <condition_variable>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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

/// The handles to series keep it, so that they may end after their provider.
class CallbackMetrics::Impl : public std::enable_shared_from_this<Impl> {
public:
  explicit Impl(std::function<MetricSink(const MetricSeries&)> open) : open_(std::move(open))
  {
    if (!open_) throw std::invalid_argument("CallbackMetrics: the function that opens a series is not set");
  }

  /// The living series of this kind, name and labels, or a new one.
  template <class Interface, class Series>
  std::shared_ptr<Interface> series(const MetricSeries& wanted)
  {
    const auto placed = std::make_shared<Placed<Series>>();  // first: nothing throws between a place and its Place
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto [place, is_new] = series_.try_emplace({wanted.kind, wanted.name, wanted.labels});
      if (is_new) {
        placed->place.emplace(this->shared_from_this(), place);
        lock.unlock();
        placed->series.emplace(open(wanted));
        const std::shared_ptr<Interface> made(placed, &*placed->series);
        lock.lock();
        place->second = made;
        changed_.notify_all();
        return made;
      }
      if (auto known = std::static_pointer_cast<Interface>(place->second.lock())) return known;
      changed_.wait(lock);  // another thread opens it, or destroys its sink
    }
  }
  MetricSink open(const MetricSeries& wanted)
  {
    const std::lock_guard lock(opening_);
    return open_(wanted);
  }

private:
  using Places = std::map<std::tuple<MetricSeries::Kind, std::string, MetricLabels>, std::weak_ptr<void>>;

  /// Frees the place of a series when its sink has been destroyed, and not earlier: a series is never open twice.
  class Place {
  public:
    Place(std::shared_ptr<Impl> owner, Places::iterator at) : owner_(std::move(owner)), at_(at) {}
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place()
    {
      const std::lock_guard lock(owner_->mutex_);
      owner_->series_.erase(at_);
      owner_->changed_.notify_all();
    }

  private:
    const std::shared_ptr<Impl> owner_;
    const Places::iterator at_;
  };
  template <class T>
  struct Placed {
    std::optional<Place> place;
    std::optional<T> series;  // destroyed first
  };

  std::mutex opening_;
  const std::function<MetricSink(const MetricSeries&)> open_;  // called under opening_
  std::mutex mutex_;
  std::condition_variable changed_;
  Places series_;  // guarded by mutex_; expired: it is being opened, or its sink destroyed
};

CallbackMetrics::CallbackMetrics(std::function<MetricSink(const MetricSeries& series)> open)
    : impl_(std::make_shared<Impl>(std::move(open)))
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
