// SPDX-License-Identifier: Apache-2.0
// Times, micro times, durations, and integers or strings: what is accepted is the same when it is printed and parsed
// again, and arithmetic is arithmetic.
#include <algorithm>
#include <optional>

#include "fuzz.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace {

using namespace kubexx;
using fuzz::require;

template <class T>
std::optional<T> parsed(std::string_view text)
{
  try {
    return T::parse(text);
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

template <class T>
void same_in_json(const T& value)
{
  JsonWriter writer;
  value.write_json(writer);
  require(T::from_json(JsonView(writer.text())).to_string() == value.to_string(), "a value in JSON is read again");
}

/// `precision` in nanoseconds.
template <class T>
void time(const T& at, std::int32_t precision, const std::optional<MetaDuration>& span)
{
  require(at.nanosecond() >= 0 && at.nanosecond() < 1000000000, "a second has a thousand million nanoseconds");
  // An offset may lead out of the years that RFC 3339 can write.
  if (at < T::parse("0000-01-01T00:00:00.000000Z") || at > T::parse("9999-12-31T23:59:59.999999Z") + Duration(999))
    return;
  const auto again = parsed<T>(at.to_string());
  require(again && again->unix_seconds() == at.unix_seconds() &&
              again->nanosecond() == at.nanosecond() / precision * precision,
          "a time is read again");
  require(again->to_string() == at.to_string(), "a time's text is its text");
  same_in_json(at);
  const Instant held(at.wall_time());
  const bool clamped = at.wall_time() == WallTime::max() || at.wall_time() == WallTime::min();
  require(clamped || held == at, "a wall time is that time");
  if (!span) return;
  const T later = at + *span;
  require(later - *span == at, "there and back");
  require(*span == Duration::min() || later - at == *span, "the difference is what was added");
  require((later > at) == (span->count() > 0), "later is later");
}

void int_or_string(std::string_view text)
{
  const auto value = IntOrString::parse(text);
  if (value.is_string()) {
    require(value.to_string() == text, "a text is that text");
  } else {
    require(IntOrString::parse(value.to_string()) == value, "a number is read again");
    require(std::to_string(value.int_value()) == value.to_string(), "a number is that number");
  }
  for (const std::int64_t total : {std::int64_t{0}, std::int64_t{7}, INT64_MAX}) {
    try {
      const auto down = value.scaled(total, IntOrString::Rounding::down);
      const auto up = value.scaled(total, IntOrString::Rounding::up);
      require(down <= up && (total > 1000 || up - down <= 1), "up is at most one more");
    } catch (const ValueError&) {
      require(value.is_string(), "a number needs no percent sign");
    }
  }
  try {
    same_in_json(value);
  } catch (const std::runtime_error&) {  // no UTF-8
    require(value.is_string(), "a number is UTF-8");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto first = input.line();
  const auto span = parsed<MetaDuration>(input.rest());
  if (span) {
    require(parsed<MetaDuration>(span->to_string()) == span, "a duration is read again");
    same_in_json(*span);
  }
  if (const auto at = parsed<Time>(first)) time(*at, 1000000000, span);
  if (const auto at = parsed<MicroTime>(first)) {
    time(*at, 1000, span);
    // As in Go, the six digits of a micro time may begin with a sign.
    const bool sign = first.find(".+") != std::string_view::npos || first.find(".-") != std::string_view::npos;
    require(sign || parsed<Time>(first).has_value(), "a micro time is a time");
  }
  int_or_string(first);
  return 0;
}
