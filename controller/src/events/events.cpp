// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/event_recorder.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "events/event_series.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/gate.hpp"
#include "kubexx/client/detail/create_text.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx {

namespace {

const ResourceType& event_type()
{
  static const ResourceType type{"events.k8s.io", "v1", "Event", "events", Scope::namespaced};
  return type;
}

// The API server's rules (k8s.io/kubernetes/pkg/apis/core/validation/events.go).
constexpr std::size_t kInstanceLimit = 128;

EventRecorder::Options checked(EventRecorder::Options options)
{
  if (options.reporting_controller.empty()) options.reporting_controller = "kubexx";
  if (options.reporting_instance.empty()) options.reporting_instance = options.reporting_controller;
  if (options.senders == 0) options.senders = 1;
  if (const auto problems = label_key_problems(options.reporting_controller); !problems.empty()) {
    throw std::invalid_argument(
        "the reporting controller of events, \"" + options.reporting_controller +
        "\", is not a qualified name, so the API server would reject them: " + problems.front());
  }
  if (options.reporting_instance.size() > kInstanceLimit) {
    throw std::invalid_argument("the reporting instance of events, \"" + options.reporting_instance + "\", has " +
                                std::to_string(options.reporting_instance.size()) +
                                " bytes: the API server rejects more than " + std::to_string(kInstanceLimit));
  }
  return options;
}

// What became of one attempt to send.
struct Attempt {
  enum class Kind { accepted, gone, rejected, later } kind = Kind::accepted;
  std::string error;
};

Attempt judge(const std::exception_ptr& failure, bool create)
{
  try {
    std::rethrow_exception(failure);
  } catch (const ApiError& error) {
    // A repeat of a create whose answer was lost.
    if (create && is_already_exists(error)) return {Attempt::Kind::accepted, {}};
    if (!create && is_not_found(error)) return {Attempt::Kind::gone, error.what()};
    return {error.retryable() ? Attempt::Kind::later : Attempt::Kind::rejected, error.what()};
  } catch (const TransportError& error) {
    return {error.retryable() ? Attempt::Kind::later : Attempt::Kind::rejected, error.what()};
  } catch (const std::exception& error) {
    return {Attempt::Kind::rejected, error.what()};
  }
}

}  // namespace

class EventRecorder::Impl : public std::enable_shared_from_this<Impl> {
public:
  Impl(const Client& client, Options options)
      : options_(checked(std::move(options))),
        client_(client),
        runtime_(client.runtime()),
        series_({options_.reporting_controller, options_.reporting_instance, options_.capacity, options_.series_idle,
                 options_.series_refresh})
  {
  }

  void record(const EventNote& note)
  {
    if (!note.regarding || note.reason.empty() || note.action.empty()) {
      runtime_.log.error("dropped an event: it needs an object, a reason and an action",
                         {{"reason", note.reason}, {"action", note.action}, {"note", note.note}});
      return;
    }
    // The log is somebody else's: it is written without the lock, and may record events.
    switch (take(note)) {
      case EventSeries::Recorded::yes:
        break;
      case EventSeries::Recorded::no_room:
        if (dropped_++ == 0) {
          runtime_.log.warn("too many events are waiting to be sent: dropping some", {{"capacity", options_.capacity}});
        }
        break;
      case EventSeries::Recorded::too_many:
        ++dropped_;
        runtime_.log.debug("dropped an event: too many events about one object",
                           {{"kind", note.regarding.kind()},
                            {"key", note.regarding.key().to_string()},
                            {"reason", note.reason},
                            {"note", note.note}});
        break;
    }
  }

