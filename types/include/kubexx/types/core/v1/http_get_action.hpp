// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// URIScheme identifies the scheme used for connection to a host for Get actions
struct URIScheme : OpenEnum<URIScheme> {
  using OpenEnum::OpenEnum;
  static constexpr Name HTTP{"HTTP"}, HTTPS{"HTTPS"};
};

/// HTTPHeader describes a custom header to be used in HTTP probes
struct HTTPHeader {
  /// The header field name. This will be canonicalized upon output, so case-variant names will be understood as the
  /// same header.
  std::string name{};
  /// The header field value
  std::string value{};

  friend bool operator==(const HTTPHeader&, const HTTPHeader&);
};
BOOST_DESCRIBE_STRUCT(HTTPHeader, (), (name, value))
KUBEXX_COMPILED(HTTPHeader)

/// HTTPProtocol selects the wire protocol for the HTTP probe, independently of the URI scheme.
struct HTTPProtocol : OpenEnum<HTTPProtocol> {
  using OpenEnum::OpenEnum;
  static constexpr Name HTTP1{"HTTP1"}, HTTP2{"HTTP2"};
};

/// HTTPGetAction describes an action based on HTTP Get requests.
struct HTTPGetAction {
  /// Path to access on the HTTP server.
  std::string path{};
  /// Name or number of the port to access on the container. Number must be in the range 1 to 65535. Name must be an
  /// IANA_SVC_NAME.
  IntOrString port{};
  /// Host name to connect to, defaults to the pod IP. You probably want to set "Host" in httpHeaders instead.
  std::string host{};
  /// Scheme to use for connecting to the host. Defaults to HTTP.
  URIScheme scheme{};
  /// Custom headers to set in the request. HTTP allows repeated headers.
  std::vector<HTTPHeader> httpHeaders{};
  /// Protocol selects the wire protocol for the probe connection. Nil defaults to HTTP/1.1.
  HTTPProtocol protocol{};

  friend bool operator==(const HTTPGetAction&, const HTTPGetAction&);
};
BOOST_DESCRIBE_STRUCT(HTTPGetAction, (), (path, port, host, scheme, httpHeaders, protocol))
KUBEXX_COMPILED(HTTPGetAction)

}  // namespace kubexx::corev1
