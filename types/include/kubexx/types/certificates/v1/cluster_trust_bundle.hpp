// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::certificatesv1 {

/// ClusterTrustBundleSpec contains the signer and trust anchors.
struct ClusterTrustBundleSpec {
  /// signerName indicates the associated signer, if any. In order to create or update a ClusterTrustBundle that sets
  /// signerName, you must have the following cluster-scoped permission: group=certificates.k8s.io resource=signers
  /// resourceName=<the signer name> verb=attest.
  std::string signerName{};
  /// trustBundle contains the individual X.509 trust anchors for this bundle, as PEM bundle of PEM-wrapped,
  /// DER-formatted X.509 certificates. The data must consist only of PEM certificate blocks that parse as valid X.509
  /// certificates.
  std::string trustBundle{};

  friend bool operator==(const ClusterTrustBundleSpec&, const ClusterTrustBundleSpec&);
};
BOOST_DESCRIBE_STRUCT(ClusterTrustBundleSpec, (), (signerName, trustBundle))
KUBEXX_COMPILED(ClusterTrustBundleSpec)

/// ClusterTrustBundle is a cluster-scoped container for X.509 trust anchors (root certificates). ClusterTrustBundle
/// objects are considered to be readable by any authenticated user in the cluster, because they can be mounted by pods
/// using the `clusterTrustBundle` projection.
struct ClusterTrustBundle {
  static constexpr ResourceInfo kubexx_resource{"certificates.k8s.io", "v1", "ClusterTrustBundle", "clustertrustbundles", Scope::cluster};
  ObjectMeta metadata{};
  /// spec contains the signer (if any) and trust anchors.
  ClusterTrustBundleSpec spec{};

  friend bool operator==(const ClusterTrustBundle&, const ClusterTrustBundle&);
};
BOOST_DESCRIBE_STRUCT(ClusterTrustBundle, (), (metadata, spec))
KUBEXX_COMPILED(ClusterTrustBundle)

}  // namespace kubexx::certificatesv1
