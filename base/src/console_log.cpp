// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/console_log.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

double seconds(Duration duration)
{
  return std::chrono::duration<double>(duration).count();
}

/// In every locale with a decimal point. `precision`: significant digits; 0: as many as identify the value.
std::string number(double value, int precision)
{
  std::array<char, 32> digits;
  const auto end = precision == 0
                       ? std::to_chars(digits.begin(), digits.end(), value)
                       : std::to_chars(digits.begin(), digits.end(), value, std::chars_format::general, precision);
  return {digits.begin(), end.ptr};
}

void append_digits(std::string& text, std::int64_t value, std::size_t width)
{
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), value).ptr;
  const auto size = static_cast<std::size_t>(end - digits.begin());
  if (size < width) text.append(width - size, '0');
  text.append(digits.begin(), size);
}

/// "2026-01-02T03:04:05.678Z".
std::string time_stamp(WallTime time)
{
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::milliseconds>(time - day));
  std::string text;
  append_digits(text, static_cast<int>(date.year()), 4);
  append_digits(text += '-', static_cast<unsigned>(date.month()), 2);
  append_digits(text += '-', static_cast<unsigned>(date.day()), 2);
  append_digits(text += 'T', clock.hours().count(), 2);
  append_digits(text += ':', clock.minutes().count(), 2);
  append_digits(text += ':', clock.seconds().count(), 2);
  append_digits(text += '.', clock.subseconds().count(), 3);
  return text += 'Z';
}

std::string readable(Duration duration)
{
  constexpr int digits = 6;
  const auto magnitude = std::abs(seconds(duration));
  if (magnitude >= 1 || magnitude == 0) return number(seconds(duration), digits) + "s";
  if (magnitude >= 1e-3) return number(seconds(duration) * 1e3, digits) + "ms";
  if (magnitude >= 1e-6) return number(seconds(duration) * 1e6, digits) + "us";
  return std::to_string(duration.count()) + "ns";
}

std::string to_text(const LogField::Value& value)
{
  struct Visitor {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double n) const { return number(n, 6); }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(Duration d) const { return readable(d); }
  };
  return std::visit(Visitor{}, value);
}