  awaitable<bool> stop(SteadyTime deadline)
  {
    const auto self = shared_from_this();
    OneShot wake;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      timer_.cancel();
      series_.finish_all(runtime_.clock->now());
      start_senders();
      senders_.close();
    }
    senders_.on_empty([wake] { wake.fire(); });
    stop_retries_.request_stop();
    std::function<void()> fire = [wake] { wake.fire(); };
    const Timer timer = runtime_.clock->call_at(deadline, fire);
    co_await wake.wait();
    // Too late: requests that are still under way end now.
    bool sent = false;
    {
      const std::lock_guard lock(mutex_);
      sent = senders_.holders() == 0 && series_.waiting() == 0;
    }
    if (!sent) abandon_.request_stop();
    co_return sent;
  }

  [[nodiscard]] const Runtime& runtime() const noexcept { return runtime_; }
  std::size_t waiting() const
  {
    const std::lock_guard lock(mutex_);
    return series_.waiting() + sending_;
  }
  std::uint64_t dropped() const noexcept { return dropped_; }
  std::uint64_t rejected() const noexcept { return rejected_; }

private:
  // The entry leaves the gate before what has the gate may die, also where a frame that never ran is destroyed.
  struct Sender {
    std::shared_ptr<Impl> impl;
    Gate::Holder entry;
  };

  EventSeries::Recorded take(const EventNote& note)
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      ++dropped_;
      return EventSeries::Recorded::yes;
    }
    const std::string fallback = "event-" + std::to_string(++fallbacks_) + "-" + suffix();
    const auto recorded = series_.record(note, runtime_.clock->now(), runtime_.clock->wall_now(), fallback);
    if (recorded == EventSeries::Recorded::yes) {
      start_senders();
      set_timer();
    }
    return recorded;
  }

  // Needs mutex_. Senders exist only while there is something to send.
  void start_senders()
  {
    while (senders_.holders() < std::min(options_.senders, series_.waiting())) {
      auto holder = senders_.try_hold();
      if (!holder) return;
      // Posted: a spawn on our own executor would run at once, under the lock and inside the caller's reconcile.
      asio::post(runtime_.executor, [sender = Sender{shared_from_this(), std::move(*holder)}]() mutable {
        const asio::any_io_executor executor = sender.impl->runtime_.executor;
        spawn(executor, send_all(std::move(sender)));
      });
    }
  }

  // Needs mutex_. One timer, for the series that becomes idle first.
  void set_timer()
  {
    const auto due = series_.next_sweep();
    if (!due || stopping_ || timer_set_) return;
    timer_set_ = true;
    std::function<void()> fire = [weak = weak_from_this()] {
      if (const auto self = weak.lock()) spawn(self->runtime_.executor, sweep(self));
    };
    timer_ = runtime_.clock->call_at(*due, fire);
  }

  static awaitable<void> sweep(std::shared_ptr<Impl> self)
  {
    const std::lock_guard lock(self->mutex_);
    if (self->stopping_) co_return;
    self->timer_set_ = false;
    self->series_.sweep(self->runtime_.clock->now());
    self->start_senders();
    self->set_timer();
  }

  static awaitable<void> send_all(Sender sender)
  {
    const auto& self = sender.impl;
    for (;;) {
      std::optional<EventWrite> write;
      {
        const std::lock_guard lock(self->mutex_);
        if (!self->abandon_.stop_requested()) write = self->series_.next(self->runtime_.clock->now());
        if (!write) {
          sender.entry.release();
          co_return;
        }
        ++self->sending_;
      }
      const EventSeries::Outcome outcome = co_await send(self, &*write);
      const std::lock_guard lock(self->mutex_);
      --self->sending_;
      self->series_.sent(write->id, outcome, self->runtime_.clock->now());
    }
  }

  // `write` outlives the call.
  static awaitable<EventSeries::Outcome> send(std::shared_ptr<Impl> self, const EventWrite* write)
  {
    for (int tried = 1;; ++tried) {
      std::exception_ptr failure;
      try {
        if (write->create) {
          WriteOptions options;
          options.stop = self->abandon_.get_token();
          detail::NewObject event{write->body, write->key};
          co_await detail::async_create_unread(self->client_, event_type(), std::move(event), options);
        } else {
          PatchOptions options;
          options.stop = self->abandon_.get_token();
          (void)co_await self->client_.async_patch(event_type(), write->key, write->body, std::move(options));
        }
      } catch (...) {
        failure = std::current_exception();
      }
      const Attempt attempt = failure ? judge(failure, write->create) : Attempt();
      switch (attempt.kind) {
        case Attempt::Kind::accepted:
          co_return EventSeries::Outcome::accepted;
        case Attempt::Kind::gone:
          co_return EventSeries::Outcome::gone;
        case Attempt::Kind::rejected:
          self->reject(attempt.error);
          co_return EventSeries::Outcome::rejected;
        case Attempt::Kind::later:
          break;
      }
      bool again = tried < self->options_.tries;
      if (again) {
        const Duration wait = self->runtime_.random->jitter(self->options_.retry_period, 0.25);
        again = co_await async_sleep(*self->runtime_.clock, wait, self->stop_retries_.get_token());
      }
      if (!again) {
        self->reject(attempt.error);
        co_return EventSeries::Outcome::rejected;
      }
    }
  }

  // At most one warning a minute; the rest is counted.
  void reject(const std::string& error)
  {
    const auto count = ++rejected_;
    const auto now = runtime_.clock->now();
    {
      const std::lock_guard lock(mutex_);
      if (last_complaint_ && now - *last_complaint_ < std::chrono::minutes(1)) return;
      last_complaint_ = now;
    }
    runtime_.log.warn("an event could not be recorded", {{"error", error}, {"events_lost", count}});
  }

  // Tells apart the events of two replicas about objects whose names are no legal event names. Needs mutex_.
  const std::string& suffix()
  {
    if (suffix_.empty()) suffix_ = runtime_.random->uuid();
    return suffix_;
  }

  const Options options_;
  const Client client_;
  const Runtime runtime_;
  std::stop_source stop_retries_;  // requested when stopping: no more waiting between tries
  std::stop_source abandon_;       // requested when the stop took too long: ends requests under way
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<std::uint64_t> rejected_{0};

  mutable std::mutex mutex_;
  EventSeries series_;                        // guarded by mutex_
  std::size_t sending_ = 0;                   // guarded by mutex_; of them, those with a request under way
  bool stopping_ = false;                     // guarded by mutex_
  bool timer_set_ = false;                    // guarded by mutex_
  std::optional<SteadyTime> last_complaint_;  // guarded by mutex_
  std::uint64_t fallbacks_ = 0;               // guarded by mutex_
  std::string suffix_;                        // guarded by mutex_
  Timer timer_;                               // guarded by mutex_; its callback takes no lock
  Gate senders_;  // each coroutine in send_all holds it, from mutex_ to mutex_; stop() closes it
};

