// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// The base of Time and MicroTime: an instant with nanoseconds, in the years 0 to 9999, or beyond by arithmetic. A
/// value. The default is the zero time of Go, 0001-01-01T00:00:00Z, which means "not set": a described struct leaves it
/// out when written.
class Instant {
public:
  static constexpr bool omit_zero = true;

  Instant() noexcept = default;
  explicit Instant(WallTime at) noexcept;

  [[nodiscard]] bool is_zero() const noexcept { return *this == Instant(); }
  /// Clamped to the range of WallTime, the years 1678 to 2261.
  [[nodiscard]] WallTime wall_time() const noexcept;
  [[nodiscard]] std::int64_t unix_seconds() const noexcept { return seconds_; }
  /// Within the second: 0 to 999 999 999.
  [[nodiscard]] std::int32_t nanosecond() const noexcept { return nanoseconds_; }

  /// Instants of both types can be compared with each other.
  friend bool operator==(const Instant&, const Instant&) noexcept = default;
  friend auto operator<=>(const Instant&, const Instant&) noexcept = default;

  /// Clamped to the range of Duration, 292 years.
  friend Duration operator-(const Instant& later, const Instant& earlier) noexcept;

  template <std::derived_from<Instant> T>
  [[nodiscard]] friend T operator+(T at, Duration span) noexcept
  {
    at.shift(span, 1);
    return at;
  }
  template <std::derived_from<Instant> T>
  [[nodiscard]] friend T operator-(T at, Duration span) noexcept
  {
    at.shift(span, -1);
    return at;
  }

protected:
  enum class Fraction { optional, six_digits };
  void read(std::string_view text, Fraction fraction);
  [[nodiscard]] std::string text(Fraction fraction) const;

private:
  void shift(Duration span, int sign) noexcept;

  std::int64_t seconds_ = -62135596800;  // since 1970-01-01T00:00:00Z
  std::int32_t nanoseconds_ = 0;
};

/// metav1.Time: creationTimestamp, lastTransitionTime and the like. Written as RFC 3339 in UTC with whole seconds; a
/// fraction that was read counts in comparisons and is cut off when written.
class Time : public Instant {
public:
  static constexpr std::string_view kubexx_schema = R"({"type":"string","format":"date-time"})";

  using Instant::Instant;
  explicit Time(const Instant& at) noexcept : Instant(at) {}
  /// Reads RFC 3339 like Go's time.Parse: any offset, an optional fraction after '.' or ',', an hour of one or two
  /// digits. Throws ValueError.
  [[nodiscard]] static Time parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] static Time from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }
};

/// metav1.MicroTime: renewTime of a Lease, eventTime of an Event. Written with exactly six fractional digits, and read
/// only in this form, as in Go.
class MicroTime : public Instant {
public:
  static constexpr std::string_view kubexx_schema = R"({"type":"string","format":"date-time"})";

  using Instant::Instant;
  explicit MicroTime(const Instant& at) noexcept : Instant(at) {}
  /// Throws ValueError.
  [[nodiscard]] static MicroTime parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] static MicroTime from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }
};

}  // namespace kubexx
