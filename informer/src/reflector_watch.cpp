// SPDX-License-Identifier: Apache-2.0
// Watches: how one is opened, read, and found to be dead.
#include <algorithm>
#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"
#include "left_out.hpp"
#include "reflector_machine.hpp"
#include "version.hpp"

namespace kubexx {

namespace {

constexpr Duration kShortWatch = std::chrono::seconds(1);
// Servers that send bookmarks do so every minute; one that is silent for three is gone, whatever TCP believes.
constexpr Duration kSilence = std::chrono::minutes(3);
constexpr Duration kSilenceStep = std::chrono::seconds(30);
// A resumed watch of a server that has its state brings a bookmark in this time, if the server sends any.
constexpr Duration kProof = std::chrono::seconds(90);
constexpr Duration kRestOfPiece = std::chrono::seconds(1);
// Between two comparisons because of old events.
constexpr Duration kBetweenComparisons = std::chrono::minutes(5);
constexpr Duration kComparisonTimeout = std::chrono::seconds(30);

}  // namespace

awaitable<void> Reflector::Machine::open_watch()
{
  co_await open(version_, false);
  watch_->synthetic = watch_->unversioned = starts_anywhere(version_);
  if (compare_) {
    co_await compare_versions();
    if (state_ != Reflector::State::opening_watch || stop_.stop_requested()) co_return;
    compare_ = resumed_ = false;
  }
  if (resumed_ && is_comparable(version_)) {
    expect_proof();
  } else if (bookmarks_) {
    expect_data();
  }
  if (stream_failed_) {
    arm_survival();
  } else {
    report_.recovered();
  }
  enter(Reflector::State::watching);
}

awaitable<void> Reflector::Machine::watch_event()
{
  std::optional<WatchEvent> event = co_await next_event();
  if (!event) co_return;
  const bool may_be_added = event->type == WatchEvent::Type::added || event->type == WatchEvent::Type::unreadable;
  if (!may_be_added) watch_->synthetic = false;
  const bool old = !watch_->synthetic && is_older(event->resource_version, version_);
  if (!old && !watch_->synthetic && !event->resource_version.empty() && event->resource_version != version_) {
    version_ = event->resource_version;
    watch_->moved = true;
    progress_ = true;
  }
  if (watch_->moved) report_.recovered();
  bookmarks_ = bookmarks_ || event->type == WatchEvent::Type::bookmark;
  const bool first_of_resumed = std::exchange(resumed_, false);
  if (first_of_resumed) {
    watch_->deadline.cancel();
    watch_->armed.reset();
    missed_ = Missed::none;
  }
  if (bookmarks_ && doubt_.empty()) expect_data();
  if (event->type == WatchEvent::Type::bookmark) {
    sink_.bookmark(version_);
  } else if (!is_ours(event->object)) {
    if (kind_seen_ || is_of_kind(event->object)) co_return;
    // Items of a list name no kind, so this may be true of all of them.
    FailureCause cause;
    cause.text = wrong_kind(event->object.kind());
    fail(cause);
    co_return;
  } else {
    kind_seen_ = true;
    if (!event->problem.empty()) {
      forget(*event);
    } else if (event->type == WatchEvent::Type::deleted) {
      sink_.deleted(std::move(event->object), version_);
    } else {
      sink_.applied(std::move(event->object), version_);
    }
  }
  const SteadyTime now = clock_.now();
  // A watch that begins with an old event has shown nothing of the server's state yet.
  if (!old || (!first_of_resumed && compared_ && now - *compared_ < kBetweenComparisons)) co_return;
  compared_ = now;
  // What comes with it belongs to it: of an addition and a deletion that are repeated both are taken, or neither.
  doubt_ = "the server has sent version " + event->resource_version + " after " + version_;
  arm_deadline(Missed::order, kRestOfPiece);
}

void Reflector::Machine::forget(const WatchEvent& event)
{
  // Without a uid, so that the store gives its handlers the last state that it has, as one that may be stale.
  JsonWriter last;
  last.begin_object();
  last.key("metadata");
  last.begin_object();
  const auto add = [&last](const char* name, std::string_view value) {
    last.key(name);
    last.string(value);
  };
  add("name", event.object.name());
  if (!event.object.namespace_().empty()) add("namespace", event.object.namespace_());
  if (!event.resource_version.empty()) add("resourceVersion", event.resource_version);
  last.end_object();
  last.end_object();
  sink_.deleted(Object::parse(last.text(), {.keep_managed_fields = false, .type = &type_}), version_);
}

awaitable<void> Reflector::Machine::open(std::string version, bool stream_list)
{
  watch_ = std::make_unique<OpenWatch>(stop_);
  missed_ = Missed::none;
  if (!std::exchange(doubt_, {}).empty()) compared_.reset();  // it was not asked
  WatchOptions request;
  request.stop = watch_->stop.get_token();
  request.retry = false;
  request.namespace_ = options_.namespace_;
  request.label_selector = options_.label_selector;
  request.field_selector = options_.field_selector;
  request.shard_selector = options_.shard.to_string();
  request.resource_version = std::move(version);
  request.send_initial_events = stream_list;
  request.keep_managed_fields = options_.keep_managed_fields;
  request.metadata_only = options_.metadata_only;
  const auto shortest = options_.watch_timeout.count();
  request.server_timeout = std::chrono::seconds(
      shortest + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(shortest) + 1)));
  if (!stream_list) report_.watch_begins();
  watch_->stream = co_await client_.async_watch(type_, std::move(request));
  watch_->opened = clock_.now();
  report_.data(0);
}

