// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

/// resource.Quantity: an exact decimal of any size, with the format in which it is written: "500m", "1.5Gi", "12e6". A
/// value; 0 by default. Behaves like k8s.io/apimachinery/pkg/api/resource, except where that loses digits or overflows.
class Quantity {
public:
  static constexpr std::string_view kubexx_schema =
      R"({"anyOf":[{"type":"integer"},{"type":"string"}],"pattern":"^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|)"
      R"([numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$","x-kubernetes-int-or-string":true})";

  /// The form of the text.
  enum class Format {
    decimal_si,        ///< n u m k M G T P E, powers of 1000
    binary_si,         ///< Ki Mi Gi Ti Pi Ei, powers of 1024
    decimal_exponent,  ///< e3, e-6
  };

  /// Powers of ten for `scaled`, `scaled_value` and `round_up`.
  static constexpr int nano = -9, micro = -6, milli = -3, kilo = 3, mega = 6, giga = 9, tera = 12, peta = 15, exa = 18;

  Quantity() noexcept = default;
  explicit Quantity(std::int64_t value, Format format = Format::decimal_si) noexcept : unscaled_(value), format_(format)
  {
  }
  /// `value * 10^scale`. Throws ValueError for a scale beyond ±1000.
  [[nodiscard]] static Quantity scaled(std::int64_t value, int scale, Format format = Format::decimal_si);

  /// Decimals with a sign and a suffix. Digits below nano are rounded away from zero; values with binary suffixes are
  /// limited to 2^63-1, as in the API. Throws ValueError, also for more than 4096 bytes or an exponent above 1000.
  [[nodiscard]] static Quantity parse(std::string_view text);
  /// Returns the parsed text if the API server considers it canonical ("1.500" is), otherwise the canonical form: no
  /// fraction, and the largest possible suffix. Fractions and values below 1024 get decimal instead of binary suffixes.
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] Format format() const noexcept { return format_; }
  [[nodiscard]] bool is_zero() const noexcept { return sign() == 0; }
  [[nodiscard]] int sign() const noexcept;  ///< -1, 0, 1

  /// Returns the value if it is a 64-bit integer.
  [[nodiscard]] std::optional<std::int64_t> as_int64() const;
  /// Returns `value / 10^scale`, rounded away from zero and clamped to 64 bits.
  [[nodiscard]] std::int64_t scaled_value(int scale) const;
  [[nodiscard]] std::int64_t value() const { return scaled_value(0); }
  [[nodiscard]] std::int64_t milli_value() const { return scaled_value(milli); }
  /// The nearest double; infinite if too large.
  [[nodiscard]] double to_double() const;

  /// Rounds away from zero to a multiple of `10^scale`. Returns whether the value stayed the same.
  bool round_up(int scale);

  /// Exact. A zero takes the format of the other quantity.
  Quantity& operator+=(const Quantity& other);
  Quantity& operator-=(const Quantity& other);
  Quantity& operator*=(std::int64_t factor);
  [[nodiscard]] Quantity operator-() const;
  [[nodiscard]] friend Quantity operator+(Quantity left, const Quantity& right) { return left += right; }
  [[nodiscard]] friend Quantity operator-(Quantity left, const Quantity& right) { return left -= right; }
  [[nodiscard]] friend Quantity operator*(Quantity left, std::int64_t right) { return left *= right; }
  [[nodiscard]] friend Quantity operator*(std::int64_t left, Quantity right) { return right *= left; }

  /// By value: "1" equals "1000m".
  friend std::weak_ordering operator<=>(const Quantity& left, const Quantity& right);
  friend bool operator==(const Quantity& left, const Quantity& right) { return (left <=> right) == 0; }

  /// Reads a number or a string; white space around the quantity in a string is ignored.
  [[nodiscard]] static Quantity from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }

private:
  friend struct QuantityMath;
  std::int64_t unscaled_ = 0;  // the value is unscaled * 10^scale
  std::int32_t scale_ = 0;
  Format format_ = Format::decimal_si;
  std::string digits_;  // the unscaled value in decimal if it does not fit into unscaled_, which is then 0
  std::string text_;    // as parsed, if to_string() returns it
};

}  // namespace kubexx
