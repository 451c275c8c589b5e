// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <chrono>
#include <optional>
#include <string_view>

namespace cronjob {

/// A cron expression of five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). Each
/// is a list of numbers, ranges and steps: "*/15", "1-5", "0,30". If both days are restricted, either one suffices. A
/// value.
class Schedule {
public:
  using Time = std::chrono::sys_seconds;

  /// Throws std::invalid_argument, which names the field.
  [[nodiscard]] static Schedule parse(std::string_view text);

  /// The first minute of the schedule after `time`; nullopt if there is none within five years, as for 30 February.
  [[nodiscard]] std::optional<Time> next(Time time) const;

private:
  [[nodiscard]] bool has_day(std::chrono::sys_days day) const;

  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<7> weekdays_;
  bool every_day_ = false, every_weekday_ = false;
};

}  // namespace cronjob
