// SPDX-License-Identifier: Apache-2.0
// As Go's time/zoneinfo.go and zoneinfo_read.go read and look up time zones.
#include "kubexx/cel/detail/time_zone.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

namespace kubexx::cel::detail {
namespace {

constexpr std::int64_t seconds_per_day = 86400;
/// More than 30 000 years: where calendars end.
constexpr std::int64_t far_away = 900'000'000'000;
constexpr std::size_t largest_file = 1024 * 1024;

std::int64_t days_before(std::int64_t year)
{
  return std::chrono::sys_days{std::chrono::year{static_cast<int>(year)} / std::chrono::January / 1}
      .time_since_epoch()
      .count();
}

std::int64_t year_of(std::int64_t unix_seconds)
{
  auto days = unix_seconds / seconds_per_day;
  if (unix_seconds % seconds_per_day < 0) --days;
  return static_cast<int>(
      std::chrono::year_month_day{std::chrono::sys_days{std::chrono::days{static_cast<int>(days)}}}.year());
}

/// Reads parts of a POSIX rule; each returns nothing when the text is something else.
class RuleText {
public:
  explicit RuleText(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return text_.empty(); }
  bool take(char c)
  {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] bool next_is(char c) const { return !text_.empty() && text_.front() == c; }

  bool name()
  {
    if (take('<')) {
      const auto end = text_.find('>');
      if (end == std::string_view::npos) return false;
      text_.remove_prefix(end + 1);
      return true;
    }
    const auto end = std::min(text_.find_first_of("0123456789,-+"), text_.size());
    text_.remove_prefix(end);
    return end >= 3;
  }

  std::optional<std::int64_t> number(std::int64_t least, std::int64_t most)
  {
    std::int64_t value = 0;
    std::size_t digits = 0;
    while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9') {
      value = value * 10 + (text_[digits++] - '0');
      if (value > most) return std::nullopt;
    }
    if (digits == 0 || value < least) return std::nullopt;
    text_.remove_prefix(digits);
    return value;
  }

  /// [+-]h[:m[:s]]
  std::optional<std::int64_t> offset()
  {
    const bool negative = take('-');
    if (!negative) take('+');
    const auto hours = number(0, 24 * 7);
    if (!hours) return std::nullopt;
    auto seconds = *hours * 3600;
    for (const std::int64_t unit : {60, 1}) {
      if (!take(':')) break;
      const auto part = number(0, 59);
      if (!part) return std::nullopt;
      seconds += *part * unit;
    }
    return negative ? -seconds : seconds;
  }

private:
  std::string_view text_;
};

}  // namespace

/// Reads a file. All numbers are checked against what is left of it.
class TimeZoneReader {
public:
  explicit TimeZoneReader(std::string_view bytes) : rest_(bytes) {}

  std::shared_ptr<const TimeZone> run()
  {
    std::shared_ptr<TimeZone> zone(new TimeZone());
    auto counts = header();
    if (!counts) return nullptr;
    if (version_ > 1) {
      if (!skip(size_of(*counts, 4))) return nullptr;
      counts = header();
      if (!counts) return nullptr;
    }
    const std::size_t width = version_ > 1 ? 8 : 4;
    if (counts->types == 0 || size_of(*counts, width) > rest_.size()) return nullptr;
    const auto times = rest_.substr(0, counts->transitions * width);
    const auto indexes = rest_.substr(times.size(), counts->transitions);
    const auto types = rest_.substr(times.size() + indexes.size(), counts->types * 6);
    for (std::size_t index = 0; index < counts->types; ++index) {
      zone->zones_.push_back({number(types.substr(index * 6, 4)), types[index * 6 + 4] != 0});
    }
    for (std::size_t index = 0; index < counts->transitions; ++index) {
      const auto type = static_cast<unsigned char>(indexes[index]);
      if (type >= counts->types) return nullptr;
      zone->transitions_.push_back({number(times.substr(index * width, width)), type});
    }
    // Go's zone without transitions has one at the beginning of time.
    if (zone->transitions_.empty()) zone->transitions_.push_back({INT64_MIN, 0});
    (void)skip(size_of(*counts, width));
    if (version_ > 1 && rest_.size() > 2 && rest_.front() == '\n') {
      rest_.remove_prefix(1);
      zone->rule_ = rule(rest_.substr(0, rest_.find('\n')));
    }
    return zone;
  }

private:
  struct Counts {
    std::size_t universal = 0, standard = 0, leaps = 0, transitions = 0, types = 0, characters = 0;
  };

