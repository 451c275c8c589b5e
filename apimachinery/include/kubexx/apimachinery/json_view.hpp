// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kubexx {

/// A value inside valid JSON bytes that their owner keeps alive; parsed only on demand. Absent if a pointer led
/// nowhere. A value type; as thread safe as the bytes (those of an Object never change). A temporary Object returns an
/// OwningJsonView, which keeps the bytes itself.
class JsonView {
public:
  /// The type of the value; absent: there is none.
  enum class Type { absent, null, boolean, number, string, array, object };

  JsonView() noexcept = default;
  /// `bytes` must be exactly one valid JSON value, without white space around it.
  explicit JsonView(std::string_view bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] Type type() const noexcept;
  explicit operator bool() const noexcept { return !bytes_.empty(); }
  /// The JSON text.
  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }

  /// Returns the value at an RFC 6901 pointer, relative to this value; absent if there is none. "" is the value itself.
  [[nodiscard]] JsonView at(std::string_view pointer) const;
  /// Returns the member of an object with that name; if there are several, the last one, as in Go.
  [[nodiscard]] JsonView member(std::string_view name) const;

  /// Returns the unescaped text; nullopt unless it is a string. Bytes that are not UTF-8 and unpaired surrogates become
  /// U+FFFD, as in Go.
  [[nodiscard]] std::optional<std::string> as_string() const;
  [[nodiscard]] std::optional<std::int64_t> as_int() const;  ///< nullopt unless an integer in range
  [[nodiscard]] std::optional<double> as_double() const;
  [[nodiscard]] std::optional<bool> as_bool() const;
  /// Whether it is a string equal to `text`. Decodes nothing if the bytes have no escape.
  [[nodiscard]] bool equals(std::string_view text) const;

  /// Iterates over an array or object in place: `for (auto c = view.children(); c.next();) use(c.key(), c.value());`
  class Children {
  public:
    /// Advances to the next child; returns false at the end.
    bool next();
    /// The same, but faster if the child is the current child of `twin`, byte for byte. Both must be those of objects,
    /// or both those of arrays.
    bool next_like(const Children& twin);
    /// The unescaped member name; empty in an array.
    [[nodiscard]] std::string key() const;
    /// The member name as the text has it, with its quotes.
    [[nodiscard]] std::string_view quoted_key() const noexcept { return key_; }
    [[nodiscard]] JsonView value() const noexcept { return JsonView(value_); }

  private:
    friend class JsonView;
    std::string_view rest_;  // the text after the current child; empty at the end
    std::string_view key_;   // the quoted member name
    std::string_view value_;
    bool object_ = false;
  };
  [[nodiscard]] Children children() const;

private:
  std::string_view bytes_;
};

}  // namespace kubexx
