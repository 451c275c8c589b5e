// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <charconv>
#include <optional>

namespace kubexx::apiserver {

std::vector<Column> table_columns(const Kind& kind, const ServedVersion& version)
{
  if (kind.cells) return version.columns;
  std::vector<Column> columns{{"Name", "string", "name", "Name of the object", 0, ""}};
  columns.insert(columns.end(), version.columns.begin(), version.columns.end());
  if (version.columns.empty()) {
    columns.push_back({"Age", "date", "", "When it was created", 0, ".metadata.creationTimestamp"});
  }
  return columns;
}

Json table_cells(const Kind& kind, const ServedVersion& version, const Json& object, WallTime now)
{
  if (kind.cells) return kind.cells(object, now);
  Json cells = Json::array();
  for (const auto& column : table_columns(kind, version)) {
    if (column.json_path.empty()) {
      cells.push_back(string_at(object, {"metadata", "name"}));
      continue;
    }
    const auto values = json_path(object, column.json_path);
    if (!values || values->empty()) {
      cells.push_back(nullptr);
      continue;
    }
    const auto& value = *values->front();
    if (column.type == "date") {
      cells.push_back(value.is_string() ? human_age(value.get<std::string>(), now) : "<unknown>");
    } else if (column.type == "string") {
      std::string text;
      for (const auto* each : *values) {
        text += (text.empty() ? "" : ",") + (each->is_string() ? each->get<std::string>() : dump(*each));
      }
      cells.push_back(std::move(text));
    } else {
      cells.push_back(value);
    }
  }
  return cells;
}

std::string human_duration(Duration duration)
{
  using namespace std::chrono;
  const auto seconds = duration_cast<std::chrono::seconds>(duration).count();
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const auto text = [](std::int64_t value, char unit) { return std::to_string(value) + unit; };
  const auto two = [&](std::int64_t major, char unit, std::int64_t minor, char small) {
    return minor == 0 ? text(major, unit) : text(major, unit) + text(minor, small);
  };
  const auto minutes = seconds / 60;
  const auto hours = minutes / 60;
  const auto days = hours / 24;
  if (seconds < 120) return text(seconds, 's');
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return text(minutes, 'm');
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return text(hours, 'h');
  if (hours < 192) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return text(days, 'd');
  if (days < 8 * 365) return two(days / 365, 'y', days % 365, 'd');
  return text(days / 365, 'y');
}

std::optional<WallTime> parse_rfc3339(std::string_view text)
{
  using namespace std::chrono;
  if (text.size() < 20) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t size) -> int {
    int value = -1;
    const auto part = text.substr(at, size);
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size() && value >= 0 ? value : -1;
  };
  const bool shape =
      text[4] == '-' && text[7] == '-' && (text[10] == 'T' || text[10] == 't') && text[13] == ':' && text[16] == ':';
  const int parts[] = {number(0, 4), number(5, 2), number(8, 2), number(11, 2), number(14, 2), number(17, 2)};
  for (const int part : parts) {
    if (!shape || part < 0) return std::nullopt;
  }
  const year_month_day date{year(parts[0]), month(static_cast<unsigned>(parts[1])),
                            day(static_cast<unsigned>(parts[2]))};
  if (!date.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return std::nullopt;
  WallTime time = sys_days(date) + hours(parts[3]) + minutes(parts[4]) + seconds(parts[5]);
  auto rest = text.substr(19);
  if (rest.front() == '.') {
    std::int64_t nanos = 0;
    std::int64_t scale = 100000000;
    std::size_t at = 1;
    for (; at < rest.size() && rest[at] >= '0' && rest[at] <= '9'; ++at, scale /= 10) nanos += (rest[at] - '0') * scale;
    if (at == 1) return std::nullopt;
    time += nanoseconds(nanos);
    rest.remove_prefix(at);
  }
  if (rest == "Z" || rest == "z") return time;
  if (rest.size() != 6 || (rest[0] != '+' && rest[0] != '-') || rest[3] != ':') return std::nullopt;
  const auto base = text.size() - 6;
  const int offset_hours = number(base + 1, 2);
  const int offset_minutes = number(base + 4, 2);
  if (offset_hours < 0 || offset_minutes < 0) return std::nullopt;
  const auto offset = hours(offset_hours) + minutes(offset_minutes);
  return rest[0] == '+' ? time - offset : time + offset;
}

std::string human_age(const std::string& time, WallTime now)
{
  const auto since = parse_rfc3339(time);
  return since ? human_duration(now - *since) : "<unknown>";
}

}  // namespace kubexx::apiserver
