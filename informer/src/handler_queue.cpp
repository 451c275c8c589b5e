// SPDX-License-Identifier: Apache-2.0
#include "handler_queue.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

#include "kubexx/base/detail/error_text.hpp"

namespace kubexx {

namespace {

// The executor serves others too: a turn ends when either is reached.
constexpr unsigned kCallsPerTurn = 32;
constexpr Duration kTurn = std::chrono::milliseconds(1);
// The back-off of client-go's DefaultControllerRateLimiter.
constexpr Duration kFirstRetry = std::chrono::milliseconds(5);
constexpr Duration kLongestRetry = std::chrono::seconds(1000);

Duration retry_delay(unsigned failures)
{
  Duration delay = kFirstRetry;
  for (unsigned failure = 1; failure < failures && delay < kLongestRetry; ++failure) delay *= 2;
  return std::min(delay, kLongestRetry);
}

EventHandler checked(EventHandler handler)
{
  const bool functions = handler.on_add || handler.on_update || handler.on_delete;
  if (!handler.on_event || !functions) return handler;
  throw std::invalid_argument("event handler '" + handler.name +
                              "': it has on_event and also on_add, on_update or on_delete; set one or the other");
}

// With the objects as handlers get them.
std::vector<Transition> whole(std::span<const Transition> transitions, const detail::ObjectPacker& packer)
{
  std::vector<Transition> read(transitions.begin(), transitions.end());
  for (auto& one : read) {
    one.old = packer.whole(one.old);
    one.object = packer.whole(one.object);
  }
  return read;
}

}  // namespace

HandlerQueue::HandlerQueue(Runtime runtime, EventHandler handler, HandlerMetrics metrics,
                           std::shared_ptr<const detail::ObjectPacker> packer, std::weak_ptr<const void> informer)
    : runtime_(std::move(runtime)),
      metrics_(std::move(metrics)),
      packer_(std::move(packer)),
      informer_(std::move(informer)),
      name_(handler.name),
      every_transition_(handler.on_event != nullptr),
      retry_(handler.on_event != nullptr && handler.retry),
      seed_(runtime_.random->next()),
      handler_(checked(std::move(handler)))
{
}

std::uint32_t HandlerQueue::hash_of(const Object& object) const noexcept
{
  return detail::hash_of(detail::key_of(object), seed_);
}

void HandlerQueue::push(const Delta& delta)
{
  std::optional<Transition> next = transition_of(delta);
  if (!next) return;
  Lock lock(mutex_);
  if (closed_) return;
  const HashedKey key{detail::key_of(delta.object), hash_of(delta.object)};
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    const Entries::iterator entry = *found;
    Recount recount(*this, *entry);
    bool left = true;
    if (every_transition_) {
      const bool room = transitions_ < by_key_.size() + ObjectEvent::max_more_transitions;
      entry->transitions.append(std::move(*next), room ? ObjectEvent::max_transitions : 2);
      queue_again(entry);
      left = !passes(*entry);
    } else {
      left = entry->transitions.fold(std::move(*next));
    }
    if (!left) {
      recount.entry = nullptr;
      by_key_.erase(found);
      order_.erase(entry);
    }
  } else {
    order_.push_back(Entry{Transitions(std::move(*next)), runtime_.clock->now(), key.hash, nullptr});
    try {
      by_key_.insert(std::prev(order_.end()));
    } catch (const std::bad_alloc&) {
      order_.pop_back();
      throw;
    }
    count(order_.back());
  }
  wake(lock);
}

void HandlerQueue::push_failed()
{
  const std::lock_guard lock(mutex_);
  lost_ = true;
  ++passed_;
}

void HandlerQueue::push_synced()
{
  Lock lock(mutex_);
  if (closed_) return;
  order_.push_back(Entry{Transitions(Transition()), runtime_.clock->now(), 0, nullptr});
  wake(lock);
}

void HandlerQueue::wake(Lock& lock)
{
  if (delivering_ || order_.empty()) return;
  delivering_ = true;
  lock.unlock();
  post_turn();
}

