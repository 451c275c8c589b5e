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
#include "kubexx/apimachinery/open_enum.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/types/core/v1/protocol.hpp"
#include "kubexx/types/core/v1/typed_local_object_reference.hpp"

namespace kubexx::networkingv1 {

/// PathType represents the type of path referred to by a HTTPIngressPath.
struct PathType : OpenEnum<PathType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Exact{"Exact"}, Prefix{"Prefix"}, ImplementationSpecific{"ImplementationSpecific"};
};

/// ServiceBackendPort is the service port being referenced.
struct ServiceBackendPort {
  /// name is the name of the port on the Service. This is a mutually exclusive setting with "Number".
  std::string name{};
  /// number is the numerical port number (e.g. 80) on the Service. This is a mutually exclusive setting with "Name".
  std::int32_t number = 0;

  friend bool operator==(const ServiceBackendPort&, const ServiceBackendPort&);
};
BOOST_DESCRIBE_STRUCT(ServiceBackendPort, (), (name, number))
KUBEXX_COMPILED(ServiceBackendPort)

/// IngressServiceBackend references a Kubernetes Service as a Backend.
struct IngressServiceBackend {
  /// name is the referenced service. The service must exist in the same namespace as the Ingress object.
  std::string name{};
  /// port of the referenced service. A port name or port number is required for a IngressServiceBackend.
  ServiceBackendPort port{};

  friend bool operator==(const IngressServiceBackend&, const IngressServiceBackend&);
};
BOOST_DESCRIBE_STRUCT(IngressServiceBackend, (), (name, port))
KUBEXX_COMPILED(IngressServiceBackend)

/// IngressBackend describes all endpoints for a given service and port.
struct IngressBackend {
  /// service references a service as a backend. This is a mutually exclusive setting with "Resource".
  std::optional<IngressServiceBackend> service{};
  /// resource is an ObjectRef to another Kubernetes resource in the namespace of the Ingress object. If resource is
  /// specified, a service.Name and service.Port must not be specified. This is a mutually exclusive setting with
  /// "Service".
  std::optional<corev1::TypedLocalObjectReference> resource{};

  friend bool operator==(const IngressBackend&, const IngressBackend&);
};
BOOST_DESCRIBE_STRUCT(IngressBackend, (), (service, resource))
KUBEXX_COMPILED(IngressBackend)

/// HTTPIngressPath associates a path with a backend. Incoming urls matching the path are forwarded to the backend.
struct HTTPIngressPath {
  /// path is matched against the path of an incoming request. Currently it can contain characters disallowed from the
  /// conventional "path" part of a URL as defined by RFC 3986. Paths must begin with a '/' and must be present when
  /// using PathType with value "Exact" or "Prefix".
  std::string path{};
  /// pathType determines the interpretation of the path matching. PathType can be one of the following values: * Exact:
  /// Matches the URL path exactly. * Prefix: Matches based on a URL path prefix split by '/'. Matching is done on a
  /// path element by element basis.
  PathType pathType{};
  /// backend defines the referenced service endpoint to which the traffic will be forwarded to.
  IngressBackend backend{};

  friend bool operator==(const HTTPIngressPath&, const HTTPIngressPath&);
};
BOOST_DESCRIBE_STRUCT(HTTPIngressPath, (), (path, pathType, backend))
KUBEXX_COMPILED(HTTPIngressPath)

/// HTTPIngressRuleValue is a list of http selectors pointing to backends. In the example:
/// http://<host>/<path>?<searchpart> -> backend where where parts of the url correspond to RFC 3986, this resource will
/// be used to match against everything after the last '/' and before the first '?' or '#'.
struct HTTPIngressRuleValue {
  /// paths is a collection of paths that map requests to backends.
  std::vector<HTTPIngressPath> paths{};

  friend bool operator==(const HTTPIngressRuleValue&, const HTTPIngressRuleValue&);
};
BOOST_DESCRIBE_STRUCT(HTTPIngressRuleValue, (), (paths))
KUBEXX_COMPILED(HTTPIngressRuleValue)

/// IngressTLS describes the transport layer security associated with an ingress.
struct IngressTLS {
  /// hosts is a list of hosts included in the TLS certificate. The values in this list must match the name/s used in
  /// the tlsSecret. Defaults to the wildcard host setting for the loadbalancer controller fulfilling this Ingress, if
  /// left unspecified.
  std::vector<std::string> hosts{};
  /// secretName is the name of the secret used to terminate TLS traffic on port 443. Field is left optional to allow
  /// TLS routing based on SNI hostname alone.
  std::string secretName{};

  friend bool operator==(const IngressTLS&, const IngressTLS&);
};
BOOST_DESCRIBE_STRUCT(IngressTLS, (), (hosts, secretName))
KUBEXX_COMPILED(IngressTLS)

