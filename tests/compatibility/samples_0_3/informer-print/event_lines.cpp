// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/json_writer.hpp"

namespace informer_print {

namespace {

using kubexx::Object;
using kubexx::Transition;

EventLine line_of(EventLine::Event event, const Object& object, const Object& before)
{
  EventLine line;
  line.event = event;
  line.key = object.key().to_string();
  line.rv = object.resource_version();
  line.old_rv = before.resource_version();
  return line;
}

EventLine deletion(const Object& last, const Object& before, bool final_state_unknown)
{
  EventLine line = line_of(EventLine::Event::delete_, last, before);
  line.final_state_unknown = final_state_unknown;
  return line;
}

std::string_view name_of(EventLine::Event event)
{
  switch (event) {
    case EventLine::Event::add:
      return "ADD";
    case EventLine::Event::update:
      return "UPDATE";
    case EventLine::Event::delete_:
      return "DELETE";
    case EventLine::Event::synced:
      break;
  }
  return "SYNCED";
}

std::string json_of(const EventLine& line)
{
  kubexx::JsonWriter json;
  json.begin_object();
  json.key("event");
  json.string(name_of(line.event));
  json.key("key");
  json.string(line.key);
  json.key("rv");
  json.string(line.rv);
  json.key("oldRv");
  json.string(line.old_rv);
  json.key("initial");
  json.boolean(line.initial);
  json.key("finalStateUnknown");
  json.boolean(line.final_state_unknown);
  json.end_object();
  return json.take();
}

// As it is, or as a JSON string when it could be mistaken for something else or does something to a terminal.
std::string shown(const std::string& text)
{
  const auto harmless = [](char c) { return c > ' ' && c < '\x7f' && c != '"'; };
  if (!text.empty() && std::all_of(text.begin(), text.end(), harmless)) return text;
  kubexx::JsonWriter json;
  json.string(text);
  return json.take();
}

std::string sentence_of(const EventLine& line)
{
  std::string text(name_of(line.event));
  if (line.event != EventLine::Event::synced) text += " " + shown(line.key);
  text += " rv " + shown(line.rv);
  const bool has_old = line.event == EventLine::Event::update || line.event == EventLine::Event::delete_;
  if (has_old) text += " was " + shown(line.old_rv);
  if (line.initial) text += " initial";
  if (line.final_state_unknown) text += " final state unknown";
  return text;
}

}  // namespace

std::vector<EventLine> lines_of(const kubexx::ObjectEvent& event)
{
  std::vector<EventLine> lines;
  Object alive = event.given();
  for (const Transition& transition : event.transitions) {
    const Object& object = transition.object;
    const bool other = alive && alive.uid() != object.uid();
    if (transition.type == Transition::Type::deleted) {
      if (alive) lines.push_back(deletion(other ? alive : object, alive, other || transition.final_state_unknown));
      alive = Object();
      continue;
    }
    if (other) lines.push_back(deletion(alive, alive, true));
    const bool known = alive && !other;
    lines.push_back(
        line_of(known ? EventLine::Event::update : EventLine::Event::add, object, known ? alive : Object()));
    lines.back().initial = transition.initial;
    alive = object;
  }
  return lines;
}

EventLine synced_line(std::string resource_version)
{
  EventLine line;
  line.event = EventLine::Event::synced;
  line.rv = std::move(resource_version);
  return line;
}

std::string to_text(const EventLine& line, OutputFormat format)
{
  std::string text = format == OutputFormat::jsonl ? json_of(line) : sentence_of(line);
  text += '\n';
  return text;
}

}  // namespace informer_print