awaitable<std::optional<WatchEvent>> Reflector::Machine::next_event()
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
  if (stop_.stop_requested()) co_return std::nullopt;
  if (event) {
    report_.data(1);
    if (event->problem.empty()) co_return event;
    report_.left_out(shown(event->object), event->problem);
    if (event->object) co_return event;
    FailureCause unknown;
    unknown.text = "an event cannot be read, so a relist is needed: " + event->problem;
    fail(unknown);
    co_return std::nullopt;
  }
  const bool too_long = state_ == Reflector::State::receiving_stream_list &&
                        clock_.now() - watch_->opened >= options_.stream_list_deadline;
  FailureCause cause;
  if (missed_ == Missed::end || (!error && too_long)) {
    cause.problem = Problem::no_end;
    cause.text = "the streaming list did not complete in time: falling back to paged lists";
  } else if (missed_ == Missed::data) {
    bookmarks_ = false;  // until it sends one again
    cause.problem = Problem::unreachable;
    cause.text = "no event or bookmark for three minutes: the connection is considered dead";
  } else if (missed_ == Missed::order) {
    doubt(std::exchange(doubt_, {}));
    co_return event;
  } else if (missed_ == Missed::proof) {
    doubt("the resumed watch has delivered nothing");
    co_return event;
  } else if (error) {
    cause = failure_cause(error);
  } else {
    cause.problem = Problem::closed;
    cause.text = state_ == Reflector::State::receiving_stream_list
                     ? "the server ended the stream before the list was complete: falling back to a paged list"
                     : "the server ended the watch immediately, without an event";
  }
  fail(cause);
  co_return event;
}

bool Reflector::Machine::watch_progressed() const
{
  return watch_ && watch_->stream && (watch_->moved || clock_.now() - watch_->opened >= kShortWatch);
}

void Reflector::Machine::arm_survival()
{
  auto* const self = this;
  std::function<void()> survived = [self] { self->report_.recovered(); };
  watch_->survival = clock_.call_at(saturating_add(clock_.now(), kShortWatch), std::move(survived));
}

void Reflector::Machine::arm_deadline(Missed what, Duration delay)
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

void Reflector::Machine::expect_proof()
{
  arm_deadline(Missed::proof, kProof);
}

void Reflector::Machine::doubt(std::string why)
{
  FailureCause cause;
  cause.problem = Problem::doubtful;
  cause.text = std::move(why) + ": checking the version of the server";
  fail(cause);
}

awaitable<void> Reflector::Machine::compare_versions()
{
  ListOptions request;
  request.stop = stop_;
  request.retry = false;
  request.timeout = kComparisonTimeout;
  request.namespace_ = options_.namespace_;
  request.label_selector = options_.label_selector;
  request.field_selector = options_.field_selector;
  request.shard_selector = options_.shard.to_string();
  request.metadata_only = options_.metadata_only;
  request.limit = 1;
  const std::unique_ptr<detail::ListStream> stream =
      co_await detail::async_list_stream(client_, type_, std::move(request));
  for (bool more = true; more;) {
    const std::optional<Object> item = co_await stream->async_next();
    more = item.has_value();
  }
  const std::string& version = stream->header().resource_version;
  if (stop_.stop_requested() || !is_older(version, version_)) co_return;
  FailureCause cause;
  cause.problem = Problem::too_large;
  cause.text = "the server has lost state, perhaps because it was restored from a backup: its version is " + version +
               ", the informer's is " + version_ + "; relisting";
  fail(cause);
}

void Reflector::Machine::expect_data()
{
  const SteadyTime now = clock_.now();
  if (watch_->armed && now - *watch_->armed < kSilenceStep) return;
  watch_->armed = now;
  arm_deadline(Missed::data, kSilence);
}

}  // namespace kubexx
