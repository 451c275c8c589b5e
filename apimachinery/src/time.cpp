// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/time.hpp"

#include <array>
#include <chrono>
#include <cstdlib>

#include "kubexx/apimachinery/value_error.hpp"
#include "plain_string.hpp"

namespace kubexx {

namespace {

constexpr std::int64_t kNanos = 1'000'000'000;

/// Go's time.parse for the layouts of RFC 3339; every function says whether the text goes on as it should.
class Reader {
public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool read(bool six_digits)
  {
    return number(4, 4, 0, 9999, year_) && take('-') && number(2, 2, 1, 12, month_) && take('-') &&
           number(2, 2, 1, 31, day_) && date().ok() && take('T') && number(1, 2, 0, 23, hour_) && take(':') &&
           number(2, 2, 0, 59, minute_) && take(':') && number(2, 2, 0, 59, second_) &&
           (six_digits ? micros() : fraction()) && zone() && rest_.empty();
  }

  [[nodiscard]] std::int64_t seconds() const
  {
    const std::int64_t days = std::chrono::sys_days(date()).time_since_epoch().count();
    return ((days * 24 + hour_) * 60 + minute_ - offset_) * 60 + second_;
  }
  [[nodiscard]] std::int32_t nanoseconds() const { return nanoseconds_; }

private:
  [[nodiscard]] std::chrono::year_month_day date() const
  {
    return {std::chrono::year(year_), std::chrono::month(static_cast<unsigned>(month_)),
            std::chrono::day(static_cast<unsigned>(day_))};
  }

