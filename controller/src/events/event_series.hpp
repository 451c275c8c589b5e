// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "events/event_filter.hpp"
#include "events/event_key.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/controller/event_recorder.hpp"

namespace kubexx {

/// What one call of EventRecorder::normal or warning says.
struct EventNote {
  std::string_view type, reason, action, note;
  const Object& regarding;
  const Object& related;
  const EventAnnotations& annotations;
};

/// What has to be sent next for a series.
struct EventWrite {
  std::uint64_t id = 0;  ///< for `sent`
  bool create = false;   ///< POST `body`; otherwise merge-patch it into the event `key`
  ObjectKey key;
  std::string body;
};

/// Folds repeats of an event into its series, and the notes that EventFilter combines into one event, and says what to
/// send: the part of the recorder that knows neither threads nor requests. Times are given by the caller. Not thread
/// safe.
class EventSeries {
public:
  struct Limits {
    std::string reporting_controller, reporting_instance;
    std::size_t capacity = 0;
    Duration idle{}, refresh{};
    EventFilter::Limits filter = {};
  };
  explicit EventSeries(Limits limits);

  enum class Recorded { yes, no_room, too_many };  ///< too_many: new events about one object
  /// `fallback_name` names the event of an object whose own name is no legal event name.
  Recorded record(const EventNote& note, SteadyTime now, WallTime wall, const std::string& fallback_name);

  /// The next thing to send, if any; its series is busy until `sent`.
  [[nodiscard]] std::optional<EventWrite> next(SteadyTime now);
  enum class Outcome { accepted, rejected, gone };  ///< gone: the event to be patched does not exist any more
  void sent(std::uint64_t id, Outcome outcome, SteadyTime now);

  /// Forgets series that have been idle; one that has unsent repeats is queued for a last write first.
  void sweep(SteadyTime now);
  /// As if every series were idle.
  void finish_all(SteadyTime now);
  /// When the next sweep can find something.
  [[nodiscard]] std::optional<SteadyTime> next_sweep() const;

  [[nodiscard]] std::size_t waiting() const noexcept { return queue_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return by_key_.size(); }

private:
  enum class State { queued, busy, resting };
  struct Entry {
    EventKey key;
    std::string event;                  // of the Event object: namespace/name
    std::unique_ptr<std::string> body;  // until it has been created: the event without its series
    std::int64_t count = 1;             // occurrences
    std::int64_t written = 0;           // of them, how many the server knows; 0: not created
    SteadyTime last{};
    SteadyTime last_write{};
    WallTime last_wall{};
    State state = State::queued;
    bool ending = false;  // forget it as soon as nothing is left to write
  };
  using Entries = std::list<Entry>;  // by `last`, oldest first

  void enqueue(Entries::iterator entry);
  void forget(Entries::iterator entry);
  void end(Entries::iterator entry);
  bool make_room();
  /// Counts a repeat of an event that is not idle; false when there is none.
  bool repeat(const EventKey& key, SteadyTime now, WallTime wall);
  void add(const EventKey& key, const EventNote& note, std::string_view text, SteadyTime now, WallTime wall,
           const std::string& fallback_name);

  Limits limits_;
  EventFilter filter_;
  Entries entries_;
  std::unordered_map<EventKey, Entries::iterator, EventKey::Hash> by_key_;  // all but those that are ending
  std::unordered_map<std::uint64_t, Entries::iterator> busy_;               // by EventWrite::id
  std::list<Entries::iterator> queue_;                                      // the queued ones, in order
  std::uint64_t last_id_ = 0;
  std::int64_t last_stamp_ = 0;  // names of events are unique by it
};

}  // namespace kubexx
