// SPDX-License-Identifier: Apache-2.0
#include "handler_queue.hpp"

#include <exception>
#include <utility>

namespace kubexx {

namespace {
constexpr unsigned kCallsPerTurn = 32;
}

HandlerQueue::HandlerQueue(Runtime runtime, EventHandler handler, std::shared_ptr<Counter> errors)
    : runtime_(std::move(runtime)), errors_(std::move(errors)), handler_(std::move(handler))
{
}

void HandlerQueue::push(const Delta& delta)
{
  std::unique_lock lock(mutex_);
  if (closed_) return;
  if (delta.type == Delta::Type::applied) {
    fold_applied(delta);
  } else if (delta.type == Delta::Type::deleted) {
    fold_deleted(delta);
  } else {
    return;
  }
  wake(lock);
}

void HandlerQueue::push_synced()
{
  std::unique_lock lock(mutex_);
  if (closed_) return;
  order_.emplace_back();
  wake(lock);
}

// ADD+UPDATE = ADD(new); UPDATE+UPDATE = UPDATE(last delivered, new); DELETE+ADD stays two.
void HandlerQueue::fold_applied(const Delta& delta)
{
  ObjectKey key = delta.object.key();
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    Entry& entry = *found->second;
    if (!entry.now) {
      entry.initial = delta.initial;
      ++events_;
    }
    entry.now = delta.object;
    return;
  }
  Entry& entry = append(std::move(key));
  entry.known = delta.old;
  entry.now = delta.object;
  entry.initial = delta.initial;
  ++events_;
}

// UPDATE+DELETE = DELETE; an ADD that was not delivered and its DELETE are nothing, or DELETE if the handler wants it.
void HandlerQueue::fold_deleted(const Delta& delta)
{
  ObjectKey key = delta.object.key();
  const auto found = by_key_.find(key);
  Entry* entry = found == by_key_.end() ? nullptr : &*found->second;
  if (entry != nullptr) {
    const bool undelivered = !entry->known;
    if (undelivered && handler_.every_deletion) {
      if (entry->gone && entry->now) --events_;
      entry->now = Object();
      entry->gone = delta.object;
      entry->final_state_unknown = delta.final_state_unknown;
      return;
    }
    if (undelivered) {
      if (entry->now) --events_;
      entry->now = Object();
      if (!entry->gone) drop(found->second);
      return;
    }
    entry->known = Object();
    entry->now = Object();
  } else {
    entry = &append(std::move(key));
    ++events_;
  }
  entry->gone = delta.object;
  entry->final_state_unknown = delta.final_state_unknown;
}

HandlerQueue::Entry& HandlerQueue::append(ObjectKey key)
{
  order_.emplace_back();
  order_.back().key = key;
  by_key_.emplace(std::move(key), std::prev(order_.end()));
  return order_.back();
}

void HandlerQueue::drop(Entries::iterator entry)
{
  by_key_.erase(entry->key);
  order_.erase(entry);
}

void HandlerQueue::wake(std::unique_lock<std::mutex>& lock)
{
  if (delivering_ || order_.empty()) return;
  delivering_ = true;
  lock.unlock();
  spawn(runtime_.executor, deliver(shared_from_this()));
}

awaitable<void> HandlerQueue::deliver(std::shared_ptr<HandlerQueue> self)
{
  co_await async_yield();  // never inside push()
  for (unsigned calls = 1; self->deliver_one(); ++calls) {
    if (calls % kCallsPerTurn == 0) co_await async_yield();
  }
}

std::optional<HandlerQueue::Call> HandlerQueue::take()
{
  Entry& first = order_.front();
  Call call;
  --events_;
  if (first.gone) {
    call = {Call::Kind::deleted, std::exchange(first.gone, Object()), {}, first.final_state_unknown};
    if (!first.now) drop(order_.begin());
    return call;
  }
  call.kind = first.known ? Call::Kind::update : Call::Kind::add;
  call.object = std::move(first.now);
  call.old = std::move(first.known);
  call.flag = first.initial;
  drop(order_.begin());
  return call;
}

bool HandlerQueue::deliver_one()
{
  std::unique_lock lock(mutex_);
  while (!closed_ && !order_.empty() && order_.front().events() == 0) {
    order_.pop_front();
    lock.unlock();
    synced_.give(true);
    lock.lock();
  }
  if (closed_ || order_.empty()) {
    delivering_ = false;
    if (closed_) finish(lock);
    return false;
  }
  const std::optional<Call> next = take();
  calling_ = std::this_thread::get_id();
  lock.unlock();
  call(*next);
  lock.lock();
  calling_ = {};
  call_over_.notify_all();
  return true;
}

void HandlerQueue::call(const Call& call) const
{
  try {
    switch (call.kind) {
      case Call::Kind::add:
        if (handler_.on_add) handler_.on_add(call.object, call.flag);
        break;
      case Call::Kind::update:
        if (handler_.on_update) handler_.on_update(call.old, call.object);
        break;
      case Call::Kind::deleted:
        if (handler_.on_delete) handler_.on_delete(call.object, call.flag);
        break;
    }
    return;
  } catch (const std::exception& error) {
    runtime_.log.error("an event handler threw; the event is lost to it",
                       {{"key", call.object.key().to_string()}, {"error", error.what()}});
  } catch (...) {
    runtime_.log.error("an event handler threw something that is no std::exception; the event is lost to it",
                       {{"key", call.object.key().to_string()}});
  }
  if (errors_) errors_->increment();
}

void HandlerQueue::close()
{
  std::unique_lock lock(mutex_);
  if (closed_) return;
  closed_ = true;
  Entries dropped;
  dropped.swap(order_);
  by_key_.clear();
  events_ = 0;
  if (!delivering_) {
    finish(lock);
    lock.lock();
  }
  lock.unlock();
  synced_.give(false);
}

void HandlerQueue::close_and_wait()
{
  close();
  std::unique_lock lock(mutex_);
  if (calling_ == std::this_thread::get_id()) return;
  call_over_.wait(lock, [this] { return calling_ == std::thread::id(); });
  EventHandler handler = std::exchange(handler_, {});  // destroyed without the lock
  lock.unlock();
}

// Nobody will call the handler again: what it captured goes with it.
void HandlerQueue::finish(std::unique_lock<std::mutex>& lock)
{
  EventHandler handler = std::exchange(handler_, {});
  lock.unlock();
  ended_.give(true);
}

std::size_t HandlerQueue::pending() const
{
  const std::lock_guard lock(mutex_);
  return events_;
}

}  // namespace kubexx
