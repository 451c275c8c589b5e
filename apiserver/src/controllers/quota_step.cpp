// SPDX-License-Identifier: Apache-2.0
// kubernetes/pkg/controller/resourcequota: what a quota limits and what is used of it, in its status.
#include "admission/quota.hpp"
#include "controllers/workload_steps.hpp"

namespace kubexx::apiserver {

bool quota_step(Server& server, const Resource& quotas, const StoredPtr& quota)
{
  if (quota->deleting) return false;
  auto object = quota->json();
  const auto hard = resource_amounts(json_at(object, {"spec", "hard"}));
  auto used = resource_amounts(json_at(object, {"status", "used"}));
  for (const auto& [name, amount] : used_now(server, object)) used[name] = amount;
  std::erase_if(used, [&hard](const auto& entry) { return !hard.contains(entry.first); });
  const bool known = json_at(object, {"status", "hard"}).is_object() && json_at(object, {"status", "used"}).is_object();
  if (known && hard == resource_amounts(json_at(object, {"status", "hard"})) &&
      used == resource_amounts(json_at(object, {"status", "used"}))) {
    return false;
  }
  object["status"] = {{"hard", resource_list(hard)}, {"used", resource_list(used)}};
  (void)update_status_of(server, quotas, quota, std::move(object));
  return true;
}

}  // namespace kubexx::apiserver