// No coroutine: Asio's, once spawned, costs two runs of the executor for each event instead of one.
void HandlerQueue::post_turn()
{
  try {
    asio::post(runtime_.executor, [self = shared_from_this()] { self->deliver(); });
  } catch (const std::bad_alloc&) {
    Lock lock(mutex_);
    delivering_ = false;  // the next push tries again
    lost_ = true;
    if (closed_) finish(lock);
  }
}

void HandlerQueue::deliver()
{
  const std::shared_ptr<const void> informer = informer_.lock();
  std::optional<SteadyTime> since;
  for (unsigned calls = 0; calls < kCallsPerTurn; ++calls) {
    const Turn turn = deliver_one(since);
    if (turn == Turn::has_no_more) return;
    if (turn == Turn::is_over) break;
  }
  post_turn();
}

HandlerQueue::Turn HandlerQueue::deliver_one(std::optional<SteadyTime>& since)
{
  Entries current;  // released without the lock
  Lock lock(mutex_);
  while (!closed_ && !order_.empty() && order_.front().is_mark()) {
    order_.pop_front();
    listed_ = true;
    if (handler_.on_caught_up) call_caught_up(lock);
    lock.unlock();
    synced_.give(true);
    lock.lock();
  }
  if (!closed_ && order_.empty() && behind_ && listed_) {
    // The watch lets handlers run between the events of a burst: more may come in this turn of the executor.
    if (!std::exchange(paused_, true)) return Turn::is_over;
    call_caught_up(lock);
    return Turn::goes_on;
  }
  if (closed_ || order_.empty()) {
    delivering_ = false;
    if (closed_) finish(lock);
    return Turn::has_no_more;
  }
  const SteadyTime called_at = runtime_.clock->now();
  if (since && called_at - *since >= kTurn) return Turn::is_over;
  if (!since) since = called_at;
  by_key_.erase(order_.begin());
  discount(order_.front());
  bool lost = std::exchange(lost_, false);
  current.splice(current.begin(), order_, order_.begin());
  behind_ = handler_.on_caught_up != nullptr;
  paused_ = false;
  begin_call(called_at);
  lock.unlock();
  const bool handled = call(current.front(), lost);
  if (metrics_.latency) {
    metrics_.latency->observe(std::chrono::duration<double>(runtime_.clock->now() - called_at).count());
  }
  lock.lock();
  end_call();
  lost_ = lost_ || lost;
  if (closed_) return Turn::goes_on;
  if (!handled && retry_) {
    keep_for_retry(current, lock);
  } else if (!failed_.empty() && !retrying_) {  // there was no memory for it
    sleep_for_retries(lock);
  }
  return Turn::goes_on;
}

void HandlerQueue::begin_call(SteadyTime at)
{
  calling_ = std::this_thread::get_id();
  called_at_ = at;
}

void HandlerQueue::end_call()
{
  calling_ = {};
  call_over_.notify_all();
}

void HandlerQueue::call_caught_up(Lock& lock)
{
  behind_ = false;
  begin_call(runtime_.clock->now());
  lock.unlock();
  guarded(nullptr, handler_.on_caught_up);
  lock.lock();
  end_call();
}

bool HandlerQueue::call(Entry& entry, bool& lost)
{
  std::vector<Transition> read;
  SelectedTransitions some;
  std::span<const Transition> seen = entry.transitions.view();
  if (packer_) {
    if (!guarded(&entry, [&] { read = whole(seen, *packer_); })) return false;
    seen = read;
  }
  if (handler_.selects) {
    if (!guarded(&entry, [&] { some = selected(seen, handler_.selects, retry_); })) return false;
    if (some.failure) (void)guarded(&entry, [&] { std::rethrow_exception(some.failure); });
    seen = some.transitions;
    if (seen.empty()) return true;
  }
  if (every_transition_) {
    const ObjectEvent event{seen, entry.transitions.lost() || lost, entry.retry ? entry.retry->failures : 0};
    const bool handled = guarded(&entry, [&] { handler_.on_event(event); });
    if (handled || !retry_) {
      lost = false;
      entry.transitions.loss_reported();
    }
    return handled;
  }
  bool handled = true;
  for (const auto& transition : seen) {
    handled = guarded(&entry, [&] { call_function(transition); }) && handled;
  }
  return handled;
}

