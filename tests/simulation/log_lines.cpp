// SPDX-License-Identifier: Apache-2.0
#include "log_lines.hpp"

#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace kubexx::simulation {

namespace {

constexpr std::array<std::string_view, 6> kLevels{"trace", "debug", "info", "warn", "error", "off"};

std::string text_of(const LogField::Value& value)
{
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::string>) {
          return held;
        } else if constexpr (std::is_same_v<Held, bool>) {
          return held ? "true" : "false";
        } else if constexpr (std::is_same_v<Held, Duration>) {
          return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(held).count()) + "ms";
        } else {
          return std::to_string(held);
        }
      },
      value);
}

class LogLines final : public LogSink {
public:
  LogLines(LogListener listener, bool print) : listener_(std::move(listener)), print_(print) {}

  [[nodiscard]] bool enabled(LogLevel level) const noexcept override
  {
    return level >= LogLevel::debug;  // the same whether it prints or not: some ids are drawn for lines only
  }

  void write(const LogLine& line) noexcept override
  {
    if (listener_ && line.level >= LogLevel::warn) listener_(line);
    if (!print_) return;
    if (line.time) std::cerr << text_of(Duration(line.time->time_since_epoch())) << ' ';
    std::cerr << kLevels[static_cast<std::size_t>(line.level)] << ' ' << line.message;
    for (const auto& field : line.fields) std::cerr << ' ' << field.key << '=' << text_of(field.value);
    std::cerr << '\n';
  }

private:
  const LogListener listener_;
  const bool print_;
};

}  // namespace

std::string field_of(const LogLine& line, std::string_view key)
{
  std::string value;
  for (const auto& field : line.fields) {
    if (field.key == key) value = text_of(field.value);
  }
  return value;
}

Log make_log(LogListener listener, bool print)
{
  if (!listener && !print) return {};
  return Log(std::make_shared<LogLines>(std::move(listener), print));
}

}  // namespace kubexx::simulation
