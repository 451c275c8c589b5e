// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// TypedLocalObjectReference contains enough information to let you locate the typed referenced object inside the same
/// namespace.
struct TypedLocalObjectReference {
  /// APIGroup is the group for the resource being referenced. If APIGroup is not specified, the specified Kind must be
  /// in the core API group. For any other third-party types, APIGroup is required.
  std::optional<std::string> apiGroup{};
  /// Kind is the type of resource being referenced
  std::string kind{};
  /// Name is the name of resource being referenced
  std::string name{};

  friend bool operator==(const TypedLocalObjectReference&, const TypedLocalObjectReference&);
};
BOOST_DESCRIBE_STRUCT(TypedLocalObjectReference, (), (apiGroup, kind, name))
KUBEXX_COMPILED(TypedLocalObjectReference)

}  // namespace kubexx::corev1
