// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ObjectReference contains enough information to let you inspect or modify the referred object.
struct ObjectReference {
  /// Kind of the referent.
  std::string kind{};
  /// Namespace of the referent.
  std::string namespace_{};
  /// Name of the referent.
  std::string name{};
  /// UID of the referent.
  std::string uid{};
  /// API version of the referent.
  std::string apiVersion{};
  /// Specific resourceVersion to which this reference is made, if any.
  std::string resourceVersion{};
  /// If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field
  /// access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a
  /// container within a pod, this would take on a value like:
  std::string fieldPath{};

  friend bool operator==(const ObjectReference&, const ObjectReference&);
};
BOOST_DESCRIBE_STRUCT(ObjectReference, (), (kind, namespace_, name, uid, apiVersion, resourceVersion, fieldPath))
KUBEXX_COMPILED(ObjectReference)

}  // namespace kubexx::corev1
