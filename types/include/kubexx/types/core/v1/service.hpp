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
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/protocol.hpp"

namespace kubexx::corev1 {

/// ClientIPConfig represents the configurations of Client IP based session affinity.
struct ClientIPConfig {
  /// timeoutSeconds specifies the seconds of ClientIP type session sticky time. The value must be >0 && <=86400(for 1
  /// day) if ServiceAffinity == "ClientIP". Default value is 10800(for 3 hours).
  std::optional<std::int32_t> timeoutSeconds{};

  friend bool operator==(const ClientIPConfig&, const ClientIPConfig&);
};
BOOST_DESCRIBE_STRUCT(ClientIPConfig, (), (timeoutSeconds))
KUBEXX_COMPILED(ClientIPConfig)

/// IPFamily represents the IP Family (IPv4 or IPv6). This type is used to express the family of an IP expressed by a
/// type (e.g. service.spec.ipFamilies).
struct IPFamily : OpenEnum<IPFamily> {
  using OpenEnum::OpenEnum;
  static constexpr Name IPv4{"IPv4"}, IPv6{"IPv6"}, Unknown{""};
};

/// IPFamilyPolicy represents the dual-stack-ness requested or required by a Service
struct IPFamilyPolicy : OpenEnum<IPFamilyPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name SingleStack{"SingleStack"}, PreferDualStack{"PreferDualStack"},
      RequireDualStack{"RequireDualStack"};
};

/// PortStatus represents the error condition of a service port
struct PortStatus {
  /// Port is the port number of the service port of which status is recorded here
  std::int32_t port = 0;
  /// Protocol is the protocol of the service port of which status is recorded here The supported values are: "TCP",
  /// "UDP", "SCTP"
  Protocol protocol{};
  /// Error is to record the problem with the service port The format of the error shall comply with the following
  /// rules:
  std::optional<std::string> error{};

  friend bool operator==(const PortStatus&, const PortStatus&);
};
BOOST_DESCRIBE_STRUCT(PortStatus, (), (port, protocol, error))
KUBEXX_COMPILED(PortStatus)

/// LoadBalancerIngress represents the status of a load-balancer ingress point: traffic intended for the service should
/// be sent to an ingress point.
struct LoadBalancerIngress {
  /// IP is set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers)
  std::string ip{};
  /// Hostname is set for load-balancer ingress points that are DNS based (typically AWS load-balancers)
  std::string hostname{};
  /// IPMode specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified.
  /// Setting this to "VIP" indicates that traffic is delivered to the node with the destination set to the
  /// load-balancer's IP and port.
  std::optional<std::string> ipMode{};
  /// Ports is a list of records of service ports If used, every port defined in the service should have an entry in it
  std::vector<PortStatus> ports{};

  friend bool operator==(const LoadBalancerIngress&, const LoadBalancerIngress&);
};
BOOST_DESCRIBE_STRUCT(LoadBalancerIngress, (), (ip, hostname, ipMode, ports))
KUBEXX_COMPILED(LoadBalancerIngress)

/// LoadBalancerStatus represents the status of a load-balancer.
struct LoadBalancerStatus {
  /// Ingress is a list containing ingress points for the load-balancer. Traffic intended for the service should be sent
  /// to these ingress points.
  std::vector<LoadBalancerIngress> ingress{};

  friend bool operator==(const LoadBalancerStatus&, const LoadBalancerStatus&);
};
BOOST_DESCRIBE_STRUCT(LoadBalancerStatus, (), (ingress))
KUBEXX_COMPILED(LoadBalancerStatus)

/// ServicePort contains information on service's port.
struct ServicePort {
  /// The name of this port within the service. This must be a DNS_LABEL. All ports within a ServiceSpec must have
  /// unique names. When considering the endpoints for a Service, this must match the 'name' field in the EndpointPort.
  /// Optional if only one ServicePort is defined on this service.
  std::string name{};
  /// The IP protocol for this port. Supports "TCP", "UDP", and "SCTP". Default is TCP.
  Protocol protocol{};
  /// The application protocol for this port. This is used as a hint for implementations to offer richer behavior for
  /// protocols that they understand. This field follows standard Kubernetes label syntax.
  std::optional<std::string> appProtocol{};
  /// The port that will be exposed by this service.
  std::int32_t port = 0;
  /// Number or name of the port to access on the pods targeted by the service. Number must be in the range 1 to 65535.
  /// Name must be an IANA_SVC_NAME. If this is a string, it will be looked up as a named port in the target Pod's
  /// container ports.
  IntOrString targetPort{};
  /// The port on each node on which this service is exposed when type is NodePort or LoadBalancer. Usually assigned by
  /// the system. If a value is specified, in-range, and not in use it will be used, otherwise the operation will fail.
  /// If not specified, a port will be allocated if this Service requires one.
  std::int32_t nodePort = 0;

