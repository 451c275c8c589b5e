// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/reflector.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <utility>

#include "backoff.hpp"
#include "kubexx/informer/event.hpp"
#include "reflector_edge.hpp"
#include "watch_report.hpp"

namespace kubexx {

namespace {

constexpr Duration kShortWatch = std::chrono::seconds(1);
constexpr Duration kMaxRetryAfter = std::chrono::minutes(1);
constexpr Duration kListTimeout = std::chrono::minutes(1);  // kube-apiserver itself ends a request after a minute
// Servers that send bookmarks do so every minute; one that is silent for three is gone, whatever TCP believes.
constexpr Duration kSilence = std::chrono::minutes(3);
constexpr Duration kSilenceStep = std::chrono::seconds(30);
// Handlers run in between, so that a burst of events does not fill what is kept of one object for them.
constexpr unsigned kStepsPerTurn = ObjectEvent::max_transitions / 2;

// An open watch and what ends it.
struct OpenWatch {
  explicit OpenWatch(const std::stop_token& outer) : link(outer, Stop{&stop}) {}

  struct Stop {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };
  std::stop_source stop;          // ends this watch alone
  std::stop_callback<Stop> link;  // … also when the reflector stops
  std::unique_ptr<WatchStream> stream;
  Timer survival;                   // fires when the watch is no short one any more
  Timer deadline;                   // ends this watch, for the reason in `missed`
  std::optional<SteadyTime> armed;  // when `deadline` was set for silence
  SteadyTime opened{};
  bool moved = false;           // it has moved the version
  bool synthetic = false;       // began without a version: its first events are the present state, unordered
  std::size_t undecodable = 0;  // of the stream, as far as they are counted
};

// What a watch was ended for by us.
enum class Missed { none, end, data };

// Whether the watch from this version starts with the present state, in any order.
bool starts_anywhere(const std::string& version)
{
  return version.empty() || version == "0";
}

}  // namespace

class Reflector::Machine {
public:
  Machine(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink)
      : client_(std::move(client)),
        type_(std::move(type)),
        options_(std::move(options)),
        sink_(sink),
        clock_(*client_.runtime().clock),
        random_(*client_.runtime().random),
        report_(client_.runtime(), type_.group_resource(), options_.namespace_)
  {
  }

  awaitable<void> run(std::stop_token stop)
  {
    stop_ = std::move(stop);
    enter(Reflector::State::choosing);
    for (unsigned steps = 1; !stop_.stop_requested(); ++steps) {
      co_await step();
      if (steps % kStepsPerTurn == 0) co_await async_yield();
    }
    watch_.reset();
    enter(Reflector::State::stopped);
  }

  const WatchReport& report() const { return report_; }

private:
  struct Listing {
    std::string version;    // sent with the first page
    std::string continue_;  // of the next page; empty for the first
    std::string answered;   // the version of the first page's answer, which is that of the whole list
    bool full = false;      // in one piece
    std::vector<Object> items;
    std::map<ObjectKey, Object> streamed;  // instead of `items`, when the list comes over a watch
  };

  // The one transition of the machine.
  awaitable<void> step()
  {
    std::exception_ptr error;
    try {
      switch (state_) {
        case Reflector::State::choosing:
          choose();
          break;
        case Reflector::State::opening_stream_list:
          co_await open_stream_list();
          break;
        case Reflector::State::receiving_stream_list:
          co_await receive_stream_list();
          break;
        case Reflector::State::listing:
          co_await list_page();
          break;
        case Reflector::State::opening_watch:
          co_await open_watch();
          break;
        case Reflector::State::watching:
          co_await watch_event();
          break;
        case Reflector::State::waiting:
          co_await pause();
          break;
        case Reflector::State::idle:
        case Reflector::State::stopped:
          break;
      }
    } catch (...) {
      error = std::current_exception();
    }
    if (error && !stop_.stop_requested()) fail(failure_cause(error));
  }

  // --- the states ---

  void choose()
  {
    watch_.reset();
    listing_ = Listing{};
    const bool stream = options_.stream_list && !stream_refused_ && !std::exchange(page_once_, false);
    enter(stream ? Reflector::State::opening_stream_list : Reflector::State::listing);
  }

