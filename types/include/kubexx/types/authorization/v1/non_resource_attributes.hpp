// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::authorizationv1 {

/// NonResourceAttributes includes the authorization attributes available for non-resource requests to the Authorizer
/// interface
struct NonResourceAttributes {
  /// path is the URL path of the request
  std::string path{};
  /// verb is the standard HTTP verb
  std::string verb{};

  friend bool operator==(const NonResourceAttributes&, const NonResourceAttributes&);
};
BOOST_DESCRIBE_STRUCT(NonResourceAttributes, (), (path, verb))
KUBEXX_COMPILED(NonResourceAttributes)

}  // namespace kubexx::authorizationv1
