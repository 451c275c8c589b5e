// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "admission/attributes.hpp"
#include "admission/pod_amounts.hpp"
#include "core/server.hpp"

namespace kubexx::apiserver {

/// A write that is about to be stored, as ResourceQuota looks at it.
struct QuotaRequest {
  const Kind& kind;
  Operation operation = Operation::create;
  std::string subresource, namespace_;
  const Json& object;
  const Json* old_object = nullptr;  ///< null for a create
  bool dry_run = false;              ///< then nothing is charged
};

/// The admission plugin ResourceQuota (k8s.io/apiserver/pkg/admission/plugin/resourcequota): adds what the write uses
/// to the status of the namespace's quotas. Throws the 403 of one that does not allow it, and then charges none. A
/// quota limits what its status says, which a controller writes; without one it limits nothing, as on a real server.
/// Wants the lock held, as the last thing before the object is stored.
void charge_quotas(Server& server, const QuotaRequest& request);

/// Whether anything in that namespace can be limited. Wants the lock held.
[[nodiscard]] bool has_quotas(Server& server, const std::string& namespace_);

/// What a namespace uses now of the resources that `quota` limits: quota.CalculateUsage. Wants the lock held.
[[nodiscard]] ResourceAmounts used_now(Server& server, const Json& quota);

/// A ResourceList.
[[nodiscard]] Json resource_list(const ResourceAmounts& amounts);

}  // namespace kubexx::apiserver
