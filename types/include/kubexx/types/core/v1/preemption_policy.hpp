// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// PreemptionPolicy describes a policy for if/when to preempt a pod.
struct PreemptionPolicy : OpenEnum<PreemptionPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name PreemptLowerPriority{"PreemptLowerPriority"}, Never{"Never"};
};

}  // namespace kubexx::corev1
