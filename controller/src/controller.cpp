// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/controller.hpp"

#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "causes.hpp"
#include "context_services.hpp"
#include "controller_metrics.hpp"
#include "event_source.hpp"
#include "kubexx/controller/context.hpp"
#include "kubexx/workqueue/asio.hpp"
#include "kubexx/workqueue/rate_limiting_queue.hpp"
#include "outcome.hpp"

namespace kubexx {

namespace {

constexpr Duration kWaitingReport = std::chrono::seconds(10);

ControllerOptions checked(ControllerOptions options, const Reconciler& reconciler)
{
  if (options.name.empty()) throw std::invalid_argument("a controller needs a name");
  if (options.workers == 0) throw std::invalid_argument("controller '" + options.name + "': it needs a worker");
  if (!reconciler) throw std::invalid_argument("controller '" + options.name + "': it needs a reconciler");
  return options;
}

QueueOptions queue_options(const ControllerOptions& options, const Runtime& runtime)
{
  QueueOptions out;
  out.name = options.name;
  out.clock = runtime.clock;
  out.metrics = runtime.metrics;
  out.labels = {{"controller", options.name}};
  out.depth_labels = {{"priority", ""}};
  out.duration_buckets = workqueue_buckets();
  return out;
}

RateLimiter<Request> limiter_of(ControllerOptions& options)
{
  if (options.limiter) return std::move(*options.limiter);
  return default_controller_rate_limiter<Request>();
}

}  // namespace

class Controller::Impl : public std::enable_shared_from_this<Impl> {
public:
  Impl(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler)
      : options_(checked(std::move(options), reconciler)),
        runtime_(client.runtime()),
        log_(runtime_.log.with({{"controller", options_.name}})),
        reconciler_(std::move(reconciler)),
        services_(std::make_shared<Context::Services>(options_.name, std::move(client), std::move(events))),
        metrics_(runtime_.metrics, options_.name, options_.workers),
        source_metrics_(runtime_.metrics, options_.name),
        queue_(limiter_of(options_), queue_options(options_, runtime_))
  {
    if (options_.queue_observer) queue_.observe(options_.queue_observer);
  }

  void watch(KindCache kind, Mapper map, std::vector<Predicate> predicates)
  {
    const std::lock_guard lock(mutex_);
    if (started_) throw std::logic_error("controller '" + options_.name + "' has started: it takes no more watches");
    bool known = false;
    for (const auto& cache : services_->caches) known = known || cache.type() == kind.type();
    if (!known) services_->caches.push_back(kind);
    const std::size_t index = services_->watches.size();
    if (map) services_->watches.push_back(kind.name());
    sources_.push_back(std::make_shared<EventSource>(std::move(kind), std::move(map), std::move(predicates), index));
  }

  void enqueue(const Request& request) { queue_.add(request, causes::kEnqueued); }

  void start()
  {
    {
      const std::lock_guard lock(mutex_);
      if (started_) throw std::logic_error("controller '" + options_.name + "' was started before");
      started_ = true;
      for (const auto& source : sources_) source->start(sink());
    }
    spawn(runtime_.executor, wait_and_work(shared_from_this()));
    spawn(runtime_.executor, report_waiting(shared_from_this()));
  }

  awaitable<bool> stop(StopLimits limits)
  {
    const auto self = shared_from_this();
    stop_waiting_.request_stop();
    OneShot ended;
    bool working = false;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      working = workers_ > 0;
      if (working) when_ended_.push_back(ended);
    }
    if (working) {
      const DrainResult drained = co_await async_shut_down_with_drain(queue_, limits.drain);
      if (drained != DrainResult::drained) {
        log_.warn("stopping before the queue is worked off", {{"queued", queue_.size()}, {"active", active().size()}});
      }
    }
    queue_.shut_down();
    stop_.request_stop();
    if (working) {
      std::function<void()> give_up = [ended] { ended.fire(); };
      const Timer timer = runtime_.clock->call_at(limits.end, give_up);
      co_await ended.wait();
    }
    std::vector<std::shared_ptr<EventSource>> sources;
    std::size_t left = 0;
    {
      const std::lock_guard lock(mutex_);
      sources = sources_;
      left = workers_;
    }
    for (const auto& source : sources) source->end();
    if (left == 0) {
      log_.info("controller stopped");
      co_return true;
    }
    for (const auto& request : active()) {
      log_.error("a reconcile does not end", {{"namespace", request.namespace_}, {"name", request.name}});
    }
    co_return false;
  }

  const std::string& name() const noexcept { return options_.name; }

