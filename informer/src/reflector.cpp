// SPDX-License-Identifier: Apache-2.0
// The machine: its states, what each of them goes on to, and its failures. The work of the states is in
// reflector_list.cpp and reflector_watch.cpp.
#include "kubexx/informer/reflector.hpp"

#include <algorithm>
#include <utility>

#include "kubexx/informer/detail/stream_list_refusals.hpp"
#include "kubexx/informer/event_handler.hpp"
#include "reflector_machine.hpp"

namespace kubexx {

namespace {

constexpr Duration kMaxRetryAfter = std::chrono::minutes(1);
// Lists are expensive. Of those that follow a watch at once, such as after 410, a reflector may make three, and one
// more every ten seconds; the others come after a pause. Those that follow a short watch leave one for a longer one.
constexpr double kListsAtOnce = 3;
constexpr std::chrono::seconds kListEvery{10};
constexpr Duration kLongWatch = std::chrono::seconds(1);
// Handlers run in between, so that a burst of events does not fill what is kept of one object for them.
constexpr unsigned kStepsPerTurn = ObjectEvent::max_transitions / 2;

ReflectorOptions complete(ReflectorOptions options)
{
  if (!options.stream_list_refusals) options.stream_list_refusals = std::make_shared<detail::StreamListRefusals>();
  return options;
}

}  // namespace

Reflector::Machine::Machine(Client client, ResourceType type, ReflectorOptions options, ReflectorSink& sink)
    : client_(std::move(client)),
      type_(std::move(type)),
      options_(complete(std::move(options))),
      sink_(sink),
      clock_(*client_.runtime().clock),
      random_(*client_.runtime().random),
      report_(client_.runtime(), type_.group_resource(), options_.namespace_, options_.metrics),
      lists_left_(kListsAtOnce)
{
}

awaitable<void> Reflector::Machine::run(std::stop_token stop)
{
  stop_ = std::move(stop);
  enter(Reflector::State::choosing);
  for (unsigned steps = 1; !stop_.stop_requested(); ++steps) {
    co_await step();
    if (steps % kStepsPerTurn == 0) co_await async_yield();
  }
  if (watch_ && watch_->stream) report_.watch_ends(clock_.now() - watch_->opened, false);
  watch_.reset();
  enter(Reflector::State::stopped);
}

awaitable<void> Reflector::Machine::step()
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

void Reflector::Machine::choose()
{
  watch_.reset();
  listing_ = Listing{};
  const bool stream =
      options_.stream_list && !options_.stream_list_refusals->has(type_) && !std::exchange(page_once_, false);
  enter(stream ? Reflector::State::opening_stream_list : Reflector::State::listing);
}

awaitable<void> Reflector::Machine::pause()
{
  co_await async_sleep_until(clock_, resume_at_, stop_);
  if (!stop_.stop_requested()) enter(after_pause_);
}

void Reflector::Machine::fail(const FailureCause& cause)
{
  const bool lived = watch_ && watch_->stream && clock_.now() - watch_->opened >= kLongWatch;
  if (watch_) watch_->survival.cancel();
  if (watch_ && watch_->stream) report_.watch_ends(clock_.now() - watch_->opened, !watch_progressed());
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
  failure.unversioned = watch_ && watch_->stream ? watch_->unversioned : starts_anywhere(version_);
  const Edge edge = edge_of(failure, cause.code);
  stream_failed_ = in_stream && !edge.expected;
  note_failure(cause, over_watch ? "watch" : "list", edge.expected);

  if (edge.drop_version) version_unusable_ = true;
  if (edge.page_instead) page_once_ = true;
  if (edge.no_more_stream) options_.stream_list_refusals->add(type_);
  watch_.reset();
  resumed_ = edge.next == Reflector::State::opening_watch;
  compare_ = resumed_ && (compare_ || edge.compare);
  if (!edge.same_page) {
    Listing next;
    next.full = edge.full_list;
    next.version = edge.full_list ? listing_.version : std::string();
    listing_ = std::move(next);
  }
  const Reflector::State to = edge.full_list || edge.same_page ? Reflector::State::listing : edge.next;
  const SteadyTime now = clock_.now();
  bool pause = edge.pause;
  if (!pause && to == Reflector::State::choosing &&
      (failure.at == Reflector::State::watching || failure.at == Reflector::State::opening_watch)) {
    pause = !may_list_at_once(now, lived);
  }
  if (!pause) {
    enter(to);
    return;
  }
  Duration delay = backoff_.next(now, random_);
  if (cause.retry_after) delay = std::max(delay, std::min(*cause.retry_after, kMaxRetryAfter));
  resume_at_ = saturating_add(now, delay);
  after_pause_ = to;
  enter(Reflector::State::waiting);
}

bool Reflector::Machine::may_list_at_once(SteadyTime now, bool lived)
{
  const std::chrono::duration<double> passed = now - lists_counted_;
  lists_left_ = std::min(kListsAtOnce, lists_left_ + passed / kListEvery);
  lists_counted_ = now;
  if (lists_left_ < (lived ? 1 : 2)) return false;
  lists_left_ -= 1;
  return true;
}

void Reflector::Machine::note_failure(const FailureCause& cause, const char* verb, bool expected)
{
  const std::string text = describe(cause, verb, type_, options_.namespace_);
  if (expected) {
    report_.log().debug("the watch continues", {{"reason", text}});
  } else {
    report_.failed(cause.code, text);
  }
}

void Reflector::Machine::enter(Reflector::State state)
{
  state_ = state;
  report_.entered(state);
}

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
