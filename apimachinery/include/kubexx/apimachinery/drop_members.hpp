// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Removes members from objects, to keep less of them: `InformerOptions::transform` takes one.
///
///     options.transform = DropMembers({"/status", "/metadata/annotations"});
///
/// Copies share the pointers. Thread safe.
class DropMembers {
public:
  /// RFC 6901 pointers to members of objects; a pointer into an array matches nothing. Throws std::invalid_argument for
  /// an invalid pointer and for the members that identify an object: /apiVersion, /kind, /metadata and its name,
  /// namespace, uid and resourceVersion.
  explicit DropMembers(const std::vector<std::string>& pointers);

  /// Returns `object` itself if it has none of the members. Builds no tree.
  [[nodiscard]] Object operator()(const Object& object) const;

private:
  struct Node;
  std::shared_ptr<const Node> root_;
};

}  // namespace kubexx
