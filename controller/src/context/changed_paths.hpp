// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/interceptor.hpp"

namespace kubexx {

/// Where a write changes its object, as JSON pointers. No values.
struct ChangedPaths {
  std::vector<std::string> shown;     ///< at most so many, each cut; then the last one says how many more
  std::vector<std::string> covering;  ///< few pointers to everything that changes; where there are many, to parents
  /// What may change with it: the members that an apply does not send any more, the elements behind one that a JSON
  /// patch removes, the order of a list.
  std::vector<std::string> beside = {};
};

/// The leaves of a merge or strategic patch and of an apply configuration (an array is one), the paths of a JSON patch,
/// and the differences between an update and `before`. Without the versions and names that only say which object is
/// meant. Empty for a create, a delete, an update with no `before`, and a body that is no JSON.
[[nodiscard]] ChangedPaths changed_paths(const ApiCall& call, const Object& before);

}  // namespace kubexx