  friend bool operator==(const ServicePort&, const ServicePort&);
};
BOOST_DESCRIBE_STRUCT(ServicePort, (), (name, protocol, appProtocol, port, targetPort, nodePort))
KUBEXX_COMPILED(ServicePort)

/// Service Type string describes ingress methods for a service
struct ServiceType : OpenEnum<ServiceType> {
  using OpenEnum::OpenEnum;
  static constexpr Name ClusterIP{"ClusterIP"}, NodePort{"NodePort"}, LoadBalancer{"LoadBalancer"},
      ExternalName{"ExternalName"};
};

/// Session Affinity Type string
struct ServiceAffinity : OpenEnum<ServiceAffinity> {
  using OpenEnum::OpenEnum;
  static constexpr Name ClientIP{"ClientIP"}, None{"None"};
};

/// ServiceExternalTrafficPolicy describes how nodes distribute service traffic they receive on one of the Service's
/// "externally-facing" addresses (NodePorts, ExternalIPs, and LoadBalancer IPs.
struct ServiceExternalTrafficPolicy : OpenEnum<ServiceExternalTrafficPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Cluster{"Cluster"}, Local{"Local"};
};

/// SessionAffinityConfig represents the configurations of session affinity.
struct SessionAffinityConfig {
  /// clientIP contains the configurations of Client IP based session affinity.
  std::optional<ClientIPConfig> clientIP{};

  friend bool operator==(const SessionAffinityConfig&, const SessionAffinityConfig&);
};
BOOST_DESCRIBE_STRUCT(SessionAffinityConfig, (), (clientIP))
KUBEXX_COMPILED(SessionAffinityConfig)

/// ServiceInternalTrafficPolicy describes how nodes distribute service traffic they receive on the ClusterIP.
struct ServiceInternalTrafficPolicy : OpenEnum<ServiceInternalTrafficPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Cluster{"Cluster"}, Local{"Local"};
};

