// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// metav1.Duration: a Duration whose JSON is text in the format of Go, "1h15m30.5s". Arithmetic yields Durations.
class MetaDuration : public Duration {
public:
  static constexpr std::string_view kubexx_schema = R"({"type":"string"})";

  constexpr MetaDuration() noexcept : Duration() {}
  template <std::convertible_to<Duration> Span>
  constexpr MetaDuration(Span span) noexcept : Duration(span)
  {
  }

  /// Like Go's time.ParseDuration: decimals with the units ns, us (also with a micro sign), ms, s, m, h; or "0".
  /// Fractions of a nanosecond are cut off. Throws ValueError, also for more than 292 years.
  [[nodiscard]] static MetaDuration parse(std::string_view text);
  /// Like Go's Duration.String: "1h0m0s", "1.5ms", "0s".
  [[nodiscard]] std::string to_string() const;

  [[nodiscard]] static MetaDuration from_json(JsonView json);
  void write_json(JsonWriter& to) const { to.string(to_string()); }
};

}  // namespace kubexx
