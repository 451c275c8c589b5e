// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/logging.hpp"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>

namespace kubexx {

namespace {

constexpr std::string_view name_of(LogLevel level) noexcept
{
  switch (level) {
    case LogLevel::trace:
      return "trace";
    case LogLevel::debug:
      return "debug";
    case LogLevel::info:
      return "info";
    case LogLevel::warn:
      return "warn";
    case LogLevel::error:
      return "error";
    case LogLevel::off:
      break;
  }
  return "off";
}

constexpr spdlog::level::level_enum spdlog_level(LogLevel level) noexcept
{
  switch (level) {
    case LogLevel::trace:
      return spdlog::level::trace;
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warn:
      return spdlog::level::warn;
    case LogLevel::error:
      return spdlog::level::err;
    case LogLevel::off:
      break;
  }
  return spdlog::level::off;
}

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

std::string number(double value)
{
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(6);
  out << value;
  return out.str();
}

std::string readable(Duration duration)
{
  const auto magnitude = duration < Duration::zero() ? -seconds(duration) : seconds(duration);
  if (magnitude >= 1 || magnitude == 0) return number(seconds(duration)) + "s";
  if (magnitude >= 1e-3) return number(seconds(duration) * 1e3) + "ms";
  if (magnitude >= 1e-6) return number(seconds(duration) * 1e6) + "us";
  return std::to_string(duration.count()) + "ns";
}

// A value that a person and a `key=value` parser read alike: quoted when it would be ambiguous, control characters
// escaped so that one event stays one line.
void append_value(std::string& line, std::string_view text)
{
  const bool plain = !text.empty() && text.find_first_of(" =\"\\\n\r\t") == std::string_view::npos;
  if (plain) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        line += "\\\"";
        break;
      case '\\':
        line += "\\\\";
        break;
      case '\n':
        line += "\\n";
        break;
      case '\r':
        line += "\\r";
        break;
      case '\t':
        line += "\\t";
        break;
      default:
        line += c;
    }
  }
  line += '"';
}

std::string to_text(const LogField::Value& value)
{
  struct Visitor {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double n) const { return number(n); }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(Duration d) const { return readable(d); }
  };
  return std::visit(Visitor{}, value);
}

nlohmann::ordered_json to_json(const LogField::Value& value)
{
  struct Visitor {
    nlohmann::ordered_json operator()(const std::string& text) const { return text; }
    nlohmann::ordered_json operator()(std::int64_t n) const { return n; }
    nlohmann::ordered_json operator()(double n) const { return n; }
    nlohmann::ordered_json operator()(bool b) const { return b; }
    nlohmann::ordered_json operator()(Duration d) const { return seconds(d); }
  };
  return std::visit(Visitor{}, value);
}

class ConsoleLog final : public LogSink {
public:
  ConsoleLog(const ConsoleLogOptions& options, spdlog::sink_ptr sink)
      : format_(options.format), level_(options.level), logger_("kubexx", std::move(sink))
  {
    const char* pattern =
        format_ == LogFormat::json ? R"({"ts":"%Y-%m-%dT%H:%M:%S.%eZ",%v)" : "%Y-%m-%dT%H:%M:%S.%eZ %v";
    logger_.set_formatter(std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc));
    logger_.set_level(spdlog_level(options.level));
    logger_.flush_on(spdlog::level::warn);
  }
  ConsoleLog(const ConsoleLog&) = delete;
  ConsoleLog& operator=(const ConsoleLog&) = delete;
  ~ConsoleLog() override { logger_.flush(); }

  bool enabled(LogLevel level) const noexcept override { return level >= level_ && level != LogLevel::off; }

  void write(const LogLine& line) noexcept override
  {
    try {
      const std::string text = format_ == LogFormat::json ? json_line(line) : text_line(line);
      const spdlog::string_view_t view(text.data(), text.size());
      if (line.time) {
        const auto time = std::chrono::time_point_cast<spdlog::log_clock::duration>(*line.time);
        logger_.log(time, spdlog::source_loc{}, spdlog_level(line.level), view);
      } else {
        logger_.log(spdlog_level(line.level), view);
      }
    } catch (...) {  // NOLINT(bugprone-empty-catch): a line that cannot be written must not take the program down
    }
  }

private:
  static std::string text_line(const LogLine& line)
  {
    std::string text(name_of(line.level));
    text.resize(5, ' ');
    text += ' ';
    for (const char c : line.message) text += c == '\n' || c == '\r' ? ' ' : c;
    for (const auto& field : line.fields) {
      text += ' ';
      text += field.key;
      text += '=';
      append_value(text, to_text(field.value));
    }
    return text;
  }

  // The rest of the object that the pattern has opened with the time stamp.
  static std::string json_line(const LogLine& line)
  {
    nlohmann::ordered_json object;
    object["level"] = name_of(line.level);
    object["msg"] = line.message;
    for (const auto& field : line.fields) object[field.key] = to_json(field.value);
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).substr(1);
  }

  LogFormat format_;
  LogLevel level_;
  spdlog::logger logger_;
};

}  // namespace

std::shared_ptr<LogSink> make_console_log(const ConsoleLogOptions& options)
{
  spdlog::sink_ptr sink;
  if (options.out != nullptr) {
    sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(*options.out);
  } else {
    sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  }
  return std::make_shared<ConsoleLog>(options, std::move(sink));
}

std::optional<LogFormat> parse_log_format(std::string_view text)
{
  if (text == "text") return LogFormat::text;
  if (text == "json") return LogFormat::json;
  return std::nullopt;
}

}  // namespace kubexx
