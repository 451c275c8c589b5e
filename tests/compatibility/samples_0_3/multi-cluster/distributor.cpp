// SPDX-License-Identifier: Apache-2.0
#include "distributor.hpp"

#include <stdexcept>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/controller/manager.hpp"

namespace distribution {

using kubexx::Context;
using kubexx::Predicate;
using kubexx::Request;
using kubexx::Result;
using kubexx::Typed;

Result bring_up_to_date(Context& member, const Request& request, const std::string& hub_name)
{
  const Context hub = member.in("");
  const auto original = hub.get<ConfigMap>(request);
  auto copy = member.get<ConfigMap>(request);
  const bool ours = copy && copy.label(copy_label) == hub_name;

  if (!original || original.is_deleting() || original.label(distribute_label) != "yes") {
    if (ours && copy.remove()) member.log().info("removed the copy");
    return Result::done();
  }
  if (copy && !ours) {
    const std::string message = "cluster " + member.cluster() + " has a ConfigMap of this name that is not a copy";
    hub.events().warning(original, "NotDistributed", message);
    throw std::runtime_error(message);
  }
  const auto [result, written] = member.create_or_update<ConfigMap>(request.key(), [&](ConfigMap& wanted) {
    wanted.metadata.labels[copy_label] = hub_name;
    wanted.data = original->data;
    wanted.binaryData = original->binaryData;
  });
  if (result != kubexx::OperationResult::unchanged) member.log().info("updated the copy");
  return Result::done();
}

namespace {

// An original has a key in each member. Members share the controller's workers, and one that does not answer has one of
// them at a time, so that it does not delay the others.
kubexx::Mapper::Keys in_every_member(const kubexx::CacheReader& caches, const kubexx::Object& original)
{
  kubexx::Mapper::Keys keys;
  for (const auto& member : caches.clusters()) keys.emplace_back(member, original.key());
  return keys;
}

}  // namespace

kubexx::Controller add_distributor(kubexx::Manager& manager, const std::string& hub_name)
{
  return manager.controller()
      .named("distributor")
      .for_<ConfigMap>({.predicate = Predicate::has_label(copy_label, hub_name), .clusters = kubexx::Clusters::added()})
      .watches<ConfigMap>(in_every_member, {.predicate = Predicate::has_label(distribute_label, "yes"),
                                            .clusters = kubexx::Clusters::own()})
      .writes<ConfigMap>({kubexx::Verb::create, kubexx::Verb::patch, kubexx::Verb::delete_})  // in the members
      .writes_events(kubexx::Clusters::own())  // the hub is not written to otherwise
      .build(
          [hub_name](Context& member, const Request& request) { return bring_up_to_date(member, request, hub_name); });
}

}  // namespace distribution
