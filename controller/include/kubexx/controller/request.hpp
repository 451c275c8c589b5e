// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/base/object_key.hpp"
#include "kubexx/workqueue/key_hash.hpp"
#include "kubexx/workqueue/options.hpp"

namespace kubexx {

/// The key that a reconciler processes: the name of an object, never the event that led to it. The reconciler compares
/// the current state with the desired state, whatever happened (level triggered). A value type; the key of the queue.
struct Request {
  std::string cluster;     ///< empty: the manager's own cluster
  std::string namespace_;  ///< empty for cluster-scoped objects
  std::string name;

  Request() = default;
  explicit Request(ObjectKey key) : namespace_(std::move(key.namespace_)), name(std::move(key.name)) {}
  Request(std::string of_cluster, ObjectKey key)
      : cluster(std::move(of_cluster)), namespace_(std::move(key.namespace_)), name(std::move(key.name))
  {
  }

  friend auto operator<=>(const Request&, const Request&) = default;

  [[nodiscard]] ObjectKey key() const { return {namespace_, name}; }

  /// `namespace/name` or `name`, preceded by `cluster:` if it has a cluster; for logs.
  [[nodiscard]] std::string to_string() const
  {
    std::string text = key().to_string();
    return cluster.empty() ? text : cluster + ":" + text;
  }
};

template <>
inline constexpr bool recycle_key_storage<Request> = true;
template <>
struct KeyText<Request> {
  /// Cluster, namespace and name.
  static std::array<std::string_view, 3> pieces(const Request& request) noexcept
  {
    return {request.cluster, request.namespace_, request.name};
  }
};

}  // namespace kubexx

template <>
struct std::hash<kubexx::Request> {
  [[nodiscard]] std::size_t operator()(const kubexx::Request& request) const noexcept
  {
    const std::hash<std::string> of_string;
    std::size_t seed = of_string(request.name);
    for (const std::string* part : {&request.namespace_, &request.cluster}) {
      if (part->empty()) continue;
      seed ^= of_string(*part) + std::size_t{0x9e3779b97f4a7c15U} + (seed << 6U) + (seed >> 2U);
    }
    return seed;
  }
};
