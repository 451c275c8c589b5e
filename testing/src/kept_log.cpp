// SPDX-License-Identifier: Apache-2.0
#include "kept_log.hpp"

#include <chrono>
#include <exception>

#include "kubexx/apimachinery/time.hpp"

namespace kubexx::testing {

namespace {

constexpr std::size_t kKept = 20;

struct ValueText {
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return std::to_string(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(Duration value) const
  {
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(value).count()) + "ms";
  }
};

std::string text_of(const LogLine& line)
{
  std::string text = line.time ? MicroTime(*line.time).to_string() + " " : std::string();
  text += line.level == LogLevel::warn ? "warn  " : "error ";
  text += line.message;
  for (const auto& field : line.fields) text += " " + field.key + "=" + std::visit(ValueText(), field.value);
  return text;
}

}  // namespace

bool KeptLog::enabled(LogLevel level) const noexcept
{
  return level >= LogLevel::warn || (next_ && next_->enabled(level));
}

void KeptLog::write(const LogLine& line) noexcept
{
  if (next_ && next_->enabled(line.level)) next_->write(line);
  if (line.level < LogLevel::warn) return;
  try {
    std::string text = text_of(line);
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(text));
    if (lines_.size() > kKept) lines_.pop_front();
  } catch (const std::exception&) {
    // Without memory the line is lost.
  }
}

std::string KeptLog::text() const
{
  const std::lock_guard lock(mutex_);
  std::string all;
  for (const auto& line : lines_) all += line + "\n";
  return all;
}

}  // namespace kubexx::testing
