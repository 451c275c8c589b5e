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
/// and counted when too many are waiting or the server refuses them.
///
/// Repeats (same type, reason, action, note and objects) within `series_idle` of the last one become one event with a
/// series, as in client-go: the first is created, the second writes the series, later ones are counted and written
/// every `series_refresh` and once when the series ends. Repeats of an event that has not been sent yet are merged into
/// it. As in client-go's record.EventRecorder, the tenth note of one reason about one object within ten minutes and
/// those that follow become one event, "(combined from similar events): …", and after 25 new events of one type about
/// one object one in five minutes is made, the others are dropped; its events.EventRecorder drops the notes of repeats
/// and has no such bound.
class EventRecorder {
public:
  struct Options {
    std::string reporting_controller = "kubexx";  ///< who: a qualified name such as "example.com/foo-controller"
    std::string reporting_instance;               ///< which replica, at most 128 bytes; default: that of the controller
    std::size_t capacity = 10000;                 ///< events remembered, sent or not
    std::size_t senders = 8;                      ///< requests under way at the same time
    Duration series_idle = std::chrono::minutes(6);
    Duration series_refresh = std::chrono::minutes(30);
    int tries = 12;                                    ///< for errors that can pass
    Duration retry_period = std::chrono::seconds(10);  ///< between tries, plus up to a quarter of it
  };
  /// Throws std::invalid_argument for names that the API server would refuse in every event.
  EventRecorder(const Client& client, Options options);

  /// `reason`: why, one word in CamelCase (at most 128 bytes). `action`: what was done or tried, likewise. `note`: the
  /// message (at most 1024 bytes). Longer texts are cut. `related`: a second object, if any.
  void normal(const Object& regarding, std::string_view reason, std::string_view action, std::string_view note,
              const Object& related = {}, const EventAnnotations& annotations = {}) const;
  void warning(const Object& regarding, std::string_view reason, std::string_view action, std::string_view note,
               const Object& related = {}, const EventAnnotations& annotations = {}) const;

  /// The same about what a reconciler has read, with the action "Reconcile".
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

  /// Ends open series, refuses further events and gives up waiting for retries; true when everything that waited has
  /// been sent or refused before `deadline`.
  [[nodiscard]] awaitable<bool> async_stop(SteadyTime deadline) const;

  [[nodiscard]] std::size_t waiting() const;     ///< not sent yet
  [[nodiscard]] std::uint64_t dropped() const;   ///< no room, or too much about one object
  [[nodiscard]] std::uint64_t rejected() const;  ///< by the server, or after the last try

private:
  static constexpr std::string_view kReconcile = "Reconcile";
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace kubexx
