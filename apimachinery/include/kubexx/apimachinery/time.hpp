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

/// What Time and MicroTime are: an instant with nanoseconds, of the years 0 to 9999 and beyond by arithmetic. A value.
/// The default is the zero time of Go, 0001-01-01T00:00:00Z, which stands for "not set": in a described struct it is
/// left out when written.
class Instant {
public:
  static constexpr bool omit_zero = true;

  Instant() noexcept = default;
  explicit Instant(WallTime at) noexcept;

  [[nodiscard]] bool is_zero() const noexcept { return *this == Instant(); }
  /// Clamped to what a WallTime holds, the years 1678 to 2261.
  [[nodiscard]] WallTime wall_time() const noexcept;
  [[nodiscard]] std::int64_t unix_seconds() const noexcept { return seconds_; }
  /// Of the second; 0 to 999 999 999.
  [[nodiscard]] std::int32_t nanosecond() const noexcept { return nanoseconds_; }

  /// Instants of both types compare with each other.
  friend bool operator==(const Instant&, const Instant&) noexcept = default;
  friend auto operator<=>(const Instant&, const Instant&) noexcept = default;

  /// Clamped to what a Duration holds, 292 years.
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

/// metav1.Time: creationTimestamp, lastTransitionTime and their like. Written as RFC 3339 in UTC with whole seconds; a
/// fraction that was read takes part in comparisons and is cut when written.
class Time : public Instant {
public:
  using Instant::Instant;
  explicit Time(const Instant& at) noexcept : Instant(at) {}
  /// RFC 3339 as Go's time.Parse reads it: any offset, an optional fraction after '.' or ',', an hour of one digit.
  /// Throws ValueError.
  [[nodiscard]] static Time parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] static Time from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }
};

/// metav1.MicroTime: a Lease's renewTime, an Event's eventTime. Written with exactly six digits of the second, and read
/// only so, as in Go.
class MicroTime : public Instant {
public:
  using Instant::Instant;
  explicit MicroTime(const Instant& at) noexcept : Instant(at) {}
  /// Throws ValueError.
  [[nodiscard]] static MicroTime parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] static MicroTime from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }
};

}  // namespace kubexx
