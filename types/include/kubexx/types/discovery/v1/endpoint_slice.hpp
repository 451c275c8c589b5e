// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/object_reference.hpp"
#include "kubexx/types/core/v1/protocol.hpp"

namespace kubexx::discoveryv1 {

/// AddressType represents the type of address referred to by an endpoint.
struct AddressType : OpenEnum<AddressType> {
  using OpenEnum::OpenEnum;
  static constexpr Name FQDN{"FQDN"}, IPv4{"IPv4"}, IPv6{"IPv6"};
};

/// EndpointConditions represents the current condition of an endpoint.
struct EndpointConditions {
  /// ready indicates that this endpoint is ready to receive traffic, according to whatever system is managing the
  /// endpoint. A nil value should be interpreted as "true".
  std::optional<bool> ready{};
  /// serving indicates that this endpoint is able to receive traffic, according to whatever system is managing the
  /// endpoint. For endpoints backed by pods, the EndpointSlice controller will mark the endpoint as serving if the
  /// pod's Ready condition is True. A nil value should be interpreted as "true".
  std::optional<bool> serving{};
  /// terminating indicates that this endpoint is terminating. A nil value should be interpreted as "false".
  std::optional<bool> terminating{};

  friend bool operator==(const EndpointConditions&, const EndpointConditions&);
};
BOOST_DESCRIBE_STRUCT(EndpointConditions, (), (ready, serving, terminating))
KUBEXX_COMPILED(EndpointConditions)

/// ForZone provides information about which zones should consume this endpoint.
struct ForZone {
  /// name represents the name of the zone.
  std::string name{};

  friend bool operator==(const ForZone&, const ForZone&);
};
BOOST_DESCRIBE_STRUCT(ForZone, (), (name))
KUBEXX_COMPILED(ForZone)

/// ForNode provides information about which nodes should consume this endpoint.
struct ForNode {
  /// name represents the name of the node.
  std::string name{};

  friend bool operator==(const ForNode&, const ForNode&);
};
BOOST_DESCRIBE_STRUCT(ForNode, (), (name))
KUBEXX_COMPILED(ForNode)

/// EndpointHints provides hints describing how an endpoint should be consumed.
struct EndpointHints {
  /// forZones indicates the zone(s) this endpoint should be consumed by when using topology aware routing. May contain
  /// a maximum of 8 entries.
  std::vector<ForZone> forZones{};
  /// forNodes indicates the node(s) this endpoint should be consumed by when using topology aware routing. May contain
  /// a maximum of 8 entries.
  std::vector<ForNode> forNodes{};

  friend bool operator==(const EndpointHints&, const EndpointHints&);
};
BOOST_DESCRIBE_STRUCT(EndpointHints, (), (forZones, forNodes))
KUBEXX_COMPILED(EndpointHints)

/// Endpoint represents a single logical "backend" implementing a service.
struct Endpoint {
  /// addresses of this endpoint. For EndpointSlices of addressType "IPv4" or "IPv6", the values are IP addresses in
  /// canonical form. The syntax and semantics of other addressType values are not defined. This must contain at least
  /// one address but no more than 100.
  std::vector<std::string> addresses{};
  /// conditions contains information about the current status of the endpoint.
  EndpointConditions conditions{};
  /// hostname of this endpoint. This field may be used by consumers of endpoints to distinguish endpoints from each
  /// other (e.g. in DNS names). Multiple endpoints which use the same hostname should be considered fungible (e.g.
  /// multiple A values in DNS).
  std::optional<std::string> hostname{};
  /// targetRef is a reference to a Kubernetes object that represents this endpoint.
  std::optional<corev1::ObjectReference> targetRef{};
  /// deprecatedTopology contains topology information part of the v1beta1 API. This field is deprecated, and will be
  /// removed when the v1beta1 API is removed (no sooner than kubernetes v1.24).
  std::map<std::string, std::string> deprecatedTopology{};
  /// nodeName represents the name of the Node hosting this endpoint. This can be used to determine endpoints local to a
  /// Node.
  std::optional<std::string> nodeName{};
  /// zone is the name of the Zone this endpoint exists in.
  std::optional<std::string> zone{};
  /// hints contains information associated with how an endpoint should be consumed.
  std::optional<EndpointHints> hints{};

  friend bool operator==(const Endpoint&, const Endpoint&);
};
BOOST_DESCRIBE_STRUCT(Endpoint, (), (addresses, conditions, hostname, targetRef, deprecatedTopology, nodeName, zone,
    hints))
KUBEXX_COMPILED(Endpoint)

/// EndpointPort represents a Port used by an EndpointSlice
struct EndpointPort {
  /// name represents the name of this port. All ports in an EndpointSlice must have a unique name. If the EndpointSlice
  /// is derived from a Kubernetes service, this corresponds to the Service.ports[].name.
  std::optional<std::string> name{};
  /// protocol represents the IP protocol for this port. Must be UDP, TCP, or SCTP. Default is TCP.
  corev1::Protocol protocol{};
  /// port represents the port number of the endpoint. If the EndpointSlice is derived from a Kubernetes service, this
  /// must be set to the service's target port. EndpointSlices used for other purposes may have a nil port.
  std::optional<std::int32_t> port{};
  /// The application protocol for this port. This is used as a hint for implementations to offer richer behavior for
  /// protocols that they understand. This field follows standard Kubernetes label syntax.
  std::optional<std::string> appProtocol{};

  friend bool operator==(const EndpointPort&, const EndpointPort&);
};
BOOST_DESCRIBE_STRUCT(EndpointPort, (), (name, protocol, port, appProtocol))
KUBEXX_COMPILED(EndpointPort)

/// EndpointSlice represents a set of service endpoints. Most EndpointSlices are created by the EndpointSlice controller
/// to represent the Pods selected by Service objects.
struct EndpointSlice {
  static constexpr ResourceInfo kubexx_resource{"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices"};
  ObjectMeta metadata{};
  /// addressType specifies the type of address carried by this EndpointSlice. All addresses in this slice must be the
  /// same type. This field is immutable after creation. The following address types are currently supported: * IPv4:
  /// Represents an IPv4 Address. * IPv6:
  AddressType addressType{};
  /// endpoints is a list of unique endpoints in this slice. Each slice may include a maximum of 1000 endpoints.
  std::vector<Endpoint> endpoints{};
  /// ports specifies the list of network ports exposed by each endpoint in this slice. Each port must have a unique
  /// name. Each slice may include a maximum of 100 ports.
  std::vector<EndpointPort> ports{};

  friend bool operator==(const EndpointSlice&, const EndpointSlice&);
};
BOOST_DESCRIBE_STRUCT(EndpointSlice, (), (metadata, addressType, endpoints, ports))
KUBEXX_COMPILED(EndpointSlice)

}  // namespace kubexx::discoveryv1
