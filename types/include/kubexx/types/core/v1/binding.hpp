// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"

namespace kubexx::corev1 {

/// Binding ties one object to another; for example, a pod is bound to a node by a scheduler.
struct Binding {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Binding", "bindings"};
  ObjectMeta metadata{};
  /// The target object that you want to bind to the standard object.
  ObjectReference target{};

  friend bool operator==(const Binding&, const Binding&);
};
BOOST_DESCRIBE_STRUCT(Binding, (), (metadata, target))
KUBEXX_COMPILED(Binding)

}  // namespace kubexx::corev1
