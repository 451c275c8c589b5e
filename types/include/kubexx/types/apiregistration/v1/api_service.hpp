// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx::apiregistrationv1 {

/// ServiceReference holds a reference to Service.legacy.k8s.io
struct ServiceReference {
  /// Namespace is the namespace of the service
  std::string namespace_{};
  /// Name is the name of the service
  std::string name{};
  /// If specified, the port on the service that hosting webhook. Default to 443 for backward compatibility. `port`
  /// should be a valid port number (1-65535, inclusive).
  std::optional<std::int32_t> port{};

  friend bool operator==(const ServiceReference&, const ServiceReference&);
};
BOOST_DESCRIBE_STRUCT(ServiceReference, (), (namespace_, name, port))
KUBEXX_COMPILED(ServiceReference)

/// APIServiceSpec contains information for locating and communicating with a server. Only https is supported, though
/// you are able to disable certificate verification.
struct APIServiceSpec {
  /// Service is a reference to the service for this API server. It must communicate on port 443. If the Service is nil,
  /// that means the handling for the API groupversion is handled locally on this server. The call will simply delegate
  /// to the normal handler chain to be fulfilled.
  std::optional<ServiceReference> service{};
  /// Group is the API group name this server hosts
  std::string group{};
  /// Version is the API version this server hosts. For example, "v1"
  std::string version{};
  /// InsecureSkipTLSVerify disables TLS certificate verification when communicating with this server. This is strongly
  /// discouraged. You should use the CABundle instead.
  bool insecureSkipTLSVerify = false;
  /// CABundle is a PEM encoded CA bundle which will be used to validate an API server's serving certificate. If
  /// unspecified, system trust roots on the apiserver are used.
  Bytes caBundle{};
  /// GroupPriorityMinimum is the priority this group should have at least. Higher priority means that the group is
  /// preferred by clients over lower priority ones. Note that other versions of this group might specify even higher
  /// GroupPriorityMinimum values such that the whole group gets a higher priority.
  std::int32_t groupPriorityMinimum = 0;
  /// VersionPriority controls the ordering of this API version inside of its group. Must be greater than zero. The
  /// primary sort is based on VersionPriority, ordered highest to lowest (20 before 10). Since it's inside of a group,
  /// the number can be small, probably in the 10s.
  std::int32_t versionPriority = 0;

  friend bool operator==(const APIServiceSpec&, const APIServiceSpec&);
};
BOOST_DESCRIBE_STRUCT(APIServiceSpec, (), (service, group, version, insecureSkipTLSVerify, caBundle,
    groupPriorityMinimum, versionPriority))
KUBEXX_COMPILED(APIServiceSpec)

/// APIServiceCondition describes the state of an APIService at a particular point
struct APIServiceCondition {
  /// Type is the type of the condition.
  std::string type{};
  /// Status is the status of the condition. Can be True, False, Unknown.
  std::string status{};
  /// Last time the condition transitioned from one status to another.
  Time lastTransitionTime{};
  /// Unique, one-word, CamelCase reason for the condition's last transition.
  std::string reason{};
  /// Human-readable message indicating details about last transition.
  std::string message{};

  friend bool operator==(const APIServiceCondition&, const APIServiceCondition&);
};
BOOST_DESCRIBE_STRUCT(APIServiceCondition, (), (type, status, lastTransitionTime, reason, message))
KUBEXX_COMPILED(APIServiceCondition)

/// APIServiceStatus contains derived information about an API server
struct APIServiceStatus {
  /// Current service state of apiService. Merged by type.
  std::vector<APIServiceCondition> conditions{};

  friend bool operator==(const APIServiceStatus&, const APIServiceStatus&);
};
BOOST_DESCRIBE_STRUCT(APIServiceStatus, (), (conditions))
KUBEXX_COMPILED(APIServiceStatus)

/// APIService represents a server for a particular GroupVersion. Name must be "version.group".
struct APIService {
  static constexpr ResourceInfo kubexx_resource{"apiregistration.k8s.io", "v1", "APIService", "apiservices", Scope::cluster};
  ObjectMeta metadata{};
  /// Spec contains information for locating and communicating with a server
  APIServiceSpec spec{};
  /// Status contains derived information about an API server
  APIServiceStatus status{};

  friend bool operator==(const APIService&, const APIService&);
};
BOOST_DESCRIBE_STRUCT(APIService, (), (metadata, spec, status))
KUBEXX_COMPILED(APIService)

}  // namespace kubexx::apiregistrationv1
