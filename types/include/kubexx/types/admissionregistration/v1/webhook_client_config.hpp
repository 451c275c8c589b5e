// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::admissionregistrationv1 {

/// ServiceReference holds a reference to Service.legacy.k8s.io
struct ServiceReference {
  /// namespace is the namespace of the service. Required
  std::string namespace_{};
  /// name is the name of the service. Required
  std::string name{};
  /// path is an optional URL path which will be sent in any request to this service.
  std::optional<std::string> path{};
  /// port is the port on the service that hosts the webhook. Default to 443 for backward compatibility. `port` should
  /// be a valid port number (1-65535, inclusive).
  std::optional<std::int32_t> port{};

  friend bool operator==(const ServiceReference&, const ServiceReference&);
};
BOOST_DESCRIBE_STRUCT(ServiceReference, (), (namespace_, name, path, port))
KUBEXX_COMPILED(ServiceReference)

/// WebhookClientConfig contains the information to make a TLS connection with the webhook
struct WebhookClientConfig {
  /// url gives the location of the webhook, in standard URL form (`scheme://host:port/path`). Exactly one of `url` or
  /// `service` must be specified. The `host` should not refer to a service running in the cluster; use the `service`
  /// field instead.
  std::optional<std::string> url{};
  /// service is a reference to the service for this webhook. Either `service` or `url` must be specified. If the
  /// webhook is running within the cluster, then you should use `service`.
  std::optional<ServiceReference> service{};
  /// caBundle is a PEM encoded CA bundle which will be used to validate the webhook's server certificate. If
  /// unspecified, system trust roots on the apiserver are used.
  Bytes caBundle{};

  friend bool operator==(const WebhookClientConfig&, const WebhookClientConfig&);
};
BOOST_DESCRIBE_STRUCT(WebhookClientConfig, (), (url, service, caBundle))
KUBEXX_COMPILED(WebhookClientConfig)

}  // namespace kubexx::admissionregistrationv1
