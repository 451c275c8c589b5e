// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"

namespace kubexx::corev1 {

/// TCPSocketAction describes an action based on opening a socket
struct TCPSocketAction {
  /// Number or name of the port to access on the container. Number must be in the range 1 to 65535. Name must be an
  /// IANA_SVC_NAME.
  IntOrString port{};
  /// Optional: Host name to connect to, defaults to the pod IP.
  std::string host{};

  friend bool operator==(const TCPSocketAction&, const TCPSocketAction&);
};
BOOST_DESCRIBE_STRUCT(TCPSocketAction, (), (port, host))
KUBEXX_COMPILED(TCPSocketAction)

}  // namespace kubexx::corev1
