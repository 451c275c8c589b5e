// SPDX-License-Identifier: Apache-2.0
#include "tables.hpp"

#include <optional>

#include "kubexx/client/time.hpp"
#include "kubexx/client/value_error.hpp"

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

std::string human_age(const std::string& time, WallTime now)
{
  try {
    return human_duration(Time(now) - Time::parse(time));
  } catch (const ValueError&) {
    return "<unknown>";
  }
}

}  // namespace kubexx::apiserver