EventRecorder::EventRecorder(const Client& client, Options options)
    : impl_(std::make_shared<Impl>(client, std::move(options)))
{
}

void EventRecorder::normal(const Object& regarding, std::string_view reason, std::string_view action,
                           std::string_view note, const Object& related, const EventAnnotations& annotations) const
{
  impl_->record({"Normal", reason, action, note, regarding, related, annotations});
}

void EventRecorder::warning(const Object& regarding, std::string_view reason, std::string_view action,
                            std::string_view note, const Object& related, const EventAnnotations& annotations) const
{
  impl_->record({"Warning", reason, action, note, regarding, related, annotations});
}

awaitable<bool> EventRecorder::async_stop(SteadyTime deadline) const
{
  return impl_->stop(deadline);
}

bool EventRecorder::stop(SteadyTime deadline) const
{
  const Runtime& runtime = impl_->runtime();
  std::function<awaitable<bool>()> work = [impl = impl_, deadline] { return impl->stop(deadline); };
  return block_on(runtime.executor, std::move(work), "async_stop", *runtime.clock, deadline);
}

std::size_t EventRecorder::waiting() const
{
  return impl_->waiting();
}
std::uint64_t EventRecorder::dropped() const
{
  return impl_->dropped();
}
std::uint64_t EventRecorder::rejected() const
{
  return impl_->rejected();
}

}  // namespace kubexx
