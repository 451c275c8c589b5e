// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#include "kubexx/types/resource/v1/device_taint_rule.hpp"

#include "kubexx/apimachinery/detail/compiled_table.hpp"
#include "merge_keys.hpp"

namespace kubexx::resourcev1 {

KUBEXX_TABLE(DeviceTaintSelector, KUBEXX_FIELD(driver), KUBEXX_FIELD(pool), KUBEXX_FIELD(device))

KUBEXX_TABLE(DeviceTaintRuleSpec, KUBEXX_FIELD(deviceSelector), KUBEXX_FIELD(taint))

KUBEXX_TABLE(DeviceTaintRuleStatus, KUBEXX_FIELD_MORE(conditions, "conditions", by_type))

KUBEXX_TABLE(DeviceTaintRule, KUBEXX_FIELD(metadata), KUBEXX_FIELD(spec), KUBEXX_FIELD(status))

}  // namespace kubexx::resourcev1