/// IngressRule represents the rules mapping the paths under a specified host to the related backend services. Incoming
/// requests are first evaluated for a host match, then routed to the backend associated with the matching
/// IngressRuleValue.
struct IngressRule {
  /// host is the fully qualified domain name of a network host, as defined by RFC 3986. Note the following deviations
  /// from the "host" part of the URI as defined in RFC 3986: 1. IPs are not allowed. Currently an IngressRuleValue can
  /// only apply to the IP in the Spec of the parent Ingress. 2.
  std::string host{};
  /// http is a HTTP IngressRuleValue, which contains a list of http selectors
  std::optional<HTTPIngressRuleValue> http{};

  friend bool operator==(const IngressRule&, const IngressRule&);
};
BOOST_DESCRIBE_STRUCT(IngressRule, (), (host, http))
KUBEXX_COMPILED(IngressRule)

/// IngressSpec describes the Ingress the user wishes to exist.
struct IngressSpec {
  /// ingressClassName is the name of an IngressClass cluster resource. Ingress controller implementations use this
  /// field to know whether they should be serving this Ingress resource, by a transitive connection (controller ->
  /// IngressClass -> Ingress resource).
  std::optional<std::string> ingressClassName{};
  /// defaultBackend is the backend that should handle requests that don't match any rule. If Rules are not specified,
  /// DefaultBackend must be specified. If DefaultBackend is not set, the handling of requests that do not match any of
  /// the rules will be up to the Ingress controller.
  std::optional<IngressBackend> defaultBackend{};
  /// tls represents the TLS configuration. Currently the Ingress only supports a single TLS port, 443.
  std::vector<IngressTLS> tls{};
  /// rules is a list of host rules used to configure the Ingress. If unspecified, or no rule matches, all traffic is
  /// sent to the default backend.
  std::vector<IngressRule> rules{};

  friend bool operator==(const IngressSpec&, const IngressSpec&);
};
BOOST_DESCRIBE_STRUCT(IngressSpec, (), (ingressClassName, defaultBackend, tls, rules))
KUBEXX_COMPILED(IngressSpec)

/// IngressPortStatus represents the error condition of a service port
struct IngressPortStatus {
  /// port is the port number of the ingress port.
  std::int32_t port = 0;
  /// protocol is the protocol of the ingress port. The supported values are: "TCP", "UDP", "SCTP"
  corev1::Protocol protocol{};
  /// error is to record the problem with the service port The format of the error shall comply with the following
  /// rules:
  std::optional<std::string> error{};

  friend bool operator==(const IngressPortStatus&, const IngressPortStatus&);
};
BOOST_DESCRIBE_STRUCT(IngressPortStatus, (), (port, protocol, error))
KUBEXX_COMPILED(IngressPortStatus)

/// IngressLoadBalancerIngress represents the status of a load-balancer ingress point.
struct IngressLoadBalancerIngress {
  /// ip is set for load-balancer ingress points that are IP based.
  std::string ip{};
  /// hostname is set for load-balancer ingress points that are DNS based.
  std::string hostname{};
  /// ports provides information about the ports exposed by this LoadBalancer.
  std::vector<IngressPortStatus> ports{};

  friend bool operator==(const IngressLoadBalancerIngress&, const IngressLoadBalancerIngress&);
};
BOOST_DESCRIBE_STRUCT(IngressLoadBalancerIngress, (), (ip, hostname, ports))
KUBEXX_COMPILED(IngressLoadBalancerIngress)

/// IngressLoadBalancerStatus represents the status of a load-balancer.
struct IngressLoadBalancerStatus {
  /// ingress is a list containing ingress points for the load-balancer.
  std::vector<IngressLoadBalancerIngress> ingress{};

  friend bool operator==(const IngressLoadBalancerStatus&, const IngressLoadBalancerStatus&);
};
BOOST_DESCRIBE_STRUCT(IngressLoadBalancerStatus, (), (ingress))
KUBEXX_COMPILED(IngressLoadBalancerStatus)

/// IngressStatus describe the current state of the Ingress.
struct IngressStatus {
  /// loadBalancer contains the current status of the load-balancer.
  IngressLoadBalancerStatus loadBalancer{};

  friend bool operator==(const IngressStatus&, const IngressStatus&);
};
BOOST_DESCRIBE_STRUCT(IngressStatus, (), (loadBalancer))
KUBEXX_COMPILED(IngressStatus)

/// Ingress is a collection of rules that allow inbound connections to reach the endpoints defined by a backend. An
/// Ingress can be configured to give services externally-reachable urls, load balance traffic, terminate SSL, offer
/// name based virtual hosting etc.
struct Ingress {
  static constexpr ResourceInfo kubexx_resource{"networking.k8s.io", "v1", "Ingress", "ingresses"};
  ObjectMeta metadata{};
  /// spec is the desired state of the Ingress.
  IngressSpec spec{};
  /// status is the current state of the Ingress.
  IngressStatus status{};

  friend bool operator==(const Ingress&, const Ingress&);
};
BOOST_DESCRIBE_STRUCT(Ingress, (), (metadata, spec, status))
KUBEXX_COMPILED(Ingress)

}  // namespace kubexx::networkingv1
