// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {

/// Any JSON value, kept as text: for values that have no schema in the API (runtime.RawExtension, JSON) or that kubexx
/// does not declare. A value type; not set by default. A member of type nlohmann::json does the same, at the cost of
/// its header.
class RawJson {
public:
  static constexpr std::string_view kubexx_schema = R"({"x-kubernetes-preserve-unknown-fields":true})";

  static constexpr bool omit_zero = true;

  RawJson() noexcept = default;
  /// Throws ObjectError if `text` is not JSON.
  [[nodiscard]] static RawJson parse(std::string_view text);

  /// The text; empty if not set.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Absent if not set. Valid until this value changes.
  [[nodiscard]] JsonView view() const& noexcept { return JsonView(text_); }
  [[nodiscard]] JsonView view() const&& = delete;
  [[nodiscard]] bool is_zero() const noexcept { return text_.empty(); }

  [[nodiscard]] static RawJson from_json(JsonView json);
  /// Writes null if not set.
  void write_json(JsonWriter& to) const { to.raw(text_.empty() ? std::string_view("null") : std::string_view(text_)); }

  /// Compares the values: the order of members and white space do not matter.
  friend bool operator==(const RawJson& left, const RawJson& right) { return left.same_as(right); }

private:
  [[nodiscard]] bool same_as(const RawJson& other) const;
  std::string text_;
};

}  // namespace kubexx