  ControllerStatus status() const
  {
    ControllerStatus status;
    status.name = options_.name;
    status.queued = queue_.size();
    const std::lock_guard lock(mutex_);
    status.started = started_;
    status.running = running_;
    status.active = active_.size();
    if (!running_) status.waiting_for = waiting_for();
    return status;
  }

  std::vector<Request> active() const
  {
    const std::lock_guard lock(mutex_);
    std::vector<Request> requests;
    requests.reserve(active_.size());
    for (const auto& [worker, request] : active_) requests.push_back(request);
    return requests;
  }

private:
  EventSource::Sink sink()
  {
    const std::weak_ptr<Impl> weak = weak_from_this();
    EventSource::Sink sink{options_.name, log_, source_metrics_, {}, false, {}};
    for (const auto& source : sources_) sink.has_own_kind = sink.has_own_kind || source->is_own_kind();
    sink.add = [weak](const Request& request, Cause cause) {
      if (const auto self = weak.lock()) self->queue_.add(request, cause);
    };
    sink.add_own_kind = [weak](Cause cause) {
      if (const auto self = weak.lock()) self->add_own_kind(cause);
    };
    return sink;
  }

  // Later, so that many wishes at once are one.
  void add_own_kind(Cause cause)
  {
    if (!own_kind_wanted_.exchange(true)) spawn(runtime_.executor, add_cached_keys(shared_from_this(), cause));
  }

  static awaitable<void> add_cached_keys(std::shared_ptr<Impl> self, Cause cause)
  {
    co_await async_yield();
    self->own_kind_wanted_.store(false);
    for (const auto& source : self->sources_) {
      if (!source->is_own_kind()) continue;
      for (const auto& request : source->cached_keys()) self->queue_.add(request, cause);
    }
  }

  static awaitable<void> wait_and_work(std::shared_ptr<Impl> self)
  {
    for (const auto& source : self->sources_) {
      const bool synced = co_await source->async_wait_synced(self->stop_waiting_.get_token());
      if (!synced) co_return;
    }
    self->start_workers();
  }