/// ServiceSpec describes the attributes that a user creates on a service.
struct ServiceSpec {
  /// The list of ports that are exposed by this service. Merged by port and protocol.
  std::vector<ServicePort> ports{};
  /// Route service traffic to pods with label keys and values matching this selector. If empty or not present, the
  /// service is assumed to have an external process managing its endpoints, which Kubernetes will not modify. Only
  /// applies to types ClusterIP, NodePort, and LoadBalancer.
  std::map<std::string, std::string> selector{};
  /// clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually,
  /// is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise
  /// creation of the service will fail.
  std::string clusterIP{};
  /// ClusterIPs is a list of IP addresses assigned to this service, and are usually assigned randomly. If an address is
  /// specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the
  /// service; otherwise creation of the service will fail.
  std::vector<std::string> clusterIPs{};
  /// type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP,
  /// NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints.
  ServiceType type{};
  /// externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.
  /// These IPs are not managed by Kubernetes.
  std::vector<std::string> externalIPs{};
  /// Supports "ClientIP" and "None". Used to maintain session affinity. Enable client IP based session affinity. Must
  /// be ClientIP or None. Defaults to None.
  ServiceAffinity sessionAffinity{};
  /// Only applies to Service Type: LoadBalancer. This feature depends on whether the underlying cloud-provider supports
  /// specifying the loadBalancerIP when a load balancer is created. This field will be ignored if the cloud-provider
  /// does not support the feature. Deprecated:
  std::string loadBalancerIP{};
  /// If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer
  /// will be restricted to the specified client IPs. This field will be ignored if the cloud-provider does not support
  /// the feature.".
  std::vector<std::string> loadBalancerSourceRanges{};
  /// externalName is the external reference that discovery mechanisms will return as an alias for this service (e.g. a
  /// DNS CNAME record). No proxying will be involved. Must be a lowercase RFC-1123 hostname
  /// (https://tools.ietf.org/html/rfc1123) and requires `type` to be "ExternalName".
  std::string externalName{};
  /// externalTrafficPolicy describes how nodes distribute service traffic they receive on one of the Service's
  /// "externally-facing" addresses (NodePorts, ExternalIPs, and LoadBalancer IPs).
  ServiceExternalTrafficPolicy externalTrafficPolicy{};
  /// healthCheckNodePort specifies the healthcheck nodePort for the service. This only applies when type is set to
  /// LoadBalancer and externalTrafficPolicy is set to Local. If a value is specified, is in-range, and is not in use,
  /// it will be used. If not specified, a value will be automatically allocated.
  std::int32_t healthCheckNodePort = 0;
  /// publishNotReadyAddresses indicates that any agent which deals with endpoints for this Service should disregard any
  /// indications of ready/not-ready.
  bool publishNotReadyAddresses = false;
  /// sessionAffinityConfig contains the configurations of session affinity.
  std::optional<SessionAffinityConfig> sessionAffinityConfig{};
  /// IPFamilies is a list of IP families (e.g. IPv4, IPv6) assigned to this service. This field is usually assigned
  /// automatically based on cluster configuration and the ipFamilyPolicy field.
  std::vector<IPFamily> ipFamilies{};
  /// IPFamilyPolicy represents the dual-stack-ness requested or required by this Service. If there is no value
  /// provided, then this field will be set to SingleStack.
  IPFamilyPolicy ipFamilyPolicy{};
  /// allocateLoadBalancerNodePorts defines if NodePorts will be automatically allocated for services with type
  /// LoadBalancer. Default is "true". It may be set to "false" if the cluster load-balancer does not rely on NodePorts.
  std::optional<bool> allocateLoadBalancerNodePorts{};
  /// loadBalancerClass is the class of the load balancer implementation this Service belongs to. If specified, the
  /// value of this field must be a label-style identifier, with an optional prefix, e.g. "internal-vip" or
  /// "example.com/internal-vip". Unprefixed names are reserved for end-users.
  std::optional<std::string> loadBalancerClass{};
  /// InternalTrafficPolicy describes how nodes distribute service traffic they receive on the ClusterIP. If set to
  /// "Local", the proxy will assume that pods only want to talk to endpoints of the service on the same node as the
  /// pod, dropping the traffic if there are no local endpoints.
  ServiceInternalTrafficPolicy internalTrafficPolicy{};
  /// TrafficDistribution offers a way to express preferences for how traffic is distributed to Service endpoints.
  /// Implementations can use this field as a hint, but are not required to guarantee strict adherence. If the field is
  /// not set, the implementation will apply its default routing strategy.
  std::optional<std::string> trafficDistribution{};

  friend bool operator==(const ServiceSpec&, const ServiceSpec&);
};
BOOST_DESCRIBE_STRUCT(ServiceSpec, (), (ports, selector, clusterIP, clusterIPs, type, externalIPs, sessionAffinity,
    loadBalancerIP, loadBalancerSourceRanges, externalName, externalTrafficPolicy, healthCheckNodePort,
    publishNotReadyAddresses, sessionAffinityConfig, ipFamilies, ipFamilyPolicy, allocateLoadBalancerNodePorts,
    loadBalancerClass, internalTrafficPolicy, trafficDistribution))
KUBEXX_COMPILED(ServiceSpec)

/// ServiceStatus represents the current status of a service.
struct ServiceStatus {
  /// LoadBalancer contains the current status of the load-balancer, if one is present.
  LoadBalancerStatus loadBalancer{};
  /// Current service state Merged by type.
  std::vector<Condition> conditions{};

  friend bool operator==(const ServiceStatus&, const ServiceStatus&);
};
BOOST_DESCRIBE_STRUCT(ServiceStatus, (), (loadBalancer, conditions))
KUBEXX_COMPILED(ServiceStatus)

/// Service is a named abstraction of software service (for example, mysql) consisting of local port (for example 3306)
/// that the proxy listens on, and the selector that determines which pods will answer requests sent through the proxy.
struct Service {
  static constexpr ResourceInfo kubexx_resource{"", "v1", "Service", "services"};
  ObjectMeta metadata{};
  /// Spec defines the behavior of a service.
  /// https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status
  ServiceSpec spec{};
  /// Most recently observed status of the service. Populated by the system. Read-only.
  ServiceStatus status{};

  friend bool operator==(const Service&, const Service&);
};
BOOST_DESCRIBE_STRUCT(Service, (), (metadata, spec, status))
KUBEXX_COMPILED(Service)

}  // namespace kubexx::corev1
