// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

namespace detail {
/// The representation of every OpenEnum.
class OpenEnumText {
public:
  OpenEnumText() noexcept = default;
  explicit OpenEnumText(std::string text) noexcept : text_(std::move(text)) {}

  /// The text as in JSON.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Whether no value is set.
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }

private:
  std::string text_;
};
}  // namespace detail

/// An enumerated string of the API: a type of its own with a constant for each known value. It can hold any other value
/// as well, because a newer server may have more. A value type; as thread safe as a std::string. Empty means not set.
///
///     struct Protocol : OpenEnum<Protocol> {
///       using OpenEnum::OpenEnum;
///       static constexpr Name TCP{"TCP"}, UDP{"UDP"};
///       static constexpr std::array kubexx_values{TCP, UDP};  // optional: the `enum` of its schema in a CRD
///     };
///
///     port.protocol = Protocol::UDP;
///     if (port.protocol == Protocol::TCP) …
template <class E>
class OpenEnum : public detail::OpenEnumText {
public:
  /// A constant. Constants of different enumerations do not mix.
  struct Name {
    std::string_view text;
  };

  OpenEnum() noexcept = default;
  OpenEnum(Name name) : OpenEnumText(std::string(name.text)) {}
  OpenEnum(std::string text) noexcept : OpenEnumText(std::move(text)) {}
  OpenEnum(const char* text) : OpenEnumText(std::string(text)) {}

  friend bool operator==(const E& left, const E& right) noexcept { return left.text() == right.text(); }
  friend bool operator==(const E& left, Name right) noexcept { return left.text() == right.text; }
  friend bool operator==(const E& left, const char* right) noexcept { return left.text() == right; }
};

}  // namespace kubexx
