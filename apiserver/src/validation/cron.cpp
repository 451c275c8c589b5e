// SPDX-License-Identifier: Apache-2.0
#include "validation/cron.hpp"

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "core/json.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

using Names = std::map<std::string, unsigned, std::less<>>;

struct Bounds {
  unsigned least, most;
  const Names* names;
};

std::vector<std::string> split(const std::string& text, char separator)
{
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

/// A number, or what is wrong with it.
std::string read(const std::string& text, const Bounds& bounds, unsigned& value)
{
  if (bounds.names != nullptr) {
    if (const auto found = bounds.names->find(lower(text)); found != bounds.names->end()) {
      value = found->second;
      return {};
    }
  }
  long long number = 0;
  const auto* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    return "failed to parse int from " + text + ": strconv.Atoi: parsing " + go_quoted(text) + ": value out of range";
  }
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) {
    return "failed to parse int from " + text + ": strconv.Atoi: parsing " + go_quoted(text) + ": invalid syntax";
  }
  if (number < 0) return "negative number (" + std::to_string(number) + ") not allowed: " + text;
  value = static_cast<unsigned>(number);
  return {};
}

/// "*", "3", "1-5", "*/15", "1-30/2".
std::string range_problem(const std::string& text, const Bounds& bounds)
{
  const auto range_and_step = split(text, '/');
  const auto low_and_high = split(range_and_step[0], '-');
  const bool single = low_and_high.size() == 1;
  unsigned start = 0, end = 0, step = 1;
  if (low_and_high[0] == "*" || low_and_high[0] == "?") {
    start = bounds.least;
    end = bounds.most;
  } else {
    if (auto problem = read(low_and_high[0], bounds, start); !problem.empty()) return problem;
    if (low_and_high.size() > 2) return "too many hyphens: " + text;
    end = start;
    if (low_and_high.size() == 2) {
      if (auto problem = read(low_and_high[1], bounds, end); !problem.empty()) return problem;
    }
  }
  if (range_and_step.size() > 2) return "too many slashes: " + text;
  if (range_and_step.size() == 2) {
    const Bounds numbers{0, 0, nullptr};
    if (auto problem = read(range_and_step[1], numbers, step); !problem.empty()) return problem;
    if (single) end = bounds.most;
  }
  const auto shown = [](unsigned number) { return std::to_string(number); };
  if (start < bounds.least)
    return "beginning of range (" + shown(start) + ") below minimum (" + shown(bounds.least) + "): " + text;
  if (end > bounds.most) return "end of range (" + shown(end) + ") above maximum (" + shown(bounds.most) + "): " + text;
  if (start > end) return "beginning of range (" + shown(start) + ") beyond end of range (" + shown(end) + "): " + text;
  if (step == 0) return "step of range should be a positive number: " + text;
  return {};
}

std::optional<std::string> descriptor_problem(const std::string& text)
{
  if (!text.starts_with('@')) return std::nullopt;
  for (const char* known : {"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"}) {
    if (text == known) return std::string();
  }
  if (text.starts_with("@every ")) {
    const auto duration = text.substr(7);
    const bool good = !duration.empty() && duration.find_first_not_of("0123456789.hmsunµ") == std::string::npos &&
                      std::isdigit(static_cast<unsigned char>(duration.front())) != 0 &&
                      std::isdigit(static_cast<unsigned char>(duration.back())) == 0;
    if (good) return std::string();
    return "failed to parse duration " + text + ": time: invalid duration " + go_quoted(duration);
  }
  return "unrecognized descriptor: " + text;
}

}  // namespace

std::string cron_problem(std::string_view schedule)
{
  static const Names months{{"jan", 1}, {"feb", 2}, {"mar", 3}, {"apr", 4},  {"may", 5},  {"jun", 6},
                            {"jul", 7}, {"aug", 8}, {"sep", 9}, {"oct", 10}, {"nov", 11}, {"dec", 12}};
  static const Names days{{"sun", 0}, {"mon", 1}, {"tue", 2}, {"wed", 3}, {"thu", 4}, {"fri", 5}, {"sat", 6}};
  static constexpr std::array<Bounds, 3> numbers{{{0, 59, nullptr}, {0, 23, nullptr}, {1, 31, nullptr}}};
  const std::array<Bounds, 5> bounds{numbers[0], numbers[1], numbers[2], Bounds{1, 12, &months}, Bounds{0, 6, &days}};
  std::string text(schedule);
  if (text.starts_with("TZ=") || text.starts_with("CRON_TZ=")) {
    const auto space = text.find(' ');
    if (space == std::string::npos) return {};  // the caller refuses it anyhow
    text.erase(0, text.find_first_not_of(' ', space));
  }
  if (auto problem = descriptor_problem(text)) return *problem;
  std::istringstream stream(text);
  std::vector<std::string> fields;
  for (std::string field; stream >> field;) fields.push_back(field);
  if (fields.size() != bounds.size()) {
    return "expected exactly 5 fields, found " + std::to_string(fields.size()) + ": [" + [&] {
      std::string list;
      for (const auto& field : fields) list += (list.empty() ? "" : " ") + field;
      return list;
    }() + "]";
  }
  for (std::size_t index = 0; index < bounds.size(); ++index) {
    for (const auto& part : split(fields[index], ',')) {
      if (part.empty()) continue;  // strings.FieldsFunc drops them
      if (auto problem = range_problem(part, bounds[index]); !problem.empty()) return problem;
    }
  }
  return {};
}

}  // namespace kubexx::apiserver
