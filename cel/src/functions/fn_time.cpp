// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "kubexx/cel/detail/functions.hpp"
#include "values/time.hpp"

namespace kubexx::cel::detail {
namespace {

using Args = std::span<const Value>;

struct Fields {
  std::int64_t year, month, day, year_day, week_day, hour, minute, second;
};

Fields fields_of(std::int64_t local)
{
  auto days = local / 86400;
  auto rest = local % 86400;
  if (rest < 0) {
    rest += 86400;
    --days;
  }
  const std::chrono::sys_days at{std::chrono::days{days}};
  const std::chrono::year_month_day date{at};
  const std::chrono::sys_days first{date.year() / std::chrono::January / 1};
  return {static_cast<int>(date.year()),
          static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day()),
          (at - first).count(),
          static_cast<std::int64_t>(std::chrono::weekday(at).c_encoding()),
          rest / 3600,
          rest / 60 % 60,
          rest % 60};
}

/// The zone of that name; null and the problem when there is none.
std::shared_ptr<const TimeZone> zone_of(Session& session, const std::string& name, std::string& problem)
{
  if (session.constants != nullptr) {
    const auto& zones = session.constants->zones;
    if (const auto found = zones.find(name); found != zones.end()) return found->second;
  }
  if (const auto found = session.zones.find(name); found != session.zones.end()) return found->second;
  session.work += 1024;  // to read its file
  auto zone = TimeZone::load(name, problem);
  if (zone) session.zones.emplace(name, zone);
  return zone;
}

template <typename Get>
Value of_time(Session& session, Args args, Get get)
{
  const auto& time = *args[0].get_if<Timestamp>();
  std::optional<std::int64_t> offset = 0;
  if (args.size() == 2) {
    const auto& name = *args[1].text_if();
    std::string problem;
    if (name.find(':') != std::string::npos) {
      offset = fixed_offset(name, problem);
    } else if (const auto zone = zone_of(session, name, problem)) {
      offset = zone->offset_at(time.seconds);
    } else {
      offset.reset();
    }
    if (!offset) return Value::error(problem);
  }
  return {static_cast<std::int64_t>(get(fields_of(time.seconds + *offset)))};
}

std::int64_t nanos(Args args)
{
  return args[0].get_if<Span>()->nanos;
}

Value year(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.year; });
}
Value month(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.month - 1; });
}
Value year_day(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.year_day; });
}
Value month_day(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.day - 1; });
}
Value date(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.day; });
}
Value week_day(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.week_day; });
}
Value hours(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.hour; });
}
Value minutes(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.minute; });
}
Value seconds(Session& session, Args args)
{
  return of_time(session, args, [](const Fields& f) { return f.second; });
}
Value milliseconds(Session& session, Args args)
{
  const auto part = args[0].get_if<Timestamp>()->nanos / 1'000'000;
  return of_time(session, args, [part](const Fields& /*fields*/) { return part; });
}

constexpr std::int64_t one_second = 1'000'000'000;
Value span_hours(Session& /*session*/, Args args)
{
  return {nanos(args) / (3600 * one_second)};
}
Value span_minutes(Session& /*session*/, Args args)
{
  return {nanos(args) / (60 * one_second)};
}
Value span_seconds(Session& /*session*/, Args args)
{
  return {nanos(args) / one_second};
}
Value span_milliseconds(Session& /*session*/, Args args)
{
  return {nanos(args) / 1'000'000};
}

}  // namespace

std::span<const Function> time_functions()
{
  static constexpr const char* plain = "timestamp.() int";
  static constexpr const char* zoned = "timestamp.(string) int";
  static constexpr const char* span = "duration.() int";
  static constexpr Function rows[] = {
      {"getFullYear", plain, year},
      {"getFullYear", zoned, year},
      {"getMonth", plain, month},
      {"getMonth", zoned, month},
      {"getDayOfYear", plain, year_day},
      {"getDayOfYear", zoned, year_day},
      {"getDayOfMonth", plain, month_day},
      {"getDayOfMonth", zoned, month_day},
      {"getDate", plain, date},
      {"getDate", zoned, date},
      {"getDayOfWeek", plain, week_day},
      {"getDayOfWeek", zoned, week_day},
      {"getHours", plain, hours},
      {"getHours", zoned, hours},
      {"getHours", span, span_hours},
      {"getMinutes", plain, minutes},
      {"getMinutes", zoned, minutes},
      {"getMinutes", span, span_minutes},
      {"getSeconds", plain, seconds},
      {"getSeconds", zoned, seconds},
      {"getSeconds", span, span_seconds},
      {"getMilliseconds", plain, milliseconds},
      {"getMilliseconds", zoned, milliseconds},
      {"getMilliseconds", span, span_milliseconds},
  };
  return rows;
}

}  // namespace kubexx::cel::detail
