// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// Identifies an object of a known kind in one cluster: `namespace/name`, or `name` if cluster-scoped. A value type.
struct ObjectKey {
  std::string namespace_;  ///< empty for cluster-scoped objects
  std::string name;

  // Not an aggregate: g++ 12 destroys a temporary aggregate inside a co_await expression twice.
  ObjectKey() = default;
  ObjectKey(std::string of_namespace, std::string of_name)
      : namespace_(std::move(of_namespace)), name(std::move(of_name))
  {
  }

  friend auto operator<=>(const ObjectKey&, const ObjectKey&) = default;

  /// Returns `namespace/name` or `name`, like client-go's MetaNamespaceKeyFunc.
  [[nodiscard]] std::string to_string() const { return namespace_.empty() ? name : namespace_ + "/" + name; }

  /// The inverse of to_string. Returns nullopt for more than one slash, like client-go's SplitMetaNamespaceKey.
  [[nodiscard]] static std::optional<ObjectKey> parse(std::string_view text)
  {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return ObjectKey{{}, std::string(text)};
    if (text.find('/', slash + 1) != std::string_view::npos) return std::nullopt;
    return ObjectKey{std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
  }
};

}  // namespace kubexx

template <>
struct std::hash<kubexx::ObjectKey> {
  [[nodiscard]] std::size_t operator()(const kubexx::ObjectKey& key) const noexcept
  {
    const std::hash<std::string> of_string;
    const std::size_t seed = of_string(key.namespace_);
    return seed ^ (of_string(key.name) + std::size_t{0x9e3779b97f4a7c15U} + (seed << 6U) + (seed >> 2U));
  }
};
