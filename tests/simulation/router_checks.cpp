// SPDX-License-Identifier: Apache-2.0
#include "router_checks.hpp"

#include <algorithm>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "router.hpp"

namespace kubexx::simulation {

namespace {

std::string wrong_backends(const Router& router, const std::vector<std::string>& wanted, const MapperLog& log)
{
  const auto& listed = router.status.backends;
  std::vector<std::string> differing;
  std::set_symmetric_difference(listed.begin(), listed.end(), wanted.begin(), wanted.end(),
                                std::back_inserter(differing));
  if (differing.empty()) return {};
  const std::string& backend = differing.front();
  const std::string which = ": " + router.metadata.name + " and " + backend;
  const auto call = log.last_call.find(backend);
  if (call != log.last_call.end() && call->second) return "a throwing mapper lost a key" + which;
  return "a change was hidden from the mapper" + which;
}

std::string wrong_table(const Router& router, const std::vector<Object>& config_maps)
{
  std::string paths;
  for (const auto& route : router.spec.routes) paths.append(route.path).append(" ");
  for (const auto& table : config_maps) {
    if (table.name() != router.metadata.name + "-table") continue;
    return table.at("/data/paths").equals(paths) ? "" : "the table is old: " + router.metadata.name;
  }
  return "no table: " + router.metadata.name;
}

}  // namespace

std::string wrong_with_routers(const Client& client, const MapperLog& log)
{
  const auto routers = client.list(resource_of<Router>()).items;
  const auto config_maps = client.list(resources::config_maps).items;
  for (const auto& object : routers) {
    const auto router = object.as<Router>();
    const auto& name = router.metadata.name;
    if (object.is_deleting()) return "a deletion does not end: " + name;
    const auto finalizers = object.finalizers();
    if (std::find(finalizers.begin(), finalizers.end(), kRouterFinalizer) == finalizers.end()) {
      return "the finalizer is missing: " + name;
    }
    const auto& routes = router.spec.routes;
    if (std::any_of(routes.begin(), routes.end(), [](const Route& route) { return route.retired; })) {
      return "a retired route is left: " + name;
    }
    if (std::count_if(routes.begin(), routes.end(), [](const Route& r) { return r.path == kHealthPath; }) != 1) {
      return "the operator's route is not there once: " + name;
    }
    if (auto wrong = wrong_table(router, config_maps); !wrong.empty()) return wrong;
    if (router.status.conditions.size() != 2) return "not two conditions: " + name;
    std::vector<std::string> backends;
    for (const auto& each : config_maps) {
      if (each.label(kRouterLabel) == name) backends.emplace_back(each.name());
    }
    if (auto wrong = wrong_backends(router, backends, log); !wrong.empty()) return wrong;
  }
  for (const auto& each : config_maps) {
    const std::string_view table = each.name();
    if (!table.ends_with("-table")) continue;
    const bool wanted = std::any_of(routers.begin(), routers.end(), [&](const Object& router) {
      return std::string(router.name()) + "-table" == table;
    });
    if (!wanted) return "a table is left over: " + std::string(table);
  }
  // Routers that never existed are owed nothing: their reconcile says so, once it has run.
  if (!log.owed.empty()) return "a throwing mapper lost a key: " + *log.owed.begin();
  return {};
}

}  // namespace kubexx::simulation