  /// How many digits follow, up to `most`.
  [[nodiscard]] std::size_t digits(std::size_t most) const
  {
    std::size_t count = 0;
    while (count < most && count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
    return count;
  }

  bool number(std::size_t least, std::size_t most, int low, int high, int& to)
  {
    const std::size_t length = digits(most);
    if (length < least) return false;
    to = 0;
    for (const char c : rest_.substr(0, length)) to = to * 10 + (c - '0');
    rest_.remove_prefix(length);
    return to >= low && to <= high;
  }

  bool take(char c)
  {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool fraction()
  {
    if (rest_.size() < 2 || (rest_[0] != '.' && rest_[0] != ',') || rest_[1] < '0' || rest_[1] > '9') return true;
    rest_.remove_prefix(1);
    const std::size_t length = digits(rest_.size());
    std::int32_t place = kNanos / 10;
    for (const char c : rest_.substr(0, length)) {
      nanoseconds_ += place * (c - '0');
      place /= 10;
    }
    rest_.remove_prefix(length);
    return true;
  }

  bool micros()
  {
    if (!take('.') && !take(',')) return false;
    // Go reads the six characters with a function that knows signs.
    const bool negative = rest_.starts_with('-');
    const bool is_signed = negative || rest_.starts_with('+');
    if (is_signed) rest_.remove_prefix(1);
    const std::size_t length = is_signed ? 5 : 6;
    int count = 0;
    if (!number(length, length, 0, negative ? 0 : 999'999, count)) return false;
    nanoseconds_ = count * 1000;
    return true;
  }

  bool zone()
  {
    if (take('Z')) return true;
    const bool west = rest_.starts_with('-');
    if (!west && !rest_.starts_with('+')) return false;
    rest_.remove_prefix(1);
    int hours = 0;
    int minutes = 0;
    if (!number(2, 2, 0, 24, hours) || !take(':') || !number(2, 2, 0, 60, minutes)) return false;
    offset_ = (hours * 60 + minutes) * (west ? -1 : 1);
    return true;
  }

  std::string_view rest_;
  int year_ = 0, month_ = 1, day_ = 1, hour_ = 0, minute_ = 0, second_ = 0;
  int offset_ = 0;  // minutes east of UTC
  std::int32_t nanoseconds_ = 0;
};

/// Reads a T from a JSON string.
template <class T>
T from_string(JsonView json, std::string_view expected)
{
  if (json.type() != JsonView::Type::string) throw ValueError("time", json.bytes(), expected);
  const std::string_view bytes = json.bytes();
  const std::string_view content = bytes.size() < 2 ? std::string_view() : bytes.substr(1, bytes.size() - 2);
  return detail::is_plain(content) ? T::parse(content) : T::parse(json.as_string().value_or(std::string()));
}

/// Writes the last `digits` digits of `number`; returns their end.
char* put(char* to, int number, int digits)
{
  char* const end = to + digits;
  for (char* at = end; at != to; number /= 10) *--at = static_cast<char>('0' + number % 10);
  return end;
}

char* put(char* to, char before, int number, int digits)
{
  *to = before;
  return put(to + 1, number, digits);
}

constexpr std::string_view kTimeForm = "a time like \"2006-01-02T15:04:05Z\" (RFC 3339)";
constexpr std::string_view kMicroTimeForm = "a time like \"2006-01-02T15:04:05.000000Z\" (RFC 3339 with microseconds)";

}  // namespace

Instant::Instant(WallTime at) noexcept
{
  // The whole second below WallTime::min() fits no WallTime.
  const auto count = at.time_since_epoch().count();
  const auto rest = count % kNanos;
  seconds_ = count / kNanos - (rest < 0 ? 1 : 0);
  nanoseconds_ = static_cast<std::int32_t>(rest < 0 ? rest + kNanos : rest);
}

void Instant::read(std::string_view text, Fraction fraction)
{
  Reader reader(text);
  const bool six_digits = fraction == Fraction::six_digits;
  if (!reader.read(six_digits)) throw ValueError("time", text, six_digits ? kMicroTimeForm : kTimeForm);
  seconds_ = reader.seconds();
  nanoseconds_ = reader.nanoseconds();
}

WallTime Instant::wall_time() const noexcept
{
  return WallTime(*this - Instant(WallTime()));
}

Duration operator-(const Instant& later, const Instant& earlier) noexcept
{
  std::int64_t nanos = 0;
  const std::int64_t seconds = later.seconds_ - earlier.seconds_;
  // A difference below zero counts down from the whole second above, lest Duration::min() overflow on the way.
  const std::int64_t carried = seconds < 0 ? seconds + 1 : seconds;
  const std::int64_t rest = later.nanoseconds_ - earlier.nanoseconds_ - (seconds < 0 ? kNanos : 0);
  if (__builtin_mul_overflow(carried, kNanos, &nanos) || __builtin_add_overflow(nanos, rest, &nanos)) {
    return seconds < 0 ? Duration::min() : Duration::max();
  }
  return Duration(nanos);
}

void Instant::shift(Duration span, int sign) noexcept
{
  const std::int64_t nanos = span.count() % kNanos * sign + nanoseconds_;
  const std::int64_t carry = nanos < 0 ? -1 : nanos / kNanos;
  seconds_ += span.count() / kNanos * sign + carry;
  nanoseconds_ = static_cast<std::int32_t>(nanos - carry * kNanos);
}

std::string Instant::text(Fraction fraction) const
{
  const std::chrono::sys_seconds at{std::chrono::seconds(seconds_)};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(at - day);
  const int year = static_cast<int>(date.year());
  std::array<char, 32> text;
  char* to = text.data();
  if (year < 0) *to++ = '-';
  to = put(to, std::abs(year), std::abs(year) > 9999 ? 5 : 4);
  to = put(to, '-', static_cast<int>(static_cast<unsigned>(date.month())), 2);
  to = put(to, '-', static_cast<int>(static_cast<unsigned>(date.day())), 2);
  to = put(to, 'T', static_cast<int>(time.hours().count()), 2);
  to = put(to, ':', static_cast<int>(time.minutes().count()), 2);
  to = put(to, ':', static_cast<int>(time.seconds().count()), 2);
  if (fraction == Fraction::six_digits) to = put(to, '.', nanoseconds_ / 1000, 6);
  *to++ = 'Z';
  return {text.data(), to};
}

Time Time::parse(std::string_view text)
{
  Time time;
  time.read(text, Fraction::optional);
  return time;
}

std::string Time::to_string() const
{
  return text(Fraction::optional);
}

Time Time::from_json(JsonView json)
{
  return from_string<Time>(json, kTimeForm);
}

MicroTime MicroTime::parse(std::string_view text)
{
  MicroTime time;
  time.read(text, Fraction::six_digits);
  return time;
}

std::string MicroTime::to_string() const
{
  return text(Fraction::six_digits);
}

MicroTime MicroTime::from_json(JsonView json)
{
  return from_string<MicroTime>(json, kMicroTimeForm);
}

}  // namespace kubexx
