// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "kubexx/client/client.hpp"
#include "kubexx/client/typed_object.hpp"

namespace kubexx {

/// Annotations of an event.
using EventAnnotations = std::map<std::string, std::string>;

/// Writes events (events.k8s.io/v1) about objects, which `kubectl describe` and `kubectl get events` show. A copyable
/// handle; thread safe. Recording never blocks and never throws: events are sent in the background. They are dropped
/// and counted if too many are waiting or the server rejects them.
///
/// Repeats (same type, reason, action, note and objects) within `series_idle` of the last one become one event with a
/// series, as in client-go: the first is created, the second writes the series, later ones are counted and written
/// every `series_refresh` and once when the series ends. Repeats of an event that has not been sent yet are merged into
/// it.
///
/// As in client-go's record.EventRecorder, similar events are limited. The tenth different note with the same reason
/// about one object, each within ten minutes of the one before, and the notes that follow become one event, "(combined
/// from similar events): …". After 25 new events of one type about one object, one event per five minutes is created,
/// and the others are dropped. (client-go's events.EventRecorder drops the notes of repeats and has no such limits.)
class EventRecorder {
public:
  /// The names that the events carry, and the limits of memory and requests.
  struct Options {
    std::string reporting_controller = "kubexx";  ///< a qualified name such as "example.com/foo-controller"
    std::string reporting_instance = {};          ///< the replica, at most 128 bytes; default: reporting_controller
    std::size_t capacity = 10000;                 ///< events that are remembered, sent or not
    std::size_t senders = 8;                      ///< concurrent requests
    Duration series_idle = std::chrono::minutes(6);
    Duration series_refresh = std::chrono::minutes(30);
    int tries = 12;                                    ///< if the error may be temporary
    Duration retry_period = std::chrono::seconds(10);  ///< between tries, plus up to a quarter of it at random
  };
  /// Throws std::invalid_argument for names that the API server would reject in every event.
  EventRecorder(const Client& client, Options options);

  /// `reason`: why, one word in CamelCase (at most 128 bytes). `action`: what was done or tried, likewise. `note`: the
  /// message (at most 1024 bytes). Longer texts are truncated. `related`: a second object, if any.
  void normal(const Object& regarding, std::string_view reason, std::string_view action, std::string_view note,
              const Object& related = {}, const EventAnnotations& annotations = {}) const;
  void warning(const Object& regarding, std::string_view reason, std::string_view action, std::string_view note,
               const Object& related = {}, const EventAnnotations& annotations = {}) const;

  /// The same about an object that a reconciler has read, with the action "Reconcile".
  template <Kind T>
  void normal(const Typed<T>& regarding, std::string_view reason, std::string_view note) const
  {
    normal(regarding.origin(), reason, kReconcile, note);
  }
  template <Kind T>
  void warning(const Typed<T>& regarding, std::string_view reason, std::string_view note) const
  {
    warning(regarding.origin(), reason, kReconcile, note);
  }

  /// Ends open series, refuses further events and stops waiting for retries. Returns true if all waiting events have
  /// been sent or rejected before `deadline`. Otherwise it discards those that are left.
  [[nodiscard]] awaitable<bool> async_stop(SteadyTime deadline) const;
  /// The blocking form. Throws std::logic_error on a thread of the runtime's executor, and RuntimeStopped if no thread
  /// runs that.
  bool stop(SteadyTime deadline) const;

  [[nodiscard]] std::size_t waiting() const;     ///< not sent yet
  [[nodiscard]] std::uint64_t dropped() const;   ///< for lack of room, or too many about one object
  [[nodiscard]] std::uint64_t rejected() const;  ///< by the server, or after the last try

private:
  static constexpr std::string_view kReconcile = "Reconcile";
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
