// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/value_error.hpp"

namespace kubexx {

/// []byte of the API: arbitrary bytes, base64 in JSON, e.g. the data of a Secret or a CA bundle. A value type.
class Bytes {
public:
  static constexpr std::string_view kubexx_schema = R"({"type":"string","format":"byte"})";

  static constexpr bool omit_zero = true;

  Bytes() noexcept = default;
  Bytes(std::string bytes) noexcept : bytes_(std::move(bytes)) {}
  Bytes(const char* text) : bytes_(text) {}

  /// The bytes themselves, not base64.
  [[nodiscard]] const std::string& str() const noexcept { return bytes_; }
  [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
  [[nodiscard]] bool is_zero() const noexcept { return bytes_.empty(); }

  [[nodiscard]] static Bytes from_json(JsonView json);
  void write_json(JsonWriter& to) const;

  friend bool operator==(const Bytes&, const Bytes&) = default;

private:
  std::string bytes_;
};

}  // namespace kubexx
