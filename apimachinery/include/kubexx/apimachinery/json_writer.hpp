// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// Writes compact JSON into one string, in the order of the calls, and adds commas and colons itself. The caller
/// balances begin and end. Not thread safe. Throws ObjectError for text that is not UTF-8 and for numbers that JSON
/// cannot hold.
class JsonWriter {
public:
  /// Writes a bracket of an object or a list.
  void begin_object() { raw("{"); }
  void end_object() { close('}'); }
  void begin_array() { raw("["); }
  void end_array() { close(']'); }

  /// Writes the name of the member whose value is written next.
  void key(std::string_view name);
  void string(std::string_view text);
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  /// In the format of Go: 1e5 is written as 100000, the float 0.1 as 0.1.
  void number(double value);
  void number(float value);
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  /// Writes a value that is already JSON.
  void raw(std::string_view json);

  /// Valid until the next call that writes.
  [[nodiscard]] const std::string& text() const { return written(); }
  [[nodiscard]] std::string take()
  {
    written();
    size_ = 0;
    return std::move(text_);
  }

private:
  void close(char bracket);
  /// Writes a comma if one is needed, and returns a pointer to at least `most` free bytes. The caller fills some of
  /// them and passes the end to `used`.
  [[nodiscard]] char* room(std::size_t most);
  void used(const char* end) noexcept { size_ = static_cast<std::size_t>(end - text_.data()); }
  std::string& written() const
  {
    text_.resize(size_);
    return text_;
  }

  mutable std::string text_;  // the bytes after size_ have not been written yet
  std::size_t size_ = 0;
};

}  // namespace kubexx
