// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/core/v1/event_source.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"

namespace kubexx::corev1 {

/// EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time.
struct EventSeries {
  /// Number of occurrences in this series up to the last heartbeat time
  std::int32_t count = 0;
  /// Time of the last occurrence observed
  MicroTime lastObservedTime{};

  friend bool operator==(const EventSeries&, const EventSeries&);
};
BOOST_DESCRIBE_STRUCT(EventSeries, (), (count, lastObservedTime))
KUBEXX_COMPILED(EventSeries)

/// Event is a report of an event somewhere in the cluster. Events have a limited retention time and triggers and
/// messages may evolve with time.
struct Event {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Event", "events"};
  ObjectMeta metadata{};
  /// The object that this event is about.
  ObjectReference involvedObject{};
  /// This should be a short, machine understandable string that gives the reason for the transition into the object's
  /// current status.
  std::string reason{};
  /// A human-readable description of the status of this operation.
  std::string message{};
  /// The component reporting this event. Should be a short machine understandable string.
  EventSource source{};
  /// The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)
  Time firstTimestamp{};
  /// The time at which the most recent occurrence of this event was recorded.
  Time lastTimestamp{};
  /// The number of times this event has occurred.
  std::int32_t count = 0;
  /// Type of this event (Normal, Warning), new types could be added in the future
  std::string type{};
  /// Time when this Event was first observed.
  MicroTime eventTime{};
  /// Data about the Event series this event represents or nil if it's a singleton Event.
  std::optional<EventSeries> series{};
  /// What action was taken/failed regarding to the Regarding object.
  std::string action{};
  /// Optional secondary object for more complex actions.
  std::optional<ObjectReference> related{};
  /// Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`.
  std::string reportingComponent{};
  /// ID of the controller instance, e.g. `kubelet-xyzf`.
  std::string reportingInstance{};

  friend bool operator==(const Event&, const Event&);
};
BOOST_DESCRIBE_STRUCT(Event, (), (metadata, involvedObject, reason, message, source, firstTimestamp, lastTimestamp,
    count, type, eventTime, series, action, related, reportingComponent, reportingInstance))
KUBEXX_COMPILED(Event)

}  // namespace kubexx::corev1