/// The length of the UTF-8 sequence that `text` begins with; 0: it begins with none. Unicode 15, table 3-7.
std::size_t utf8_length(std::string_view text)
{
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto follows = [&](std::size_t at, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(at) >= low && byte(at) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

constexpr std::string_view hex = "0123456789abcdef";

/// Whether a terminal could obey `character`, which is one in UTF-8, or whether it is none.
bool is_control(std::string_view character)
{
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
  if (utf8_length(character) == 0 || byte(0) < 0x20 || byte(0) == 0x7F) return true;
  return byte(0) == 0xC2 && byte(1) < 0xA0;  // U+0080 to U+009F
}

/// What a character stands for in a line, as bits.
enum : std::uint8_t { kNotPrintable = 1, kQuoting = 2, kSeparating = 4 };

constexpr std::array<std::uint8_t, 256> kinds = [] {
  std::array<std::uint8_t, 256> bits{};
  for (std::size_t c = 0; c < bits.size(); ++c) bits[c] = c < 0x20 || c >= 0x7F ? kNotPrintable : 0;
  bits['"'] = bits['\\'] = kQuoting;
  bits[' '] = bits['='] = kSeparating;
  return bits;
}();

/// How many bytes at the beginning of `text` are printable ASCII and none of the kinds `except`: nearly all are, so
/// they are copied at once.
std::size_t printable_run(std::string_view text, unsigned except)
{
  const auto end = std::find_if(text.begin(), text.end(), [&](char c) {
    return (kinds[static_cast<unsigned char>(c)] & (except | kNotPrintable)) != 0;
  });
  return static_cast<std::size_t>(end - text.begin());
}

/// `text` with its control characters, and the bytes that are not UTF-8, in C's notation, and with a backslash before
/// the characters of the kinds `also`.
std::string escaped(std::string_view text, unsigned also = 0)
{
  std::string out;
  for (;;) {
    const std::size_t plain = printable_run(text, also);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out;
    const std::string_view character = text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
    text.remove_prefix(character.size());
    const char c = character.front();
    if ((kinds[static_cast<unsigned char>(c)] & also) != 0) {
      out += {'\\', c};
    } else if (!is_control(character)) {
      out += character;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += {'\\', c == '\n' ? 'n' : c == '\r' ? 'r' : 't'};
    } else {
      for (const char one : character) {
        const auto byte = static_cast<unsigned char>(one);
        out += {'\\', 'x', hex[byte >> 4U], hex[byte & 0xFU]};
      }
    }
  }
}

/// A key or value that a person and a `key=value` parser read alike: quoted when it would be ambiguous.
void append_word(std::string& line, std::string_view text)
{
  if (!text.empty() && printable_run(text, kQuoting | kSeparating) == text.size()) {
    line += text;
    return;
  }
  const std::string word = escaped(text, kQuoting);
  const bool plain = word == text && !text.empty() && text.find_first_of(" =") == std::string_view::npos;
  if (plain) {
    line += word;
  } else {
    line.append("\"").append(word).append("\"");
  }
}

/// A JSON string (RFC 8259). A byte that is not UTF-8 becomes the replacement character.
void append_json(std::string& json, std::string_view text)
{
  json += '"';
  for (;;) {
    const std::size_t plain = printable_run(text, kQuoting);
    json += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8_length(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (length == 0) {
      json += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      json += {'\\', static_cast<char>(c)};
    } else if (c == '\n') {
      json += "\\n";
    } else if (c < 0x20) {
      json += "\\u00";
      json += {hex[c >> 4U], hex[c & 0xFU]};
    } else {
      json += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  json += '"';
}

void append_value_as_json(std::string& json, const LogField::Value& value)
{
  struct Visitor {
    std::string& out;
    void operator()(const std::string& text) const { append_json(out, text); }
    void operator()(std::int64_t n) const { out += std::to_string(n); }
    void operator()(double n) const { out += std::isfinite(n) ? number(n, 0) : "null"; }
    void operator()(bool b) const { out += b ? "true" : "false"; }
    void operator()(Duration d) const { out += number(seconds(d), 0); }
  };
  std::visit(Visitor{json}, value);
}

std::string text_line(const LogLine& line, WallTime time)
{
  std::string text = time_stamp(time) + ' ';
  const std::size_t level = text.size();
  text += name_of(line.level);
  text.resize(level + 5, ' ');
  text += ' ';
  if (printable_run(line.message, 0) == line.message.size()) {
    text += line.message;
  } else {
    std::string message(line.message);
    std::replace_if(message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    text += escaped(message);
  }
  for (const auto& field : line.fields) {
    append_word(text += ' ', field.key);
    text += '=';
    if (const auto* value = std::get_if<std::string>(&field.value)) {
      append_word(text, *value);
    } else {
      append_word(text, to_text(field.value));
    }
  }
  return text += '\n';
}

/// The key of a field as a JSON string. One that the line itself has becomes "fields.msg", as in logrus.
std::string json_key(std::string_view key)
{
  const bool taken = key == "ts" || key == "level" || key == "msg";
  std::string json;
  append_json(json, taken ? "fields." + std::string(key) : std::string(key));
  return json;
}

/// Every key appears once, in its first place, with its last value.
std::string json_line(const LogLine& line, WallTime time)
{
  std::vector<std::pair<std::string, const LogField::Value*>> members;
  for (const auto& field : line.fields) {
    std::string key = json_key(field.key);
    const auto known = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.first == key; });
    if (known == members.end()) {
      members.emplace_back(std::move(key), &field.value);
    } else {
      known->second = &field.value;
    }
  }
  std::string json =
      R"({"ts":")" + time_stamp(time) + R"(","level":")" + std::string(name_of(line.level)) + R"(","msg":)";
  append_json(json, line.message);
  for (const auto& [key, value] : members) {
    json.append(",").append(key).append(":");
    append_value_as_json(json, *value);
  }
  return json += "}\n";
}

class ConsoleLog final : public LogSink {
public:
  explicit ConsoleLog(const ConsoleLogOptions& options) : options_(options) {}
  ConsoleLog(const ConsoleLog&) = delete;
  ConsoleLog& operator=(const ConsoleLog&) = delete;
  ~ConsoleLog() override
  {
    try {
      if (options_.out != nullptr) options_.out->flush();
    } catch (...) {  // NOLINT(bugprone-empty-catch): a stream may throw; the program goes on without its last lines
    }
  }

  bool enabled(LogLevel level) const noexcept override { return level >= options_.level && level != LogLevel::off; }

  void write(const LogLine& line) noexcept override
  {
    if (!enabled(line.level)) return;
    try {
      const WallTime time = line.time ? *line.time : WallTime(std::chrono::system_clock::now());
      const std::string text = options_.format == LogFormat::json ? json_line(line, time) : text_line(line, time);
      if (options_.out == nullptr) {
        std::fwrite(text.data(), 1, text.size(), stderr);  // one call: stdio locks the stream for it
        return;
      }
      const std::lock_guard lock(mutex_);
      options_.out->clear();  // a disk that was full may have room again
      options_.out->write(text.data(), static_cast<std::streamsize>(text.size()));
      if (line.level >= LogLevel::warn) options_.out->flush();
    } catch (...) {  // NOLINT(bugprone-empty-catch): a line that cannot be written must not take the program down
    }
  }

private:
  const ConsoleLogOptions options_;
  std::mutex mutex_;  // of options_.out
};

}  // namespace

std::shared_ptr<LogSink> make_console_log(const ConsoleLogOptions& options)
{
  return std::make_shared<ConsoleLog>(options);
}

std::optional<LogFormat> parse_log_format(std::string_view text)
{
  if (text == "text") return LogFormat::text;
  if (text == "json") return LogFormat::json;
  return std::nullopt;
}

}  // namespace kubexx
