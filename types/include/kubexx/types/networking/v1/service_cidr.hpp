// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::networkingv1 {

/// ServiceCIDRSpec define the CIDRs the user wants to use for allocating ClusterIPs for Services.
struct ServiceCIDRSpec {
  /// cidrs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign
  /// service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.
  std::vector<std::string> cidrs{};

  friend bool operator==(const ServiceCIDRSpec&, const ServiceCIDRSpec&);
};
BOOST_DESCRIBE_STRUCT(ServiceCIDRSpec, (), (cidrs))
KUBEXX_COMPILED(ServiceCIDRSpec)

/// ServiceCIDRStatus describes the current state of the ServiceCIDR.
struct ServiceCIDRStatus {
  /// conditions holds an array of metav1.Condition that describe the state of the ServiceCIDR. Current service state
  /// Merged by type.
  std::vector<Condition> conditions{};

  friend bool operator==(const ServiceCIDRStatus&, const ServiceCIDRStatus&);
};
BOOST_DESCRIBE_STRUCT(ServiceCIDRStatus, (), (conditions))
KUBEXX_COMPILED(ServiceCIDRStatus)

/// ServiceCIDR defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or 2001:db2::/64). This range is
/// used to allocate ClusterIPs to Service objects.
struct ServiceCIDR {
  static constexpr ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "ServiceCIDR", "servicecidrs", Scope::cluster};
  ObjectMeta metadata{};
  /// spec is the desired state of the ServiceCIDR.
  ServiceCIDRSpec spec{};
  /// status represents the current state of the ServiceCIDR.
  ServiceCIDRStatus status{};

  friend bool operator==(const ServiceCIDR&, const ServiceCIDR&);
};
BOOST_DESCRIBE_STRUCT(ServiceCIDR, (), (metadata, spec, status))
KUBEXX_COMPILED(ServiceCIDR)

}  // namespace kubexx::networkingv1
