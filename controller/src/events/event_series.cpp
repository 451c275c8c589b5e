// SPDX-License-Identifier: Apache-2.0
#include "events/event_series.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx {

namespace {

// Limits of the API server's validation (k8s.io/kubernetes/pkg/apis/core/validation/events.go).
constexpr std::size_t kReasonLimit = 128;
constexpr std::size_t kActionLimit = 128;
constexpr std::size_t kNoteLimit = 1024;
constexpr std::size_t kNameLimit = 253;

void write_member(JsonWriter& to, std::string_view name, std::string_view text)
{
  to.key(name);
  to.string(text);
}

void write_reference(JsonWriter& to, std::string_view name, const Object& object)
{
  to.key(name);
  to.begin_object();
  write_member(to, "apiVersion", object.api_version());
  write_member(to, "kind", object.kind());
  write_member(to, "name", object.name());
  if (!object.namespace_().empty()) write_member(to, "namespace", object.namespace_());
  write_member(to, "uid", object.uid());
  write_member(to, "resourceVersion", object.resource_version());
  to.end_object();
}

/// The event without its series.
std::string event_text(const ObjectKey& event, const EventNote& note, std::string_view text, WallTime time,
                       const EventSeries::Limits& reporter)
{
  JsonWriter to;
  to.begin_object();
  write_member(to, "apiVersion", "events.k8s.io/v1");
  write_member(to, "kind", "Event");
  to.key("metadata");
  to.begin_object();
  write_member(to, "name", event.name);
  write_member(to, "namespace", event.namespace_);
  if (!note.annotations.empty()) {
    to.key("annotations");
    to.begin_object();
    for (const auto& [name, value] : note.annotations) write_member(to, valid_utf8(name), valid_utf8(value));
    to.end_object();
  }
  to.end_object();
  write_member(to, "eventTime", MicroTime(time).to_string());
  write_member(to, "type", note.type);
  write_member(to, "reason", valid_utf8(note.reason, kReasonLimit));
  write_member(to, "action", valid_utf8(note.action, kActionLimit));
  write_member(to, "note", valid_utf8(text, kNoteLimit));
  write_member(to, "reportingController", reporter.reporting_controller);
  write_member(to, "reportingInstance", reporter.reporting_instance);
  write_reference(to, "regarding", note.regarding);
  if (note.related) write_reference(to, "related", note.related);
  to.end_object();
  return to.take();
}

// What one object's events of a type have in common. Without the version of the object: a repeat about a newer version
// is still a repeat.
EventKey object_of(const EventNote& note)
{
  return {note.type,
          note.regarding.api_version(),
          note.regarding.kind(),
          note.regarding.namespace_(),
          note.regarding.name(),
          note.regarding.uid()};
}

// What events have in common that differ in their note alone.
EventKey note_group(const EventKey& object, const EventNote& note)
{
  const EventKey group(object, {note.reason, note.action});
  return note.related ? EventKey(group, {note.related.uid(), note.related.name()}) : group;
}

bool legal_name(std::string_view name)
{
  const auto alphanumeric = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !name.empty() && alphanumeric(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return alphanumeric(c) || c == '-' || c == '.'; });
}

std::string event_name(std::string_view object, std::int64_t stamp, const std::string& fallback)
{
  if (!legal_name(object)) return fallback;
  std::array<char, 16> digits{};
  const char* const end = std::to_chars(digits.begin(), digits.end(), static_cast<std::uint64_t>(stamp), 16).ptr;
  const std::string_view suffix(digits.data(), static_cast<std::size_t>(end - digits.data()));
  object = object.substr(0, kNameLimit - suffix.size() - 1);
  while (object.back() == '-' || object.back() == '.') object.remove_suffix(1);
  return std::string(object).append(".").append(suffix);
}

std::string series_text(std::int64_t count, WallTime last)
{
  return R"("series":{"count":)" + std::to_string(count) + R"(,"lastObservedTime":")" + MicroTime(last).to_string() +
         "\"}";
}

}  // namespace

EventSeries::EventSeries(Limits limits) : limits_(std::move(limits)), filter_(limits_.filter)
{
  limits_.reporting_controller = valid_utf8(limits_.reporting_controller);
  limits_.reporting_instance = valid_utf8(limits_.reporting_instance);
}

EventSeries::Recorded EventSeries::record(const EventNote& note, SteadyTime now, WallTime wall,
                                          const std::string& fallback_name)
{
  const EventKey object = object_of(note);
  const EventKey group = note_group(object, note);
  std::string text(note.note);
  EventKey key(group, {text});
  if (repeat(key, now, wall)) return Recorded::yes;
  if (filter_.combines(group, text, now)) {
    key = group;
    if (repeat(key, now, wall)) return Recorded::yes;
    text.insert(0, "(combined from similar events): ");
  }
  if (!filter_.admits(object, now)) return Recorded::too_many;
  if (entries_.size() >= limits_.capacity && !make_room()) return Recorded::no_room;
  add(key, note, text, now, wall, fallback_name);
  return Recorded::yes;
}