  awaitable<void> list_page()
  {
    ListOptions request;
    request.stop = stop_;
    request.retry = false;  // so that the status shows each failure, and each takes its edge
    request.timeout = kListTimeout;
    request.namespace_ = options_.namespace_;
    request.label_selector = options_.label_selector;
    request.field_selector = options_.field_selector;
    request.keep_managed_fields = options_.keep_managed_fields;
    if (listing_.continue_.empty()) {
      begin_list(false);
      request.resource_version = listing_.version;
      const bool most_recent = starts_anywhere(listing_.version);
      if (!listing_.full && (most_recent || pages_from_cache_)) request.limit = options_.page_size;
    } else {
      request.continue_ = listing_.continue_;
      request.limit = options_.page_size;
    }
    ObjectList page = co_await client_.async_list(type_, std::move(request));
    if (listing_.continue_.empty()) {
      listing_.answered = std::move(page.resource_version);
      if (!page.continue_.empty() && listing_.version == "0") pages_from_cache_ = true;
    }
    listing_.continue_ = std::move(page.continue_);
    report_.data(page.items.size());
    for (auto& item : page.items) {
      if (is_ours(item)) listing_.items.push_back(sink_.list_item(std::move(item)));
    }
    if (listing_.continue_.empty()) {
      end_list(std::move(listing_.items), listing_.answered);
      enter(Reflector::State::opening_watch);
    }
  }

  awaitable<void> open_stream_list()
  {
    begin_list(true);
    co_await open(listing_.version, true);
    watch_->synthetic = true;
    arm_deadline(Missed::end, options_.stream_list_deadline);
    enter(Reflector::State::receiving_stream_list);
  }

  awaitable<void> receive_stream_list()
  {
    std::optional<WatchEvent> event = co_await next_event();
    if (!event) co_return;
    arm_deadline(Missed::end, options_.stream_list_deadline);
    switch (event->type) {
      case WatchEvent::Type::added:
      case WatchEvent::Type::modified:
        if (is_ours(event->object)) {
          const ObjectKey key = event->object.key();
          listing_.streamed.insert_or_assign(key, sink_.list_item(std::move(event->object)));
        }
        break;
      case WatchEvent::Type::deleted:
        listing_.streamed.erase(event->object.key());
        break;
      case WatchEvent::Type::bookmark:
        if (event->initial_events_end) finish_stream_list(event->resource_version);
        break;
    }
  }

  void finish_stream_list(const std::string& version)
  {
    std::vector<Object> items;
    items.reserve(listing_.streamed.size());
    for (auto& [key, object] : listing_.streamed) items.push_back(std::move(object));
    watch_->deadline.cancel();
    missed_ = Missed::none;
    watch_->synthetic = false;
    watch_->moved = true;
    end_list(std::move(items), version);
    report_.recovered();
    enter(Reflector::State::watching);
  }

  awaitable<void> open_watch()
  {
    co_await open(version_, false);
    watch_->synthetic = starts_anywhere(version_);
    if (bookmarks_) expect_data();
    if (stream_failed_) {
      arm_survival();
    } else {
      report_.recovered();
    }
    enter(Reflector::State::watching);
  }

  awaitable<void> watch_event()
  {
    std::optional<WatchEvent> event = co_await next_event();
    if (!event) co_return;
    const bool added = event->type == WatchEvent::Type::added;
    if (!added) watch_->synthetic = false;
    if (!watch_->synthetic && !event->resource_version.empty() && event->resource_version != version_) {
      version_ = event->resource_version;
      watch_->moved = true;
      progress_ = true;
    }
    if (watch_->moved) report_.recovered();
    bookmarks_ = bookmarks_ || event->type == WatchEvent::Type::bookmark;
    if (bookmarks_) expect_data();
    if (event->type == WatchEvent::Type::bookmark) {
      sink_.bookmark(version_);
    } else if (!is_ours(event->object)) {
      co_return;
    } else if (event->type == WatchEvent::Type::deleted) {
      sink_.deleted(std::move(event->object), version_);
    } else {
      sink_.applied(std::move(event->object), version_);
    }
  }

  awaitable<void> pause()
  {
    co_await async_sleep_until(clock_, resume_at_, stop_);
    if (!stop_.stop_requested()) enter(after_pause_);
  }