void HandlerQueue::call_function(const Transition& transition) const
{
  switch (transition.type) {
    case Transition::Type::added:
      if (handler_.on_add) handler_.on_add(transition.object, transition.initial);
      break;
    case Transition::Type::updated:
      if (handler_.on_update) handler_.on_update(transition.old, transition.object);
      break;
    case Transition::Type::deleted:
      if (handler_.on_delete) handler_.on_delete(transition.object, transition.final_state_unknown);
      break;
  }
}

bool HandlerQueue::guarded(const Entry* entry, const std::function<void()>& function) const
{
  try {
    function();
    return true;
  } catch (...) {
    try {
      log_failure(entry);
    } catch (const std::bad_alloc&) {  // there is no memory to say so; it is counted
    }
  }
  if (metrics_.errors) metrics_.errors->increment();
  return false;
}

// Within a catch.
void HandlerQueue::log_failure(const Entry* entry) const
{
  if (!runtime_.log.enabled(LogLevel::error)) return;
  if (entry == nullptr) {
    runtime_.log.error("on_caught_up of an event handler threw: it is called again after the next event",
                       {{"handler", name_}, {"error", detail::current_error()}});
    return;
  }
  const char* next = retry_ ? "an event handler threw: it is called again with this event"
                            : "an event handler threw: it is not called again with this event";
  const unsigned failures = (entry->retry ? entry->retry->failures : 0) + 1;
  const auto log = runtime_.log.with({{"key", entry->object().key().to_string()}, {"handler", name_}});
  if (retry_) {
    log.error(next, {{"error", detail::current_error()}, {"failures", failures}, {"retry_in", retry_delay(failures)}});
  } else {
    log.error(next, {{"error", detail::current_error()}});
  }
}

// --- retries ---

void HandlerQueue::keep_for_retry(Entries& failed, Lock& lock)
{
  bool sleeps = false;
  try {
    sleeps = try_to_keep(failed);
  } catch (const std::bad_alloc&) {
    lost_ = true;
    ++passed_;
    return;
  }
  if (!sleeps) return;
  if (retrying_) {
    std::stop_source sleep = retry_sleep_;  // it may be too long
    lock.unlock();
    sleep.request_stop();
    return;
  }
  sleep_for_retries(lock);
}

void HandlerQueue::sleep_for_retries(Lock& lock)
{
  retrying_ = true;
  lock.unlock();
  try {
    spawn(runtime_.executor, retry_failed(Sleeper(shared_from_this())));
  } catch (const std::bad_alloc&) {  // the Sleeper has ended
  }
}

bool HandlerQueue::try_to_keep(Entries& failed)
{
  const Entries::iterator entry = failed.begin();
  if (!entry->retry) entry->retry = std::make_unique<Retry>();
  Retry& retry = *entry->retry;
  retry.due = saturating_add(runtime_.clock->now(), retry_delay(++retry.failures));
  const auto [place, alone] = by_key_.insert(entry);
  if (!alone) {  // the object has changed during the call
    const Entries::iterator newer = *place;
    entry->transitions.append(newer->transitions);
    discount(*newer);
    auto known = by_key_.extract(place);
    order_.splice(newer, failed);
    order_.erase(newer);
    if (passes(*entry)) {
      failed.splice(failed.end(), order_, entry);
      return false;
    }
    known.value() = entry;
    by_key_.insert(std::move(known));
    count(*entry);
    return false;
  }
  if (passes(*entry)) {
    by_key_.erase(place);
    return false;
  }
  count(*entry);
  retry.waiting = true;
  failed_.splice(failed_.end(), failed);
  return true;
}

