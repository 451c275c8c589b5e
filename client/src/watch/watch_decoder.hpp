// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "credentials/redactor.hpp"
#include "kubexx/client/watch.hpp"
#include "requests/api_status.hpp"

namespace kubexx::detail {

/// Turns the body of a watch, cut anywhere, into events. One JSON text per line is what a server sends; several on one
/// line are accepted. No byte is looked at twice before its line is complete. A line that is no event is skipped and
/// counted, so one bad event does not end a watch; a last line without an end is dropped, because it was cut off. A
/// value type; not thread safe.
class WatchDecoder {
public:
  static constexpr std::size_t default_max_line = std::size_t{256} << 20U;

  /// With `tables` the objects are Tables, which have no name; a bookmark keeps its own. `redactor` null: nothing is
  /// hidden in the texts of ERROR events. `max_line` bytes that hold no whole line are refused.
  WatchDecoder(CallSubject subject, bool keep_managed_fields, bool tables = false,
               std::shared_ptr<const Redactor> redactor = {}, std::size_t max_line = default_max_line)
      : subject_(std::move(subject)),
        keep_managed_fields_(keep_managed_fields),
        tables_(tables),
        redactor_(std::move(redactor)),
        max_line_(max_line)
  {
  }

  /// Adds what arrived. Throws TransportError too_large when a line exceeds `max_line`.
  void feed(std::string piece);
  /// After the last piece: a complete last line counts even without its line end.
  void finish();
  /// The next event; nullopt when more bytes are needed. Throws ApiError for an ERROR event.
  [[nodiscard]] std::optional<WatchEvent> next();
  [[nodiscard]] std::size_t undecodable() const noexcept { return undecodable_; }
  /// What was wrong with the last event that was skipped.
  [[nodiscard]] const std::string& last_problem() const noexcept { return last_problem_; }

private:
  std::optional<WatchEvent> decode(std::string_view& line);
  void skip(std::string problem);

  CallSubject subject_;
  bool keep_managed_fields_;
  bool tables_;
  std::shared_ptr<const Redactor> redactor_;
  std::size_t max_line_;
  std::string buffer_;
  std::size_t taken_ = 0;     // bytes of buffer_ that were decoded
  std::size_t searched_ = 0;  // bytes of buffer_ known to hold no line end after taken_
  std::size_t line_end_ = 0;  // end of the line being decoded; 0 when none is
  bool finished_ = false;
  std::size_t undecodable_ = 0;
  std::string last_problem_;
};

}  // namespace kubexx::detail