  static std::size_t size_of(const Counts& counts, std::size_t width)
  {
    return counts.transitions * (width + 1) + counts.types * 6 + counts.characters + counts.leaps * (width + 4) +
           counts.standard + counts.universal;
  }

  bool skip(std::size_t size)
  {
    if (size > rest_.size()) return false;
    rest_.remove_prefix(size);
    return true;
  }

  static std::int64_t number(std::string_view bytes)
  {
    std::uint64_t value = 0;
    for (const char c : bytes) value = value << 8U | static_cast<unsigned char>(c);
    return bytes.size() == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(value))
                             : static_cast<std::int64_t>(value);
  }

  std::optional<Counts> header()
  {
    constexpr std::size_t size = 44;
    if (rest_.size() < size || !rest_.starts_with("TZif")) return std::nullopt;
    version_ = rest_[4] == '\0' ? 1 : rest_[4] == '2' ? 2 : rest_[4] == '3' ? 3 : 0;
    if (version_ == 0) return std::nullopt;
    std::array<std::size_t, 6> counts{};
    for (std::size_t index = 0; index < counts.size(); ++index) {
      const auto count = number(rest_.substr(20 + index * 4, 4));
      if (count < 0 || static_cast<std::size_t>(count) > largest_file) return std::nullopt;
      counts[index] = static_cast<std::size_t>(count);
    }
    rest_.remove_prefix(size);
    return Counts{counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]};
  }

  static bool change(RuleText& text, TimeZone::Change& change)
  {
    using Kind = TimeZone::Change::Kind;
    std::optional<std::int64_t> day;
    if (text.take('J')) {
      change.kind = Kind::julian;
      day = text.number(1, 365);
    } else if (text.take('M')) {
      const auto month = text.number(1, 12);
      if (!month || !text.take('.')) return false;
      const auto week = text.number(1, 5);
      if (!week || !text.take('.')) return false;
      change.month = *month;
      change.week = *week;
      day = text.number(0, 6);
    } else {
      change.kind = Kind::day_of_year;
      day = text.number(0, 365);
    }
    if (!day) return false;
    change.day = *day;
    if (!text.take('/')) return true;
    const auto time = text.offset();
    if (!time) return false;
    change.time = *time;
    return true;
  }

  /// Null when there is none, or none that can be read, which Go takes for none as well.
  static std::unique_ptr<TimeZone::Rule> rule(std::string_view source)
  {
    RuleText text(source);
    auto result = std::make_unique<TimeZone::Rule>();
    if (!text.name()) return nullptr;
    const auto standard = text.offset();
    if (!standard) return nullptr;
    result->standard = -*standard;
    if (text.done() || text.next_is(',')) return result;
    if (!text.name()) return nullptr;
    result->changes = true;
    result->daylight = result->standard + 3600;
    if (!text.done() && !text.next_is(',')) {
      const auto daylight = text.offset();
      if (!daylight) return nullptr;
      result->daylight = -*daylight;
    }
    if (text.done()) text = RuleText(",M3.2.0,M11.1.0");
    for (auto& one : result->change) {
      if (!text.take(',') || !change(text, one)) return nullptr;
    }
    return text.done() ? std::move(result) : nullptr;
  }

  std::string_view rest_;
  int version_ = 1;
};

std::shared_ptr<const TimeZone> TimeZone::parse(std::string_view bytes)
{
  return TimeZoneReader(bytes).run();
}

