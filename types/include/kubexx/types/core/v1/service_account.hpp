// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/local_object_reference.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"

namespace kubexx::corev1 {

/// ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a
/// principal that can be authenticated and authorized * a set of secrets
struct ServiceAccount {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "ServiceAccount", "serviceaccounts"};
  ObjectMeta metadata{};
  /// Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to
  /// use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets"
  /// annotation set to "true". Merged by name.
  std::vector<ObjectReference> secrets{};
  /// ImagePullSecrets is a list of references to secrets in the same namespace to use for pulling any images in pods
  /// that reference this ServiceAccount. ImagePullSecrets are distinct from Secrets because Secrets can be mounted in
  /// the pod, but ImagePullSecrets are only accessed by the kubelet.
  std::vector<LocalObjectReference> imagePullSecrets{};
  /// AutomountServiceAccountToken indicates whether pods running as this service account should have an API token
  /// automatically mounted. Can be overridden at the pod level.
  std::optional<bool> automountServiceAccountToken{};

  friend bool operator==(const ServiceAccount&, const ServiceAccount&);
};
BOOST_DESCRIBE_STRUCT(ServiceAccount, (), (metadata, secrets, imagePullSecrets, automountServiceAccountToken))
KUBEXX_COMPILED(ServiceAccount)

}  // namespace kubexx::corev1
