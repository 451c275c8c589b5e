// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

/// intstr.IntOrString: the number or name of a port, a count or a percentage. Remembers which of the two the JSON held:
/// 80 and "80" differ. A value type; 0 by default.
class IntOrString {
public:
  static constexpr std::string_view kubexx_schema =
      R"({"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true})";

  IntOrString() noexcept = default;
  IntOrString(std::int32_t number) noexcept : value_(number) {}
  IntOrString(std::string text) noexcept : value_(std::move(text)) {}
  IntOrString(const char* text) : value_(std::string(text)) {}

  /// Returns the number if `text` spells one that fits into 32 bits, otherwise the text. Never fails.
  [[nodiscard]] static IntOrString parse(std::string_view text);

  [[nodiscard]] bool is_string() const noexcept { return std::holds_alternative<std::string>(value_); }
  /// Returns the number, or the number that the text spells, clamped to 64 bits; 0 if it spells none.
  [[nodiscard]] std::int64_t int_value() const noexcept;
  /// Returns the text, or the number in decimal.
  [[nodiscard]] std::string to_string() const;

  /// How a percentage becomes a whole number.
  enum class Rounding { down, up };
  /// Returns the value relative to `total`: a number as it is, a percentage ("25%") as that part of `total`. Throws
  /// ValueError for any other text. Like intstr.GetScaledValueFromIntOrPercent.
  [[nodiscard]] std::int64_t scaled(std::int64_t total, Rounding rounding) const;

  [[nodiscard]] static IntOrString from_json(JsonView json);
  void write_json(JsonWriter& to) const;

  friend bool operator==(const IntOrString&, const IntOrString&) = default;

private:
  std::variant<std::int32_t, std::string> value_ = 0;
};

}  // namespace kubexx
