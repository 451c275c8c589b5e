// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx::cel::detail {

/// The time in a place, of the IANA database as the system has it (RFC 8536). Immutable; thread safe.
class TimeZone {
public:
  /// As Go's time.LoadLocation: "" and "UTC" need no database, "Local" is UTC, other names are files below
  /// /usr/share/zoneinfo. Null when there is none; `problem` then has Go's words.
  [[nodiscard]] static std::shared_ptr<const TimeZone> load(const std::string& name, std::string& problem);
  /// Of a file's bytes; null when they are malformed.
  [[nodiscard]] static std::shared_ptr<const TimeZone> parse(std::string_view bytes);

  /// Seconds east of UTC at that time.
  [[nodiscard]] std::int64_t offset_at(std::int64_t unix_seconds) const;

private:
  struct Zone {
    std::int64_t offset = 0;
    bool daylight = false;
  };
  struct Transition {
    std::int64_t when = 0;
    std::size_t zone = 0;
  };
  /// When a year's daylight saving begins or ends.
  struct Change {
    enum class Kind { julian, day_of_year, weekday };
    Kind kind = Kind::weekday;
    std::int64_t day = 0, week = 0, month = 0;
    std::int64_t time = 7200;  ///< of the day, in seconds
  };
  /// The POSIX rule for the time after the last transition, as "CET-1CEST,M3.5.0,M10.5.0/3".
  struct Rule {
    std::int64_t standard = 0, daylight = 0;
    bool changes = false;
    std::array<Change, 2> change{};  ///< to daylight saving and back
  };
  friend class TimeZoneReader;

  [[nodiscard]] const Zone& first_zone() const;
  [[nodiscard]] static std::int64_t change_time(const Change& change, std::int64_t year, std::int64_t offset);
  [[nodiscard]] static std::int64_t rule_offset(const Rule& rule, std::int64_t unix_seconds);

  std::vector<Zone> zones_;
  std::vector<Transition> transitions_;
  std::unique_ptr<Rule> rule_;  ///< null: there is none
};

}  // namespace kubexx::cel::detail
