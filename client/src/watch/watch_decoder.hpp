// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "credentials/redactor.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/client/watch.hpp"
#include "requests/api_status.hpp"

namespace kubexx::detail {

/// Turns the body of a watch, cut anywhere, into events. A server sends one JSON text per line; as Go's decoder, it
/// also takes several on one line, one over several lines, and one after the other without line breaks. An event that
/// cannot be read is given as `unreadable`, and passed over by its brackets, or else up to the end of its line; one
/// that is of no known type is skipped. An event without an end is dropped, because it was cut off. A value type; not
/// thread safe.
class WatchDecoder {
public:
  /// With `tables` the objects are Tables, which have no name; a bookmark keeps its own. `redactor` null: nothing is
  /// hidden in the texts of ERROR events. After `max_event` bytes that hold no whole event, no more are taken.
  WatchDecoder(CallSubject subject, bool keep_managed_fields, bool tables = false,
               std::shared_ptr<const Redactor> redactor = {},
               std::size_t max_event = std::numeric_limits<std::size_t>::max())
      : subject_(std::move(subject)),
        keep_managed_fields_(keep_managed_fields),
        tables_(tables),
        redactor_(std::move(redactor)),
        max_event_(max_event)
  {
  }

  /// Adds what arrived. Throws TransportError too_large when an event exceeds `max_event` by more than a piece; then
  /// nothing is kept.
  void feed(std::string piece);
  /// After the last piece.
  void finish();
  /// The next event; nullopt when more bytes are needed. Throws ApiError for an ERROR event, and for a Status in place
  /// of an event.
  [[nodiscard]] std::optional<WatchEvent> next();
  /// Events that were skipped or unreadable.
  [[nodiscard]] std::size_t undecodable() const noexcept { return undecodable_; }
  /// What was wrong with the last of them.
  [[nodiscard]] const std::string& last_problem() const noexcept { return last_problem_; }

private:
  std::optional<WatchEvent> read(JsonScanner& scanner);
  /// The event in the text from taken_ to `end`, which is passed; nullopt when it was skipped. Throws ObjectError, and
  /// nothing is passed, when it cannot be read.
  std::optional<WatchEvent> decode(std::size_t end);
  /// What can be told of an event that cannot be read, whose text ends at `end`; that is passed.
  std::optional<WatchEvent> unreadable(std::size_t end, const std::string& problem);
  /// An event of which no line is known to hold it as a whole.
  std::optional<WatchEvent> next_without_line();
  /// Whether the text from taken_ is no JSON, whatever follows.
  [[nodiscard]] bool is_broken();
  void count(std::string problem);
  void take(std::size_t upto) noexcept;
  /// Where the line that begins at taken_ ends, or the text.
  [[nodiscard]] std::size_t line_end() const noexcept;

  CallSubject subject_;
  bool keep_managed_fields_;
  bool tables_;
  std::shared_ptr<const Redactor> redactor_;
  std::size_t max_event_;
  std::string buffer_;
  std::size_t taken_ = 0;      // bytes of buffer_ that were decoded
  std::size_t searched_ = 0;   // bytes of buffer_ known to hold no line end after taken_
  std::size_t line_end_ = 0;   // end of the line being decoded; 0 when none is
  bool spans_lines_ = false;   // the event at taken_ does not end with its first line
  BracketScan brackets_;       // of the event at taken_
  std::size_t looked_at_ = 0;  // bytes from taken_ that is_broken has seen
  bool progress_ = false;      // something was passed
  bool finished_ = false;
  std::size_t undecodable_ = 0;
  std::string last_problem_;
};

}  // namespace kubexx::detail
