// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <optional>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::networkingv1 {

/// ParentReference describes a reference to a parent object.
struct ParentReference {
  /// group is the group of the object being referenced.
  std::string group{};
  /// resource is the resource of the object being referenced.
  std::string resource{};
  /// namespace is the namespace of the object being referenced.
  std::string namespace_{};
  /// name is the name of the object being referenced.
  std::string name{};

  friend bool operator==(const ParentReference&, const ParentReference&);
};
BOOST_DESCRIBE_STRUCT(ParentReference, (), (group, resource, namespace_, name))
KUBEXX_COMPILED(ParentReference)

/// IPAddressSpec describe the attributes in an IP Address.
struct IPAddressSpec {
  /// parentRef references the resource that an IPAddress is attached to. An IPAddress must reference a parent object.
  std::optional<ParentReference> parentRef{};

  friend bool operator==(const IPAddressSpec&, const IPAddressSpec&);
};
BOOST_DESCRIBE_STRUCT(IPAddressSpec, (), (parentRef))
KUBEXX_COMPILED(IPAddressSpec)

/// IPAddress represents a single IP of a single IP Family. The object is designed to be used by APIs that operate on IP
/// addresses. The object is used by the Service core API for allocation of IP addresses.
struct IPAddress {
  static constexpr ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "IPAddress", "ipaddresses", Scope::cluster};
  ObjectMeta metadata{};
  /// spec is the desired state of the IPAddress.
  IPAddressSpec spec{};

  friend bool operator==(const IPAddress&, const IPAddress&);
};
BOOST_DESCRIBE_STRUCT(IPAddress, (), (metadata, spec))
KUBEXX_COMPILED(IPAddress)

}  // namespace kubexx::networkingv1
