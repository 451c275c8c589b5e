// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// Makes objects without some of their members, to keep less of them: `InformerOptions::transform` takes one.
///
///     options.transform = DropMembers({"/status", "/metadata/annotations"});
///
/// Copies share the pointers. Thread safe.
class DropMembers {
public:
  /// RFC 6901 pointers to members of objects; one that leads into an array leads nowhere. Throws std::invalid_argument
  /// for a pointer that is none, and for members that say which object it is: /apiVersion, /kind, /metadata and its
  /// name, namespace, uid and resourceVersion.
  explicit DropMembers(const std::vector<std::string>& pointers);

  /// Parses nothing into a tree; `object` itself when it has none of the members.
  [[nodiscard]] Object operator()(const Object& object) const;

private:
  struct Node;
  std::shared_ptr<const Node> root_;
};

}  // namespace kubexx