HandlerQueue::Sleeper::~Sleeper()
{
  if (queue) queue->give_up_sleeping();
}

awaitable<void> HandlerQueue::retry_failed(Sleeper sleeper)
{
  HandlerQueue& queue = *sleeper.queue;
  try {
    while (const std::optional<SteadyTime> next = queue.queue_due()) {
      co_await async_sleep_until(*queue.runtime_.clock, *next, queue.retry_sleep());
    }
  } catch (const std::bad_alloc&) {
    co_return;
  }
  const auto alive = std::move(sleeper.queue);  // another may sleep by now
}

void HandlerQueue::give_up_sleeping()
{
  const std::lock_guard lock(mutex_);
  retrying_ = false;  // the next call tries again
}

std::optional<SteadyTime> HandlerQueue::queue_due()
{
  std::stop_source sleep;
  Lock lock(mutex_);
  const SteadyTime now = runtime_.clock->now();
  std::optional<SteadyTime> next;
  for (auto entry = failed_.begin(); entry != failed_.end();) {
    const auto current = entry++;
    const SteadyTime due = current->retry->due;
    if (due <= now) {
      queue_again(current);
    } else if (!next || due < *next) {
      next = due;
    }
  }
  retrying_ = next.has_value();
  retry_sleep_ = std::move(sleep);
  wake(lock);
  return next;
}

void HandlerQueue::queue_again(Entries::iterator entry)
{
  if (!entry->retry || !std::exchange(entry->retry->waiting, false)) return;
  order_.splice(order_.end(), failed_, entry);
}

void HandlerQueue::count(const Entry& entry)
{
  transitions_ += entry.transitions.view().size();
  came_and_went_ += entry.transitions.came_and_went() ? 1 : 0;
}

void HandlerQueue::discount(const Entry& entry)
{
  transitions_ -= entry.transitions.view().size();
  came_and_went_ -= entry.transitions.came_and_went() ? 1 : 0;
}

bool HandlerQueue::passes(const Entry& entry)
{
  if (!entry.transitions.came_and_went() || came_and_went_ < ObjectEvent::max_passed_objects) return false;
  ++passed_;
  lost_ = true;
  return true;
}

std::stop_token HandlerQueue::retry_sleep() const
{
  const std::lock_guard lock(mutex_);
  return retry_sleep_.get_token();
}

// --- the end ---

void HandlerQueue::close()
{
  Entries dropped, failed;
  Lock lock(mutex_);
  if (closed_) return;
  closed_ = true;
  dropped.swap(order_);
  failed.swap(failed_);
  by_key_.clear();
  std::stop_source sleep = retry_sleep_;
  if (!delivering_) {
    finish(lock);
  } else {
    lock.unlock();
  }
  sleep.request_stop();
  synced_.give(false);
}

void HandlerQueue::close_and_wait()
{
  close();
  Lock lock(mutex_);
  if (calling_ == std::this_thread::get_id()) return;
  call_over_.wait(lock, [this] { return calling_ == std::thread::id(); });
  EventHandler handler = std::exchange(handler_, {});  // destroyed without the lock
  lock.unlock();
}

// The handler will not be called again: what it captured is destroyed with it.
void HandlerQueue::finish(Lock& lock)
{
  EventHandler handler = std::exchange(handler_, {});
  lock.unlock();
  ended_.give(true);
}

HandlerStatus HandlerQueue::status() const
{
  const SteadyTime now = runtime_.clock->now();
  HandlerStatus status;
  status.name = name_;
  const std::lock_guard lock(mutex_);
  status.pending = by_key_.size();
  if (!order_.empty()) status.oldest = now - order_.front().since;
  for (const auto& entry : failed_) status.oldest = std::max(status.oldest, now - entry.since);
  if (calling_ != std::thread::id()) status.calling = now - called_at_;
  status.transitions = transitions_;
  status.passed = passed_;
  return status;
}

std::size_t HandlerQueue::pending() const
{
  const std::lock_guard lock(mutex_);
  return by_key_.size();
}

}  // namespace kubexx
