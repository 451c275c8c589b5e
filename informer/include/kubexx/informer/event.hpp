// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// One change of one object, as the store made it.
struct Transition {
  enum class Type : std::uint8_t { added, updated, deleted };
  Type type = Type::added;
  bool initial = false;  ///< added: part of the first list, or stored already when the handler was added
  /// deleted: the watch missed the deletion, so `object` may be stale: client-go's DeletedFinalStateUnknown.
  bool final_state_unknown = false;
  Object old;     ///< updated, deleted: the state before; added: empty
  Object object;  ///< the state after; deleted: the last known state
};

/// What happened to one object since a handler was last called for it. Valid during the call.
struct ObjectEvent {
  /// How many transitions of one object are kept for a handler that lags.
  static constexpr std::size_t max_transitions = 16;
  /// How many are kept in all, beyond one for each object; after that, two of each object.
  static constexpr std::size_t max_more_transitions = 65536;
  /// How many objects are kept that came and went before the handler was called for them.
  static constexpr std::size_t max_passed_objects = 65536;

  std::span<const Transition> transitions;  ///< oldest first; one unless the handler lags; never empty
  /// There were more than the bounds above allow: some between the first and the last ones are missing, or objects that
  /// came and went. Set until a call has not thrown, or once without a retry.
  bool transitions_lost = false;
  unsigned failures = 0;  ///< how often `on_event` has thrown for this event (EventHandler::retry)

  /// The state that the handler was last given; empty when it has been given none, or the object's deletion.
  [[nodiscard]] const Object& given() const noexcept { return transitions.front().old; }
  /// The present state; empty when the object is gone.
  [[nodiscard]] Object now() const
  {
    return transitions.back().type == Transition::Type::deleted ? Object() : transitions.back().object;
  }
};

/// Called for one object at a time, in order per object, never inside a call that changes the store. The functions run
/// on the runtime's executor and must not block it; those that are not set are skipped. What they throw is logged and
/// counted. What waits for a handler that lags, or never returns, is bounded: an entry for each object that there is or
/// that the handler was given, and what ObjectEvent allows beyond that.
///
/// A handler has either `on_event`, which sees every transition, or the three functions of client-go's
/// ResourceEventHandlerFuncs, which get the outcome of what they have not seen:
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
  /// Call `on_event` again when it throws: after 5 ms, twice as long after each further failure up to 1000 s, and at
  /// the next change of the object. The event then has the transitions of all calls that failed. Without it the event
  /// is skipped.
  bool retry = false;

  /// Which objects the handler sees; unset: all. One that becomes selected is added, one that no longer is, deleted in
  /// the last state that was selected: client-go's FilteringResourceEventHandler.
  std::function<bool(const Object&)> selects = {};

  std::string name = {};  ///< in logs
};

}  // namespace kubexx