std::shared_ptr<const TimeZone> TimeZone::load(const std::string& name, std::string& problem)
{
  namespace fs = std::filesystem;
  if (name.empty() || name == "UTC" || name == "Local") {
    std::shared_ptr<TimeZone> zone(new TimeZone());
    zone->zones_.emplace_back();
    return zone;
  }
  if (name.find("..") != std::string::npos || name.front() == '/' || name.front() == '\\') {
    problem = "time: invalid location name";
    return nullptr;
  }
  problem = "unknown time zone " + name;
  if (name.find('\0') != std::string::npos) return nullptr;
  const auto path = fs::path("/usr/share/zoneinfo") / name;
  std::error_code code;
  const auto status = fs::status(path, code);
  if (status.type() == fs::file_type::directory) {
    problem = "is a directory";
    return nullptr;
  }
  if (status.type() != fs::file_type::regular) return nullptr;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(largest_file + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  auto zone = bytes.size() > largest_file ? nullptr : parse(bytes);
  if (!zone) problem = "malformed time zone information";
  return zone;
}

const TimeZone::Zone& TimeZone::first_zone() const
{
  const bool unused =
      std::none_of(transitions_.begin(), transitions_.end(), [](const Transition& one) { return one.zone == 0; });
  if (unused) return zones_.front();
  if (!transitions_.empty() && zones_[transitions_.front().zone].daylight) {
    for (auto index = transitions_.front().zone; index > 0; --index) {
      if (!zones_[index - 1].daylight) return zones_[index - 1];
    }
  }
  const auto standard = std::find_if(zones_.begin(), zones_.end(), [](const Zone& zone) { return !zone.daylight; });
  return standard == zones_.end() ? zones_.front() : *standard;
}

std::int64_t TimeZone::offset_at(std::int64_t unix_seconds) const
{
  if (transitions_.empty() || unix_seconds < transitions_.front().when) return first_zone().offset;
  const auto after = std::upper_bound(transitions_.begin(), transitions_.end(), unix_seconds,
                                      [](std::int64_t at, const Transition& one) { return at < one.when; });
  if (after == transitions_.end() && rule_) return rule_offset(*rule_, unix_seconds);
  return zones_[std::prev(after)->zone].offset;
}

std::int64_t TimeZone::change_time(const Change& change, std::int64_t year, std::int64_t offset)
{
  using std::chrono::month;
  using std::chrono::weekday;
  const auto first = days_before(year);
  const bool leap = std::chrono::year{static_cast<int>(year)}.is_leap();
  std::int64_t days = 0;
  if (change.kind == Change::Kind::julian) {
    days = change.day - 1 + (leap && change.day >= 60 ? 1 : 0);
  } else if (change.kind == Change::Kind::day_of_year) {
    days = change.day;
  } else {
    const std::chrono::year_month in{std::chrono::year{static_cast<int>(year)},
                                     month{static_cast<unsigned>(change.month)}};
    const weekday day{static_cast<unsigned>(change.day)};
    const auto date = change.week == 5 ? std::chrono::sys_days{in / day[std::chrono::last]}
                                       : std::chrono::sys_days{in / day[static_cast<unsigned>(change.week)]};
    days = date.time_since_epoch().count() - first;
  }
  return days * seconds_per_day + change.time - offset;
}

std::int64_t TimeZone::rule_offset(const Rule& rule, std::int64_t unix_seconds)
{
  if (!rule.changes) return rule.standard;
  unix_seconds = std::clamp(unix_seconds, -far_away, far_away);
  const auto year = year_of(unix_seconds);
  const auto at = unix_seconds - days_before(year) * seconds_per_day;
  const auto begin = change_time(rule.change[0], year, rule.standard);
  const auto end = change_time(rule.change[1], year, rule.daylight);
  // South of the equator the daylight saving time spans the turn of the year.
  const bool daylight = begin <= end ? at >= begin && at < end : at < end || at >= begin;
  return daylight ? rule.daylight : rule.standard;
}

}  // namespace kubexx::cel::detail
