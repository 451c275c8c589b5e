// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/types/core/v1/protocol.hpp"

namespace kubexx::corev1 {

/// ContainerPort represents a network port in a single container.
struct ContainerPort {
  /// If specified, this must be an IANA_SVC_NAME and unique within the pod. Each named port in a pod must have a unique
  /// name. Name for the port that can be referred to by services.
  std::string name{};
  /// Number of port to expose on the host. If specified, this must be a valid port number, 0 < x < 65536. If
  /// HostNetwork is specified, this must match ContainerPort. Most containers do not need this.
  std::int32_t hostPort = 0;
  /// Number of port to expose on the pod's IP address. This must be a valid port number, 0 < x < 65536.
  std::int32_t containerPort = 0;
  /// Protocol for port. Must be UDP, TCP, or SCTP. Defaults to "TCP".
  Protocol protocol{};
  /// What host IP to bind the external port to.
  std::string hostIP{};

  friend bool operator==(const ContainerPort&, const ContainerPort&);
};
BOOST_DESCRIBE_STRUCT(ContainerPort, (), (name, hostPort, containerPort, protocol, hostIP))
KUBEXX_COMPILED(ContainerPort)

}  // namespace kubexx::corev1
