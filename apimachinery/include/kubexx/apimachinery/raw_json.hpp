// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {

/// Any JSON value, kept as its text: what the API has no schema for (runtime.RawExtension, JSON), or one that kubexx
/// does not declare. A value; not set by default. A member of type nlohmann::json does the same, at the cost of that
/// header.
class RawJson {
public:
  static constexpr bool omit_zero = true;

  RawJson() noexcept = default;
  /// Throws ObjectError for what is no JSON.
  [[nodiscard]] static RawJson parse(std::string_view text);

  /// Its text; empty when it is not set.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Absent when it is not set. Valid as long as this value is unchanged.
  [[nodiscard]] JsonView view() const& noexcept { return JsonView(text_); }
  [[nodiscard]] JsonView view() const&& = delete;
  [[nodiscard]] bool is_zero() const noexcept { return text_.empty(); }

  [[nodiscard]] static RawJson from_json(JsonView json);
  /// null when it is not set.
  void write_json(JsonWriter& to) const { to.raw(text_.empty() ? std::string_view("null") : std::string_view(text_)); }

  /// By meaning: the order of members and white space do not count.
  friend bool operator==(const RawJson& left, const RawJson& right) { return left.same_as(right); }

private:
  [[nodiscard]] bool same_as(const RawJson& other) const;
  std::string text_;
};

}  // namespace kubexx
