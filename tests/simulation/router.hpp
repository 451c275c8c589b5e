// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/apimachinery/resource.hpp"

/// The kind of the second operator, as its authors know it: others have added fields that are not here.
namespace kubexx::simulation {

/// Several routes share a name; the path tells them apart. Others add `timeoutSeconds`.
struct Route {
  std::string name, path;
  bool retired = false;
};
BOOST_DESCRIBE_STRUCT(Route, (), (name, path, retired))

struct RouterSpec {
  std::vector<Route> routes;
};
BOOST_DESCRIBE_STRUCT(RouterSpec, (), (routes))

struct RouterCondition {
  std::string type, status;
};
BOOST_DESCRIBE_STRUCT(RouterCondition, (), (type, status))

struct RouterStatus {
  std::vector<std::string> backends;  ///< the ConfigMaps that name this router in their label
  std::vector<RouterCondition> conditions;
};
BOOST_DESCRIBE_STRUCT(RouterStatus, (), (backends, conditions))

struct Router {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Router", "routers"};
  ObjectMeta metadata;
  RouterSpec spec;
  RouterStatus status;
};
BOOST_DESCRIBE_STRUCT(Router, (), (metadata, spec, status))

inline constexpr const char* kRouterLabel = "router";                 ///< of a ConfigMap: whose backend it is
inline constexpr const char* kRouterFinalizer = "example.com/table";  ///< of the operator
inline constexpr const char* kHoldFinalizer = "example.org/hold";     ///< of somebody else
inline constexpr const char* kHealthPath = "/healthz";                ///< of the route that the operator adds

}  // namespace kubexx::simulation
