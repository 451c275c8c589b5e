// SPDX-License-Identifier: Apache-2.0
#include "protobuf/values.hpp"

#include <chrono>
#include <cstdio>

#include "core/request.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "protobuf/wire.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

[[noreturn]] void wrong_type(WireType type, const char* field)
{
  throw WireError("proto: wrong wireType = " + std::to_string(static_cast<unsigned>(type)) + " for field " + field);
}

void need(const WireReader& reader, WireType type, const char* field)
{
  if (reader.type() != type) wrong_type(reader.type(), field);
}

struct Timestamp {
  std::int64_t seconds = 0;
  std::int32_t nanos = 0;
};

Timestamp read_timestamp(std::string_view bytes)
{
  Timestamp at;
  WireReader reader(bytes, "Timestamp");
  while (reader.next()) {
    if (reader.number() == 1) {
      need(reader, WireType::varint, "Seconds");
      at.seconds = static_cast<std::int64_t>(reader.varint());
    } else if (reader.number() == 2) {
      need(reader, WireType::varint, "Nanos");
      at.nanos = static_cast<std::int32_t>(reader.varint());
    } else {
      reader.skip();
    }
  }
  return at;
}

/// RFC 3339 in UTC; a year that has no four digits is no time that JSON can hold.
std::string time_text(std::int64_t seconds, std::int64_t micros, bool micro)
{
  constexpr std::int64_t first = -62167219200;  // 0000-01-01T00:00:00Z
  constexpr std::int64_t last = 253402300799;   // 9999-12-31T23:59:59Z
  if (seconds < first || seconds > last) throw WireError("Time.MarshalJSON: year outside of range [0,9999]");
  namespace chrono = std::chrono;
  const chrono::sys_seconds at{chrono::seconds(seconds)};
  const auto day = chrono::floor<chrono::days>(at);
  const chrono::year_month_day date(day);
  const chrono::hh_mm_ss time(at - day);
  char text[64];
  auto length = static_cast<std::size_t>(std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
      static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count())));
  std::string result(text, length);
  if (micro) {
    length = static_cast<std::size_t>(std::snprintf(text, sizeof text, ".%06d", static_cast<int>(micros)));
    result.append(text, length);
  }
  return result + "Z";
}

}  // namespace

Json time_value(std::string_view bytes, bool micro)
{
  constexpr std::int64_t zero = -62135596800;  // 0001-01-01T00:00:00Z
  if (bytes.empty()) return nullptr;
  const auto at = read_timestamp(bytes);
  // metav1.Time drops the fraction.
  auto seconds = at.seconds;
  std::int64_t micros = micro ? at.nanos / 1000 : 0;
  seconds += micros / 1'000'000;
  micros %= 1'000'000;
  if (micros < 0) {
    micros += 1'000'000;
    --seconds;
  }
  if (seconds == zero && micros == 0) return nullptr;
  return time_text(seconds, micros, micro);
}

Json duration_value(std::string_view bytes)
{
  std::int64_t nanoseconds = 0;
  WireReader reader(bytes, "Duration");
  while (reader.next()) {
    if (reader.number() != 1) {
      reader.skip();
      continue;
    }
    need(reader, WireType::varint, "Duration");
    nanoseconds = static_cast<std::int64_t>(reader.varint());
  }
  return MetaDuration(Duration(nanoseconds)).to_string();
}

Json quantity_value(std::string_view bytes)
{
  std::string text = "0";
  WireReader reader(bytes, "Quantity");
  while (reader.next()) {
    if (reader.number() != 1) {
      reader.skip();
      continue;
    }
    need(reader, WireType::bytes, "String_");
    try {
      text = Quantity::parse(reader.bytes()).to_string();
    } catch (const ValueError&) {
      throw WireError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
  }
  return text;
}

Json int_or_string_value(std::string_view bytes)
{
  std::int64_t type = 0;
  std::int32_t number = 0;
  std::string text;
  WireReader reader(bytes, "IntOrString");
  while (reader.next()) {
    switch (reader.number()) {
      case 1:
        need(reader, WireType::varint, "Type");
        type = static_cast<std::int64_t>(reader.varint());
        break;
      case 2:
        need(reader, WireType::varint, "IntVal");
        number = static_cast<std::int32_t>(reader.varint());
        break;
      case 3:
        need(reader, WireType::bytes, "StrVal");
        text = valid_text(reader.bytes());
        break;
      default:
        reader.skip();
    }
  }
  if (type == 0) return number;
  if (type == 1) return text;
  throw WireError("impossible IntOrString.Type");
}

Json raw_value(std::string_view bytes)
{
  std::string_view text;
  WireReader reader(bytes, "RawExtension");
  while (reader.next()) {
    if (reader.number() != 1) {
      reader.skip();
      continue;
    }
    need(reader, WireType::bytes, "Raw");
    text = reader.bytes();
  }
  return text.empty() ? Json() : parse_json(text, "json: error calling MarshalJSON");
}

std::string valid_text(std::string_view bytes)
{
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    auto length = detail::utf8_length(bytes);
    if (length == 0) {
      text += "\xef\xbf\xbd";
      length = 1;
    } else {
      text.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length);
  }
  return text;
}

}  // namespace kubexx::apiserver::protobuf
