// SPDX-License-Identifier: Apache-2.0
#include "event_source.hpp"

#include <utility>

#include "causes.hpp"

namespace kubexx {

namespace {

awaitable<bool> wait_synced(SharedInformer informer, std::shared_ptr<HandlerRegistration> registration,
                            std::stop_token stop)
{
  const bool listed = co_await informer.async_wait_synced(stop);
  if (!listed || !registration) co_return false;
  const bool handled = co_await registration->async_wait_synced(stop);
  co_return handled;
}

}  // namespace

EventSource::EventSource(KindCache kind, Mapper map, std::vector<Predicate> predicates, std::size_t index)
    : kind_(std::move(kind)), map_(std::move(map)), predicates_(std::move(predicates)), index_(index)
{
}

void EventSource::start(Enqueue enqueue)
{
  enqueue_ = std::move(enqueue);
  EventHandler with_events = map_ ? handler() : EventHandler();
  if (with_events.on_delete) {
    kind_.on_vanished([deleted = with_events.on_delete](const Object& last) { deleted(last, true); });
  }
  std::shared_ptr<HandlerRegistration> registration = kind_.informer().add_handler(std::move(with_events));
  const std::lock_guard lock(mutex_);
  registration_ = std::move(registration);
}

awaitable<bool> EventSource::async_wait_synced(std::stop_token stop) const
{
  const std::lock_guard lock(mutex_);
  return wait_synced(kind_.informer(), registration_, std::move(stop));
}

void EventSource::end()
{
  std::shared_ptr<HandlerRegistration> registration;  // released without the lock: it waits for a call that runs
  const std::lock_guard lock(mutex_);
  registration.swap(registration_);
}

std::optional<std::string> EventSource::waiting_for() const
{
  if (kind_.informer().has_synced()) return std::nullopt;
  const WatchStatus status = kind_.informer().status();
  std::string line = kind_.name() + " (" + to_string(status.state) + ")";
  return status.last_error.empty() ? line : line + ": " + status.last_error;
}

EventHandler EventSource::handler()
{
  EventHandler handler;
  handler.every_deletion = true;  // a reconciler may have created the object, and must hear that it is gone
  const std::weak_ptr<EventSource> weak = weak_from_this();
  handler.on_add = [weak](const Object& object, bool initial) {
    const auto self = weak.lock();
    if (!self || !self->passes([&](const Predicate& p) { return p.add(object); })) return;
    self->add(self->map_(object), causes::of(self->index_, causes::Event::added) | (initial ? causes::kFirstList : 0U));
  };
  handler.on_update = [weak](const Object& old, const Object& now) {
    const auto self = weak.lock();
    if (!self || !self->passes([&](const Predicate& p) { return p.update(old, now); })) return;
    const auto cause = causes::of(self->index_, causes::Event::updated);
    const auto requests = self->map_(now);
    auto former = self->map_(old);
    self->add(requests, cause);
    for (const auto& request : requests) std::erase(former, request);
    self->add(former, cause);
  };
  handler.on_delete = [weak](const Object& last, bool) {
    const auto self = weak.lock();
    if (!self || !self->passes([&](const Predicate& p) { return p.remove(last); })) return;
    self->add(self->map_(last), causes::of(self->index_, causes::Event::deleted));
  };
  return handler;
}

bool EventSource::passes(const auto& test) const
{
  for (const auto& predicate : predicates_) {
    if (!test(predicate)) return false;
  }
  return true;
}

void EventSource::add(const std::vector<Request>& requests, Cause cause) const
{
  for (const auto& request : requests) enqueue_(request, cause);
}

}  // namespace kubexx
