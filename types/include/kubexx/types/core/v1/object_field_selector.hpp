// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ObjectFieldSelector selects an APIVersioned field of an object.
struct ObjectFieldSelector {
  /// Version of the schema the FieldPath is written in terms of, defaults to "v1".
  std::string apiVersion{};
  /// Path of the field to select in the specified API version.
  std::string fieldPath{};

  friend bool operator==(const ObjectFieldSelector&, const ObjectFieldSelector&);
};
BOOST_DESCRIBE_STRUCT(ObjectFieldSelector, (), (apiVersion, fieldPath))
KUBEXX_COMPILED(ObjectFieldSelector)

}  // namespace kubexx::corev1