bool EventSeries::repeat(const EventKey& key, SteadyTime now, WallTime wall)
{
  const auto known = by_key_.find(key);
  if (known == by_key_.end()) return false;
  const auto entry = known->second;
  if (now - entry->last >= limits_.idle) {
    end(entry);
    return false;
  }
  ++entry->count;
  entry->last = now;
  entry->last_wall = wall;
  entries_.splice(entries_.end(), entries_, entry);
  const bool starts_series = entry->written == 1;
  const bool refresh = now - entry->last_write >= limits_.refresh;
  if (entry->state == State::resting && (starts_series || refresh)) enqueue(entry);
  return true;
}

void EventSeries::add(const EventKey& key, const EventNote& note, std::string_view text, SteadyTime now, WallTime wall,
                      const std::string& fallback_name)
{
  Entry entry;
  ObjectKey event;
  last_stamp_ = std::max(last_stamp_ + 1, static_cast<std::int64_t>(wall.time_since_epoch().count()));
  event.name = event_name(note.regarding.name(), last_stamp_, fallback_name);
  // Events about cluster-scoped objects live in "default", as the API server demands.
  event.namespace_ = note.regarding.namespace_().empty() ? "default" : note.regarding.namespace_();
  entry.event = event.namespace_ + '/' + event.name;
  entry.body = std::make_unique<std::string>(event_text(event, note, text, wall, limits_));
  entry.key = key;
  entry.last = now;
  entry.last_wall = wall;
  const auto position = entries_.insert(entries_.end(), std::move(entry));
  by_key_.emplace(key, position);
  queue_.push_back(position);
}

std::optional<EventWrite> EventSeries::next(SteadyTime now)
{
  if (queue_.empty()) return std::nullopt;
  const auto entry = queue_.front();
  queue_.pop_front();
  entry->state = State::busy;
  entry->last_write = now;
  EventWrite write;
  write.id = ++last_id_;
  busy_.emplace(write.id, entry);
  const std::size_t slash = entry->event.find('/');
  write.key = {entry->event.substr(0, slash), entry->event.substr(slash + 1)};
  write.create = entry->written == 0;
  if (write.create) {
    write.body = *entry->body;
    if (entry->count > 1) {  // repeated before it could be sent
      write.body.pop_back();
      write.body += "," + series_text(entry->count, entry->last_wall) + "}";
    }
  } else {
    write.body = "{" + series_text(entry->count, entry->last_wall) + "}";
  }
  entry->written = entry->count;
  return write;
}

void EventSeries::sent(std::uint64_t id, Outcome outcome, SteadyTime now)
{
  const auto found = busy_.find(id);
  if (found == busy_.end()) return;
  const auto entry = found->second;
  busy_.erase(found);
  entry->state = State::resting;
  entry->last_write = now;
  if (outcome != Outcome::accepted) {
    // Refused, or deleted on the server: the next occurrence starts anew.
    forget(entry);
    return;
  }
  entry->body.reset();
  const bool starts_series = entry->written == 1 && entry->count > 1;
  if (starts_series || (entry->ending && entry->count > entry->written)) {
    enqueue(entry);
  } else if (entry->ending) {
    forget(entry);
  }
}

void EventSeries::sweep(SteadyTime now)
{
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (now - entry->last < limits_.idle) break;
    if (!entry->ending) end(entry);
    entry = next;
  }
}

void EventSeries::finish_all(SteadyTime /*now*/)
{
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (!entry->ending) end(entry);
    entry = next;
  }
}

std::optional<SteadyTime> EventSeries::next_sweep() const
{
  for (const auto& entry : entries_) {
    if (!entry.ending) return saturating_add(entry.last, limits_.idle);
  }
  return std::nullopt;
}

void EventSeries::enqueue(Entries::iterator entry)
{
  entry->state = State::queued;
  queue_.push_back(entry);
}

void EventSeries::forget(Entries::iterator entry)
{
  if (!entry->ending) by_key_.erase(entry->key);
  entries_.erase(entry);
}

// No more occurrences are counted into it.
void EventSeries::end(Entries::iterator entry)
{
  if (entry->state == State::resting) {
    if (entry->count == entry->written) {
      forget(entry);
      return;
    }
    enqueue(entry);
  }
  by_key_.erase(entry->key);
  entry->ending = true;
}

// Forgets the series that has rested longest and has nothing to write.
bool EventSeries::make_room()
{
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->state == State::resting && entry->count == entry->written) {
      forget(entry);
      return true;
    }
  }
  return false;
}

}  // namespace kubexx
