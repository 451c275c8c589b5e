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

namespace kubexx::eventsv1 {

/// EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time.
/// How often to update the EventSeries is up to the event reporters.
struct EventSeries {
  /// count is the number of occurrences in this series up to the last heartbeat time.
  std::int32_t count = 0;
  /// lastObservedTime is the time when last Event from the series was seen before last heartbeat.
  MicroTime lastObservedTime{};

  friend bool operator==(const EventSeries&, const EventSeries&);
};
BOOST_DESCRIBE_STRUCT(EventSeries, (), (count, lastObservedTime))
KUBEXX_COMPILED(EventSeries)

/// Event is a report of an event somewhere in the cluster. It generally denotes some state change in the system. Events
/// have a limited retention time and triggers and messages may evolve with time.
struct Event {
  static constexpr ResourceInfo kubexx_resource{"events.k8s.io", "v1", "Event", "events"};
  ObjectMeta metadata{};
  /// eventTime is the time when this Event was first observed. It is required.
  MicroTime eventTime{};
  /// series is data about the Event series this event represents or nil if it's a singleton Event.
  std::optional<EventSeries> series{};
  /// reportingController is the name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. This
  /// field cannot be empty for new Events.
  std::string reportingController{};
  /// reportingInstance is the ID of the controller instance, e.g. `kubelet-xyzf`. This field cannot be empty for new
  /// Events and it can have at most 128 characters.
  std::string reportingInstance{};
  /// action is what action was taken/failed regarding to the regarding object. It is machine-readable. This field
  /// cannot be empty for new Events and it can have at most 128 characters.
  std::string action{};
  /// reason is why the action was taken. It is human-readable. This field cannot be empty for new Events and it can
  /// have at most 128 characters.
  std::string reason{};
  /// regarding contains the object this Event is about. In most cases it's an Object reporting controller implements,
  /// e.g. ReplicaSetController implements ReplicaSets and this event is emitted because it acts on some changes in a
  /// ReplicaSet object.
  corev1::ObjectReference regarding{};
  /// related is the optional secondary object for more complex actions. E.g. when regarding object triggers a creation
  /// or deletion of related object.
  std::optional<corev1::ObjectReference> related{};
  /// note is a human-readable description of the status of this operation. Maximal length of the note is 1kB, but
  /// libraries should be prepared to handle values up to 64kB.
  std::string note{};
  /// type is the type of this event (Normal, Warning), new types could be added in the future. It is machine-readable.
  /// This field cannot be empty for new Events.
  std::string type{};
  /// deprecatedSource is the deprecated field assuring backward compatibility with core.v1 Event type.
  corev1::EventSource deprecatedSource{};
  /// deprecatedFirstTimestamp is the deprecated field assuring backward compatibility with core.v1 Event type.
  Time deprecatedFirstTimestamp{};
  /// deprecatedLastTimestamp is the deprecated field assuring backward compatibility with core.v1 Event type.
  Time deprecatedLastTimestamp{};
  /// deprecatedCount is the deprecated field assuring backward compatibility with core.v1 Event type.
  std::int32_t deprecatedCount = 0;

  friend bool operator==(const Event&, const Event&);
};
BOOST_DESCRIBE_STRUCT(Event, (), (metadata, eventTime, series, reportingController, reportingInstance, action, reason,
    regarding, related, note, type, deprecatedSource, deprecatedFirstTimestamp, deprecatedLastTimestamp,
    deprecatedCount))
KUBEXX_COMPILED(Event)

}  // namespace kubexx::eventsv1
