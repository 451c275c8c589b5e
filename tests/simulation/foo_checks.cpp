// SPDX-License-Identifier: Apache-2.0
#include "foo_checks.hpp"

#include <map>

#include "foo.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"

namespace kubexx::simulation {

std::string wrong_with_foos(const Client& client)
{
  const auto foos = client.list(resource_of<sample::Foo>()).items;
  const auto deployments = client.list(resources::deployments).items;
  std::map<std::string, const Object*> by_owner;
  for (const auto& deployment : deployments) {
    const auto owner = deployment.controller_owner();
    if (!owner) return "a Deployment without owner: " + deployment.key().to_string();
    by_owner[std::string(owner->uid)] = &deployment;
  }
  if (by_owner.size() != deployments.size()) return "a Foo with two Deployments";
  for (const auto& foo : foos) {
    const auto found = by_owner.find(std::string(foo.uid()));
    if (found == by_owner.end()) return "no Deployment for " + foo.key().to_string();
    const Object& deployment = *found->second;
    if (deployment.at("/spec/replicas").as_int() != foo.at("/spec/replicas").as_int()) {
      return "replicas differ: " + foo.key().to_string();
    }
    const auto available = deployment.at("/status/availableReplicas").as_int().value_or(0);
    if (foo.at("/status/availableReplicas").as_int().value_or(0) != available) {
      return "status differs: " + foo.key().to_string();
    }
  }
  if (by_owner.size() != foos.size()) return "a Deployment is left over";
  return {};
}

}  // namespace kubexx::simulation
