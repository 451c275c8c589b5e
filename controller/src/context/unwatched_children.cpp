// SPDX-License-Identifier: Apache-2.0
#include "context/unwatched_children.hpp"

#include "context/controller_services.hpp"
#include "kubexx/apimachinery/json_view.hpp"

namespace kubexx {

namespace {

bool has_controller(JsonView object)
{
  const JsonView owners = object.at("/metadata/ownerReferences");
  if (owners.type() != JsonView::Type::array) return false;
  for (auto owner = owners.children(); owner.next();) {
    if (owner.value().member("controller").as_bool() == true) return true;
  }
  return false;
}

}  // namespace

bool UnwatchedChildren::is_one(const ApiCall& call, const ControllerServices& services, const std::string& cluster)
{
  return call.verb == Verb::create && call.subresource.empty() && !call.dry_run && !services.find(call.type, cluster) &&
         has_controller(JsonView(call.request.body));
}

void UnwatchedChildren::created(const ResourceType& type, const ObjectKey& key, const Log& log)
{
  {
    const std::lock_guard lock(mutex_);
    if (!logged_.insert(type.group_resource()).second) return;
  }
  log.warn(
      "an object with a controller was created, but its kind is not watched: when it changes or is deleted, its owner "
      "is not reconciled; add owns<" +
          type.kind + ">() to the builder",
      {{"resource", type.group_resource()}, {"object", key.to_string()}});
}

}  // namespace kubexx
