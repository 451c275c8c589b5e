// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/informer/event_handler.hpp"

namespace informer_print {

/// One line of the output.
struct EventLine {
  enum class Event : std::uint8_t { add, update, delete_, synced };
  Event event = Event::add;
  std::string key;                   ///< namespace/name, or name; empty of synced
  std::string rv;                    ///< after the event; delete_: of the last known object; synced: of the first list
  std::string old_rv;                ///< update, delete_: what the line before it of this key had as `rv`
  bool initial = false;              ///< part of the first list
  bool final_state_unknown = false;  ///< delete_: the deletion itself was missed, so `rv` may be stale
};

/// The lines of what a handler was called with, one for each transition. They go on where those of the previous call
/// for this object ended, also when transitions between are lost: an update follows an add or an update of the same
/// object, and before another object of that name comes the deletion of the one that was there.
[[nodiscard]] std::vector<EventLine> lines_of(const kubexx::ObjectEvent& event);
/// The first list, of this version, was printed.
[[nodiscard]] EventLine synced_line(std::string resource_version);

enum class OutputFormat : std::uint8_t {
  jsonl,  ///< one JSON object per line, always with all members
  text,   ///< for people
};

/// The line with its line break.
[[nodiscard]] std::string to_text(const EventLine& line, OutputFormat format);

}  // namespace informer_print
