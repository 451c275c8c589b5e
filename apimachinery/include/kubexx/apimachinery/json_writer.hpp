// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// Writes compact JSON into one string, in the order of the calls; commas and colons come by themselves. The caller
/// balances begin and end. Not thread safe. Text that is not UTF-8 and numbers that JSON cannot hold throw ObjectError.
class JsonWriter {
public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  /// The name of the member whose value is written next.
  void key(std::string_view name);
  void string(std::string_view text);
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  /// As Go spells them: 1e5 is 100000; of a float, 0.1 is 0.1.
  void number(double value);
  void number(float value);
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  /// A value that is JSON already.
  void raw(std::string_view json);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::string take() noexcept { return std::move(text_); }

private:
  void open(char bracket);
  void close(char bracket);
  void comma();

  std::string text_;
};

}  // namespace kubexx