  // --- their parts ---

  // The version of a list: the last one seen, so that the server may answer from its cache and time does not go back.
  std::string version_to_list(bool over_watch) const
  {
    if (version_unusable_) return {};
    if (version_.empty() && !over_watch) return "0";
    return version_;
  }

  void begin_list(bool over_watch)
  {
    if (!listing_.full) listing_.version = version_to_list(over_watch);
    report_.list_begins(over_watch);
    sink_.list_started();
  }

  void end_list(std::vector<Object> items, const std::string& version)
  {
    version_ = version;
    version_unusable_ = false;
    progress_ = false;
    const std::size_t objects = items.size();
    sink_.list_done(std::move(items), version_);
    report_.list_done(objects, version_);
    listing_ = Listing{};
  }

  awaitable<void> open(std::string version, bool stream_list)
  {
    watch_ = std::make_unique<OpenWatch>(stop_);
    missed_ = Missed::none;
    WatchOptions request;
    request.stop = watch_->stop.get_token();
    request.retry = false;
    request.namespace_ = options_.namespace_;
    request.label_selector = options_.label_selector;
    request.field_selector = options_.field_selector;
    request.resource_version = std::move(version);
    request.send_initial_events = stream_list;
    request.keep_managed_fields = options_.keep_managed_fields;
    const auto shortest = options_.watch_timeout.count();
    request.server_timeout = std::chrono::seconds(
        shortest + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(shortest) + 1)));
    if (!stream_list) report_.watch_begins();
    watch_->stream = co_await client_.async_watch(type_, std::move(request));
    watch_->opened = clock_.now();
    report_.data(0);
  }

  // The next event; nothing when there is none and the machine has gone on to another state.
  awaitable<std::optional<WatchEvent>> next_event()
  {
    std::optional<WatchEvent> event;
    std::exception_ptr error;
    try {
      event = co_await watch_->stream->async_next();
    } catch (...) {
      error = std::current_exception();
    }
    const std::size_t skipped = watch_->stream->undecodable();
    report_.undecodable(skipped - std::exchange(watch_->undecodable, skipped));
    if (event) {
      report_.data(1);
      co_return event;
    }
    if (stop_.stop_requested()) co_return event;
    const bool too_long = state_ == Reflector::State::receiving_stream_list &&
                          clock_.now() - watch_->opened >= options_.stream_list_deadline;
    FailureCause cause;
    if (missed_ == Missed::end || (!error && too_long)) {
      cause.problem = Problem::no_end;
      cause.text = "the server did not end its streaming list in time: it is asked for a paged list from now on";
    } else if (missed_ == Missed::data) {
      bookmarks_ = false;  // until it sends one again
      cause.problem = Problem::unreachable;
      cause.text = "nothing came for three minutes, not even a bookmark: the connection is taken for dead";
    } else if (error) {
      cause = failure_cause(error);
    } else {
      cause.problem = Problem::closed;
      cause.text = "the server ended the watch immediately, without an event";
    }
    fail(cause);
    co_return event;
  }

  bool is_ours(const Object& object)
  {
    if (!object.name().empty() && (object.kind().empty() || object.kind() == type_.kind)) return true;
    report_.undecodable(1);
    return false;
  }

  // A watch after a failed one is believed when it has lived for a second; it may end at once like the one before.
  void arm_survival()
  {
    auto* const self = this;
    std::function<void()> survived = [self] { self->report_.recovered(); };
    watch_->survival = clock_.call_at(saturating_add(clock_.now(), kShortWatch), std::move(survived));
  }

  void arm_deadline(Missed what, Duration delay)
  {
    missed_ = Missed::none;
    auto* const self = this;
    auto stop = watch_->stop;
    std::function<void()> missed = [self, stop, what]() mutable {
      self->missed_ = what;
      stop.request_stop();
    };
    watch_->deadline = clock_.call_at(saturating_add(clock_.now(), delay), std::move(missed));
  }

  // After an event, once the server has shown that it sends bookmarks. Not at each event: timers cost more than those.
  void expect_data()
  {
    const SteadyTime now = clock_.now();
    if (watch_->armed && now - *watch_->armed < kSilenceStep) return;
    watch_->armed = now;
    arm_deadline(Missed::data, kSilence);
  }

  // --- failures ---

  bool watch_progressed() const
  {
    return watch_ && watch_->stream && (watch_->moved || clock_.now() - watch_->opened >= kShortWatch);
  }

  void fail(const FailureCause& cause)
  {
    if (watch_) watch_->survival.cancel();
    if (watch_progressed()) progress_ = true;
    Failure failure;
    failure.at = state_;
    failure.problem = cause.problem;
    const bool over_watch = state_ != Reflector::State::listing;
    const bool in_stream = over_watch && state_ != Reflector::State::opening_watch;
    failure.progress = cause.problem == Problem::expired ? progress_ : watch_progressed();
    failure.continuing = !listing_.continue_.empty() && !listing_.full;
    failure.version_sent = state_ == Reflector::State::listing || state_ == Reflector::State::opening_stream_list ||
                                   state_ == Reflector::State::receiving_stream_list
                               ? !listing_.version.empty()
                               : !version_.empty();
    const Edge edge = edge_of(failure, cause.code);
    stream_failed_ = in_stream && !edge.expected;
    note_failure(cause, over_watch ? "watch" : "list", edge.expected);

    if (edge.drop_version) version_unusable_ = true;
    if (edge.page_instead) page_once_ = true;
    if (edge.no_more_stream) stream_refused_ = true;
    watch_.reset();
    if (!edge.same_page) {
      Listing next;
      next.full = edge.full_list;
      next.version = edge.full_list ? listing_.version : std::string();
      listing_ = std::move(next);
    }
    const Reflector::State to = edge.full_list || edge.same_page ? Reflector::State::listing : edge.next;
    if (!edge.pause) {
      enter(to);
      return;
    }
    const SteadyTime now = clock_.now();
    Duration delay = backoff_.next(now, random_);
    if (cause.retry_after) delay = std::max(delay, std::min(*cause.retry_after, kMaxRetryAfter));
    resume_at_ = saturating_add(now, delay);
    after_pause_ = to;
    enter(Reflector::State::waiting);
  }

  void note_failure(const FailureCause& cause, const char* verb, bool expected)
  {
    const std::string text = describe(cause, verb, type_, options_.namespace_);
    if (expected) {
      report_.log().debug("the watch continues", {{"reason", text}});
    } else {
      report_.failed(cause.code, text);
    }
  }

  void enter(Reflector::State state)
  {
    state_ = state;
    report_.entered(state);
  }

  const Client client_;
  const ResourceType type_;
  const ReflectorOptions options_;
  ReflectorSink& sink_;
  Clock& clock_;
  Random& random_;
  WatchReport report_;

  // Touched by the coroutine alone.
  Reflector::State state_ = Reflector::State::idle;
  std::stop_token stop_;
  Backoff backoff_;
  std::string version_;            // of the last list, event or bookmark; empty before the first list
  bool version_unusable_ = false;  // the server cannot list at version_
  bool pages_from_cache_ = false;  // the server pages even what it could answer from its cache, so pages are asked for
  bool stream_refused_ = false;    // the server does no streaming lists
  bool page_once_ = false;         // the next first list is a paged one
  bool progress_ = false;          // since the last list, a watch has moved the version or lived for a second
  bool stream_failed_ = false;     // the last failure was that of an open watch
  Listing listing_;
  std::unique_ptr<OpenWatch> watch_;  // in receiving_stream_list and watching
  SteadyTime resume_at_{};            // waiting: until then
  Reflector::State after_pause_ = Reflector::State::choosing;
  bool bookmarks_ = false;                    // the server sends bookmarks
  std::atomic<Missed> missed_{Missed::none};  // set by a timer, together with the watch's stop
};

Reflector::Reflector(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink)
    : machine_(std::make_unique<Machine>(std::move(client), std::move(type), std::move(options), sink))
{
}
Reflector::~Reflector() = default;

awaitable<void> Reflector::async_run(std::stop_token stop)
{
  return machine_->run(std::move(stop));
}

WatchStatus Reflector::status() const
{
  return machine_->report().status();
}

Reflector::State Reflector::state() const
{
  return machine_->report().state();
}

}  // namespace kubexx