  void start_workers()
  {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
      running_ = true;
      workers_ = options_.workers;
    }
    stop_waiting_.request_stop();
    log_.info("controller started", {{"workers", options_.workers}, {"queued", queue_.size()}});
    for (std::size_t worker = 0; worker < options_.workers; ++worker) {
      std::function<void()> on_end = [self = shared_from_this()] { self->worker_ended(); };
      spawn(make_strand_of(runtime_.executor), work(shared_from_this(), worker), std::move(on_end));
    }
  }

  void worker_ended()
  {
    const std::lock_guard lock(mutex_);
    if (--workers_ > 0) return;
    for (const auto& waiter : when_ended_) waiter.fire();
    when_ended_.clear();
  }

  // Says now and then what the workers wait for.
  static awaitable<void> report_waiting(std::shared_ptr<Impl> self)
  {
    for (;;) {
      const std::stop_token stop = self->stop_waiting_.get_token();
      const bool waited = co_await async_sleep(*self->runtime_.clock, kWaitingReport, stop);
      if (!waited) co_return;
      const std::lock_guard lock(self->mutex_);
      if (self->running_ || self->stopping_) co_return;
      for (const auto& line : self->waiting_for()) {
        self->log_.warn("the workers wait for a watch to sync", {{"watch", line}});
      }
    }
  }

  // Needs mutex_.
  std::vector<std::string> waiting_for() const
  {
    std::vector<std::string> lines;
    for (const auto& source : sources_) {
      if (auto line = source->waiting_for()) lines.push_back(std::move(*line));
    }
    return lines;
  }

  static awaitable<void> work(std::shared_ptr<Impl> self, std::size_t worker)
  {
    for (;;) {
      auto lease = co_await async_get(self->queue_, self->stop_.get_token());
      if (!lease) co_return;
      co_await reconcile(self, worker, lease->key(), lease->causes());
      lease->done();
    }
  }

  static awaitable<void> reconcile(std::shared_ptr<Impl> self, std::size_t worker, Request request, Cause causes)
  {
    {
      const std::lock_guard lock(self->mutex_);
      self->active_.emplace(worker, request);
    }
    self->metrics_.began();
    const SteadyTime start = self->runtime_.clock->now();
    auto timed_out = std::make_shared<std::atomic<bool>>(false);
    Outcome outcome;
    {
      std::stop_source stop;
      std::function<void()> end = [stop]() mutable { stop.request_stop(); };
      const std::stop_callback with_controller(self->stop_.get_token(), end);
      Timer timeout;
      if (self->options_.reconcile_timeout > Duration::zero()) {
        std::function<void()> expire = [stop, timed_out]() mutable {
          timed_out->store(true);
          stop.request_stop();
        };
        timeout = self->runtime_.clock->call_at(saturating_add(start, self->options_.reconcile_timeout), expire);
      }
      Context context(self->services_, request, causes, stop.get_token());
      std::exception_ptr failure;
      try {
        const Result result = co_await self->reconciler_.run(context, request, *self->runtime_.pool);
        outcome = outcome_of(result);
      } catch (...) {
        failure = std::current_exception();
      }
      if (failure) outcome = outcome_of(failure);
      timeout.cancel();
      self->settle(context, outcome);
    }
    self->metrics_.ended(outcome.kind, self->runtime_.clock->now() - start, *timed_out);
    const std::lock_guard lock(self->mutex_);
    self->active_.erase(worker);
  }

  // The table of result.hpp, while the key is still held.
  void settle(const Context& context, const Outcome& outcome)
  {
    const Request& request = context.request();
    switch (outcome.kind) {
      case Outcome::Kind::success:
        queue_.forget(request);
        break;
      case Outcome::Kind::requeue_after:
        queue_.forget(request);
        queue_.add_after(request, outcome.delay, causes::kRequeue);
        break;
      case Outcome::Kind::requeue:
        queue_.add_rate_limited(request, causes::kRetry);
        break;
      case Outcome::Kind::terminal:
        queue_.forget(request);
        context.log().error("reconcile failed, trying again cannot help", {{"error", outcome.message}});
        break;
      case Outcome::Kind::conflict:
        queue_.add_rate_limited(request, causes::kRetry);
        context.log().debug("the object has changed meanwhile, trying again", {{"error", outcome.message}});
        break;
      case Outcome::Kind::error:
      case Outcome::Kind::panic:
        retry(context, outcome);
        break;
    }
  }

  void retry(const Context& context, const Outcome& outcome)
  {
    const Request& request = context.request();
    if (stop_.stop_requested()) {
      context.log().debug("reconcile interrupted by the stop", {{"error", outcome.message}});
      return;
    }
    if (outcome.retry_after) {
      queue_.add_after(request, *outcome.retry_after, causes::kRetry);
    } else {
      queue_.add_rate_limited(request, causes::kRetry);
    }
    context.log().error("reconcile failed", {{"error", outcome.message}, {"failures", queue_.num_requeues(request)}});
  }

  ControllerOptions options_;
  const Runtime runtime_;
  const Log log_;
  const Reconciler reconciler_;
  const std::shared_ptr<Context::Services> services_;  // changes before start() only
  const ControllerMetrics metrics_;
  const EventSourceMetrics source_metrics_;
  RateLimitingQueue<Request> queue_;
  std::stop_source stop_waiting_;  // requested by stop(), or when the workers start: nobody waits for watches any more
  std::stop_source stop_;          // requested when the drain is over: reconciles shall end
  std::vector<std::shared_ptr<EventSource>> sources_;  // changes before start() only
  std::atomic<bool> own_kind_wanted_{false};           // add_cached_keys will run

  mutable std::mutex mutex_;
  std::map<std::size_t, Request> active_;  // guarded by mutex_; by worker
  std::vector<OneShot> when_ended_;        // guarded by mutex_; fired with the last worker
  std::size_t workers_ = 0;                // guarded by mutex_; coroutines in work()
  bool started_ = false;                   // guarded by mutex_
  bool running_ = false;                   // guarded by mutex_; the workers were started
  bool stopping_ = false;                  // guarded by mutex_
};

Controller::Controller(Client client, EventRecorder events, ControllerOptions options, Reconciler reconciler)
    : impl_(std::make_shared<Impl>(std::move(client), std::move(events), std::move(options), std::move(reconciler)))
{
}

void Controller::watch(KindCache kind, Mapper map, std::vector<Predicate> predicates) const
{
  impl_->watch(std::move(kind), std::move(map), std::move(predicates));
}
void Controller::enqueue(Request request) const
{
  impl_->enqueue(request);
}
void Controller::start() const
{
  impl_->start();
}
awaitable<bool> Controller::async_stop(StopLimits limits) const
{
  return impl_->stop(limits);
}
const std::string& Controller::name() const noexcept
{
  return impl_->name();
}
ControllerStatus Controller::status() const
{
  return impl_->status();
}
std::vector<Request> Controller::active() const
{
  return impl_->active();
}

}  // namespace kubexx
