// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"
#include "kubexx/types/core/v1/protocol.hpp"

namespace kubexx::corev1 {

/// EndpointAddress is a tuple that describes single IP address. Deprecated: This API is deprecated in v1.33+.
struct EndpointAddress {
  /// The IP of this endpoint. May not be loopback (127.0.0.0/8 or ::1), link-local (169.254.0.0/16 or fe80::/10), or
  /// link-local multicast (224.0.0.0/24 or ff02::/16).
  std::string ip{};
  /// The Hostname of this endpoint
  std::string hostname{};
  /// Optional: Node hosting this endpoint. This can be used to determine endpoints local to a node.
  std::optional<std::string> nodeName{};
  /// Reference to object providing the endpoint.
  std::optional<ObjectReference> targetRef{};

  friend bool operator==(const EndpointAddress&, const EndpointAddress&);
};
BOOST_DESCRIBE_STRUCT(EndpointAddress, (), (ip, hostname, nodeName, targetRef))
KUBEXX_COMPILED(EndpointAddress)

/// EndpointPort is a tuple that describes a single port. Deprecated: This API is deprecated in v1.33+.
struct EndpointPort {
  /// The name of this port. This must match the 'name' field in the corresponding ServicePort. Must be a DNS_LABEL.
  /// Optional only if one port is defined.
  std::string name{};
  /// The port number of the endpoint.
  std::int32_t port = 0;
  /// The IP protocol for this port. Must be UDP, TCP, or SCTP. Default is TCP.
  Protocol protocol{};
  /// The application protocol for this port. This is used as a hint for implementations to offer richer behavior for
  /// protocols that they understand. This field follows standard Kubernetes label syntax.
  std::optional<std::string> appProtocol{};

  friend bool operator==(const EndpointPort&, const EndpointPort&);
};
BOOST_DESCRIBE_STRUCT(EndpointPort, (), (name, port, protocol, appProtocol))
KUBEXX_COMPILED(EndpointPort)

/// EndpointSubset is a group of addresses with a common set of ports. The expanded set of endpoints is the Cartesian
/// product of Addresses x Ports. For example, given: { Addresses: [{"ip": "10.10.1.1"}, {"ip": "10.10.2.2"}], Ports:
/// [{"name": "a", "port": 8675}, {"name":
struct EndpointSubset {
  /// IP addresses which offer the related ports that are marked as ready. These endpoints should be considered safe for
  /// load balancers and clients to utilize.
  std::vector<EndpointAddress> addresses{};
  /// IP addresses which offer the related ports but are not currently marked as ready because they have not yet
  /// finished starting, have recently failed a readiness check, or have recently failed a liveness check.
  std::vector<EndpointAddress> notReadyAddresses{};
  /// Port numbers available on the related IP addresses.
  std::vector<EndpointPort> ports{};

  friend bool operator==(const EndpointSubset&, const EndpointSubset&);
};
BOOST_DESCRIBE_STRUCT(EndpointSubset, (), (addresses, notReadyAddresses, ports))
KUBEXX_COMPILED(EndpointSubset)

/// Endpoints is a collection of endpoints that implement the actual service. Example: Name: "mysvc", Subsets: [ {
/// Addresses: [{"ip": "10.10.1.1"}, {"ip": "10.10.2.2"}], Ports: [{"name": "a", "port": 8675}, {"name": "b", "port":
/// 309}] }, { Addresses: [{"ip": "10.10.3.3"}], Ports: [{"name":
struct Endpoints {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Endpoints", "endpoints"};
  ObjectMeta metadata{};
  /// The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they
  /// share.
  std::vector<EndpointSubset> subsets{};

  friend bool operator==(const Endpoints&, const Endpoints&);
};
BOOST_DESCRIBE_STRUCT(Endpoints, (), (metadata, subsets))
KUBEXX_COMPILED(Endpoints)

}  // namespace kubexx::corev1
