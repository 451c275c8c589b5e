// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/recording_log.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <exception>
#include <utility>
#include <variant>

#include "kubexx/apimachinery/time.hpp"

namespace kubexx::testing {

namespace {

constexpr std::array<std::string_view, 6> kLevels{"trace", "debug", "info", "warn", "error", "off"};

struct ValueText {
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const
  {
    std::array<char, 32> digits;
    return {digits.begin(), std::to_chars(digits.begin(), digits.end(), value).ptr};
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(Duration value) const
  {
    static constexpr std::array<std::pair<std::int64_t, const char*>, 3> kUnits{
        {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}}};
    const std::int64_t count = value.count();
    for (const auto& [size, unit] : kUnits) {
      if (count % size == 0) return std::to_string(count / size) + unit;
    }
    return std::to_string(count) + "ns";
  }
};

std::string text_of(const LogLine& line, bool with_time)
{
  std::string text;
  if (with_time && line.time) text = MicroTime(*line.time).to_string() + ' ';
  text.append(kLevels.at(static_cast<std::size_t>(line.level))).append(" ").append(line.message);
  for (const auto& field : line.fields) text += ' ' + field.key + '=' + std::visit(ValueText(), field.value);
  return text;
}

}  // namespace

RecordingLog::RecordingLog() : RecordingLog(Options{}) {}

RecordingLog::RecordingLog(Options options) : options_(std::move(options)), least_(options_.least) {}

bool RecordingLog::enabled(LogLevel level) const noexcept
{
  return level >= least_ || (options_.next && options_.next->enabled(level));
}

void RecordingLog::write(const LogLine& line) noexcept
{
  if (options_.next && options_.next->enabled(line.level)) options_.next->write(line);
  if (line.level < least_) return;
  try {
    std::string text = text_of(line, options_.times);
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(text));
    if (lines_.size() > options_.max_lines) lines_.pop_front();
  } catch (const std::exception&) {
    return;
  }
}

std::vector<std::string> RecordingLog::lines() const
{
  const std::lock_guard lock(mutex_);
  return {lines_.begin(), lines_.end()};
}

std::size_t RecordingLog::count(std::initializer_list<std::string_view> parts) const
{
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(lines_.begin(), lines_.end(), [&](const std::string& line) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return line.find(part) != std::string::npos; });
  }));
}

std::string RecordingLog::text() const
{
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& line : lines_) text += line + '\n';
  return text;
}

void RecordingLog::clear()
{
  const std::lock_guard lock(mutex_);
  lines_.clear();
}

}  // namespace kubexx::testing
