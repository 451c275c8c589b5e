// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// One change of one object in the store.
struct Transition {
  /// The type of the change.
  enum class Type : std::uint8_t { added, updated, deleted };
  Type type = Type::added;
  bool initial = false;  ///< added: part of the first list, or already stored when the handler was added
  /// deleted: a tombstone. The watch did not deliver the deletion, so `object` may be stale: client-go's
  /// DeletedFinalStateUnknown.
  bool final_state_unknown = false;
  Object old;     ///< updated, deleted: the state before; added: empty
  Object object;  ///< the state after; deleted: the last known state
};

/// The changes of one object since the handler was last called for it. Valid during the call.
struct ObjectEvent {
  /// The most transitions of one object that a lagging handler gets. They are references to immutable objects, and one,
  /// the common case, needs no allocation. The reflector lets handlers run after every eight events, so a burst on one
  /// watch does not reach this limit by itself. Beyond it, only the first and the newest transitions stay.
  static constexpr std::size_t max_transitions = 16;
  /// The most transitions that are kept for all objects together, beyond one for each object; at this limit an object
  /// keeps two.
  static constexpr std::size_t max_more_transitions = 65536;
  /// The most objects that are kept although they came and went before the handler was called for them.
  static constexpr std::size_t max_passed_objects = 65536;

  std::span<const Transition> transitions;  ///< oldest first; one unless the handler lags; never empty
  /// Some transitions between the first and the last one are missing, or other objects that came and went, because
  /// there were more than the limits above allow or no memory was left. Set until a call does not throw, or, without
  /// `retry`, in one call.
  bool transitions_lost = false;
  unsigned failures = 0;  ///< how often `on_event` has thrown for this event (EventHandler::retry)

  /// The state that the handler was last given; empty if there is none, or if that was the object's deletion.
  [[nodiscard]] const Object& given() const noexcept { return transitions.front().old; }
  /// The current state; empty if the object is gone.
  [[nodiscard]] Object now() const
  {
    return transitions.back().type == Transition::Type::deleted ? Object() : transitions.back().object;
  }
};

/// The functions that an informer calls for changes: for one object at a time, in order per object, never inside a call
/// that changes the store. They run on the runtime's executor and must not block it; functions that are not set are
/// skipped. Their exceptions are logged and counted. The backlog of a handler that lags, or never returns, is bounded:
/// one entry for each object that exists or that the handler was given, and beyond that the limits of ObjectEvent. Only
/// states in between, and objects that came and went, are dropped, because without the rest the handler would miss the
/// net change of an object (docs/internals/design/0013-informer-interfaces.md).
///
/// A handler has either `on_event`, which gets every transition, or the three functions of client-go's
/// ResourceEventHandlerFuncs, which get the net change since their last call:
///
///   added, updated            on_add(the newest state)
///   updated, updated          on_update(the state last given, the newest state)
///   updated, deleted          on_delete(the last state)
///   deleted, added            on_delete(the old object), on_add(the new object)
///   added, deleted            nothing
struct EventHandler {
  std::function<void(const Object& object, bool initial)> on_add = {};
  std::function<void(const Object& old, const Object& now)> on_update = {};
  std::function<void(const Object& last, bool final_state_unknown)> on_delete = {};

  std::function<void(const ObjectEvent& event)> on_event = {};
  /// Calls `on_event` again if it throws: after 5 ms, then after twice the time for each further failure, up to 1000 s
  /// (client-go's DefaultControllerRateLimiter), and at the next change of the object. The event then has the
  /// transitions of all failed calls. If not set, the event is skipped.
  bool retry = false;

  /// Selects the objects that the handler sees; not set: all. The handler sees an object that becomes selected as
  /// added, and one that is no longer selected as deleted, in the last state that was selected: client-go's
  /// FilteringResourceEventHandler.
  std::function<bool(const Object&)> selects = {};

  /// Called when the handler has seen every event that has arrived: once after the first list, and from then on after
  /// each burst of events, also if `selects` left all of them out. For a value that is derived from the whole store:
  /// Snapshot does that. Never called before the first list is complete, nor at the same time as another function.
  /// Events that wait for a retry do not count. On an executor with several threads a burst may be seen as
  /// several.
  std::function<void()> on_caught_up = {};

  std::string name = {};  ///< in logs
};

}  // namespace kubexx
