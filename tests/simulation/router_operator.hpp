// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "kubexx/controller/manager.hpp"

namespace kubexx::simulation {

/// What the mapper of the router operator was asked and what became of it: by this a run tells why a key is missing.
struct MapperLog {
  std::set<std::string> owed;  ///< keys that it was asked for, or threw instead of giving, not reconciled since
  std::map<std::string, bool> last_call;  ///< by backend: whether the last call for it threw
  std::uint64_t throws = 0;
  std::uint64_t finalized = 0;  ///< routers whose finalizer the operator has removed
};

/// The second operator, two controllers over one set of caches:
/// - `router` keeps a finalizer on each Router and a ConfigMap "<name>-table" beside it, which it deletes at the end;
/// it
///   removes retired routes from spec.routes, adds a route of its own, lists in status.backends the ConfigMaps that are
///   labelled for the Router, and sets the condition Ready;
/// - `audit` sets the condition Audited.
/// Both write as docs/guides/controller.md tells: they change the typed value and send the patch.
/// `mapper_throws`, asked at each call of the mapper with the ConfigMap's name, says whether it throws. `log` is
/// shared.
void add_router_controllers(Manager& manager, std::function<QueueObserver<Request>(std::string)> observer,
                            std::function<bool(const std::string&)> mapper_throws, std::shared_ptr<MapperLog> log);

}  // namespace kubexx::simulation
