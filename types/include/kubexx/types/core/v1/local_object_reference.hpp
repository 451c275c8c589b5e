// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// LocalObjectReference contains enough information to let you locate the referenced object inside the same namespace.
struct LocalObjectReference {
  /// Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be
  /// empty. Instances of this type with an empty value here are almost certainly wrong.
  std::string name{};

  friend bool operator==(const LocalObjectReference&, const LocalObjectReference&);
};
BOOST_DESCRIBE_STRUCT(LocalObjectReference, (), (name))
KUBEXX_COMPILED(LocalObjectReference)

}  // namespace kubexx::corev1
