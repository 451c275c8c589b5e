// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// EventSource contains information for an event.
struct EventSource {
  /// Component from which the event is generated.
  std::string component{};
  /// Node name on which the event is generated.
  std::string host{};

  friend bool operator==(const EventSource&, const EventSource&);
};
BOOST_DESCRIBE_STRUCT(EventSource, (), (component, host))
KUBEXX_COMPILED(EventSource)

}  // namespace kubexx::corev1
