// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <vector>

namespace cronjob {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator)
{
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words(std::string_view text)
{
  std::vector<std::string_view> parts;
  for (const auto part : split(text, ' ')) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

struct Field {
  std::string_view name;
  unsigned first, last;
};
constexpr std::array<Field, 5> kFields{
    {{"minute", 0, 59}, {"hour", 0, 23}, {"day of the month", 1, 31}, {"month", 1, 12}, {"day of the week", 0, 7}}};

[[noreturn]] void refuse(const Field& field, std::string_view text)
{
  throw std::invalid_argument("the " + std::string(field.name) + " \"" + std::string(text) +
                              "\" is not a list of numbers from " + std::to_string(field.first) + " to " +
                              std::to_string(field.last) + ", of ranges or steps");
}

unsigned number(const Field& field, std::string_view text)
{
  unsigned value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size()) refuse(field, text);
  if (value < field.first || value > field.last) refuse(field, text);
  return value;
}

// Calls `set` with each number of "*", "5", "1-5" or "*/15".
template <class Set>
void each_number(const Field& field, std::string_view text, const Set& set)
{
  for (const auto part : split(text, ',')) {
    const auto slash = part.find('/');
    const auto range = part.substr(0, slash);
    unsigned first = field.first;
    unsigned last = field.last;
    if (range != "*") {
      const auto dash = range.find('-');
      first = number(field, range.substr(0, dash));
      const bool open = dash == std::string_view::npos && slash != std::string_view::npos;
      if (!open) last = dash == std::string_view::npos ? first : number(field, range.substr(dash + 1));
    }
    unsigned step = 1;
    if (slash != std::string_view::npos) step = number({field.name, 1, field.last + 1}, part.substr(slash + 1));
    if (first > last) refuse(field, part);
    for (unsigned value = first; value <= last; value += step) set(value);
  }
}

}  // namespace

Schedule Schedule::parse(std::string_view text)
{
  const auto fields = words(text);
  if (fields.size() != kFields.size()) {
    throw std::invalid_argument("five fields are expected, not " + std::to_string(fields.size()) +
                                ": minute, hour, day of the month, month, day of the week");
  }
  Schedule schedule;
  each_number(kFields[0], fields[0], [&](unsigned value) { schedule.minutes_.set(value); });
  each_number(kFields[1], fields[1], [&](unsigned value) { schedule.hours_.set(value); });
  each_number(kFields[2], fields[2], [&](unsigned value) { schedule.days_.set(value); });
  each_number(kFields[3], fields[3], [&](unsigned value) { schedule.months_.set(value); });
  each_number(kFields[4], fields[4], [&](unsigned value) { schedule.weekdays_.set(value % 7); });
  schedule.every_day_ = fields[2].starts_with('*');
  schedule.every_weekday_ = fields[4].starts_with('*');
  return schedule;
}

bool Schedule::has_day(std::chrono::sys_days day) const
{
  const std::chrono::year_month_day date(day);
  if (!months_.test(static_cast<unsigned>(date.month()))) return false;
  const bool by_day = days_.test(static_cast<unsigned>(date.day()));
  const bool by_weekday = weekdays_.test(std::chrono::weekday(day).c_encoding());
  return every_day_ || every_weekday_ ? by_day && by_weekday : by_day || by_weekday;
}

std::optional<Schedule::Time> Schedule::next(Time time) const
{
  using namespace std::chrono;
  const Time end = time + years(5);
  auto at = floor<minutes>(time) + minutes(1);
  while (at < end) {
    const auto day = floor<days>(at);
    if (!has_day(day)) {
      at = day + days(1);
      continue;
    }
    const hh_mm_ss clock(at - day);
    if (!hours_.test(static_cast<std::size_t>(clock.hours().count()))) {
      at = day + clock.hours() + hours(1);
    } else if (!minutes_.test(static_cast<std::size_t>(clock.minutes().count()))) {
      at += minutes(1);
    } else {
      return at;
    }
  }
  return std::nullopt;
}

}  // namespace cronjob
