// SPDX-License-Identifier: Apache-2.0
#include "router_operator.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/controller/context.hpp"
#include "router.hpp"

namespace kubexx::simulation {

namespace {

constexpr std::string_view kTable = "-table";

const ResourceType& routers()
{
  return resource_of<Router>();
}

ObjectKey table_key(const Request& request)
{
  return {request.namespace_, request.name + std::string(kTable)};
}

std::string paths_of(const Router& router)
{
  std::string paths;
  for (const auto& route : router.spec.routes) paths.append(route.path).append(" ");
  return paths;
}

bool has_condition(const Router& router, std::string_view type)
{
  const auto& conditions = router.status.conditions;
  return std::any_of(conditions.begin(), conditions.end(), [&](const auto& each) { return each.type == type; });
}

class RouterReconciler {
public:
  explicit RouterReconciler(std::shared_ptr<MapperLog> log) : log_(std::move(log)) {}

  awaitable<Result> operator()(Context& context, Request request) const
  {
    log_->owed.erase(request.to_string());
    return reconcile(context, std::move(request), log_);
  }

private:
  static awaitable<Result> reconcile(Context& context, Request request, std::shared_ptr<MapperLog> log)
  {
    auto router = context.get<Router>(request);
    if (!router) co_return Result::done();
    auto& finalizers = router->metadata.finalizers;
    const auto ours = std::find(finalizers.begin(), finalizers.end(), kRouterFinalizer);
    if (router.is_deleting()) {
      if (ours == finalizers.end()) co_return Result::done();
      co_await remove_table(context, request);
      finalizers.erase(ours);
      (void)co_await router.async_patch();
      ++log->finalized;
      co_return Result::done();
    }
    if (ours == finalizers.end()) finalizers.emplace_back(kRouterFinalizer);
    auto& routes = router->spec.routes;
    std::erase_if(routes, [](const Route& route) { return route.retired; });
    const bool healthy =
        std::any_of(routes.begin(), routes.end(), [](const Route& route) { return route.path == kHealthPath; });
    if (!healthy) routes.push_back({"health", kHealthPath, false});
    (void)co_await router.async_patch();
    co_await keep_table(context, request, router);
    co_await report(context, request, std::move(router));
    co_return Result::done();
  }

  static awaitable<void> keep_table(Context& context, Request request, Typed<Router> router)
  {
    const ObjectKey key = table_key(request);
    const std::string paths = paths_of(*router);
    const Object table = context.get(resources::config_maps, key);
    nlohmann::json wanted{{"data", {{"paths", paths}}}};
    if (!table) {
      // After a restart the first list may be stale, and a table that is made for a Router that is gone is never
      // removed.
      const Object now = co_await context.client().async_get(routers(), router.origin().key());
      if (now.uid() != router.origin().uid() || now.is_deleting()) throw std::runtime_error("the cache is stale");
      wanted["apiVersion"] = "v1";
      wanted["kind"] = "ConfigMap";
      wanted["metadata"] = {{"namespace", key.namespace_}, {"name", key.name}};
      Object object = Object::from_json(wanted);
      (void)co_await context.client().async_create(resources::config_maps, std::move(object));
    } else if (!table.at("/data/paths").equals(paths)) {
      std::string patch = wanted.dump();
      (void)co_await context.client().async_patch(resources::config_maps, key, std::move(patch));
    }
  }

  static awaitable<void> remove_table(Context& context, Request request)
  {
    try {
      co_await context.client().async_delete(resources::config_maps, table_key(request));
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
    }
  }

  static awaitable<void> report(Context& context, Request request, Typed<Router> router)
  {
    std::vector<std::string> backends;
    for (const auto& backend : context.list(resources::config_maps, request.namespace_)) {
      if (backend.label(kRouterLabel) == request.name) backends.emplace_back(backend.name());
    }
    router->status.backends = std::move(backends);
    if (!has_condition(*router, "Ready")) router->status.conditions.push_back({"Ready", "True"});
    (void)co_await router.async_patch_status();
  }

  std::shared_ptr<MapperLog> log_;
};

awaitable<Result> audit(Context& context, Request request)
{
  auto router = context.get<Router>(request);
  if (!router || router.is_deleting() || has_condition(*router, "Audited")) co_return Result::done();
  router->status.conditions.push_back({"Audited", "True"});
  (void)co_await router.async_patch_status();
  co_return Result::done();
}

}  // namespace

void add_router_controllers(Manager& manager, std::function<QueueObserver<Request>(std::string)> observer,
                            std::function<bool(const std::string&)> mapper_throws, std::shared_ptr<MapperLog> log)
{
  const auto map = [mapper_throws = std::move(mapper_throws), log](const Object& backend) {
    std::vector<Request> requests;
    const auto router = backend.label(kRouterLabel);
    if (!router) return requests;
    const std::string name(backend.name());
    requests.emplace_back(ObjectKey{std::string(backend.namespace_()), *router});
    log->owed.insert(requests.back().to_string());
    log->last_call[name] = mapper_throws(name);
    if (log->last_call[name]) {
      ++log->throws;
      throw std::runtime_error("injected: the mapper threw");
    }
    return requests;
  };
  // A table that the cache still has, or has lost, counts like a Router that changed.
  const auto map_table = [](const Object& table) {
    const std::string_view name = table.name();
    const std::string_view router = name.substr(0, name.size() - kTable.size());
    return std::vector<Request>{Request(ObjectKey{std::string(table.namespace_()), std::string(router)})};
  };
  manager.controller()
      .for_<Router>()
      .watches(resources::config_maps, map,
               Predicate::of([](const Object& object) { return object.label(kRouterLabel).has_value(); }))
      .watches(resources::config_maps, map_table,
               Predicate::of([](const Object& object) { return object.name().ends_with(kTable); }))
      .workers(2)
      .queue_observer(observer("router"))
      .build(RouterReconciler(log));
  manager.controller().for_<Router>().named("audit").queue_observer(observer("audit")).build(audit);
}

}  // namespace kubexx::simulation
