// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// PullPolicy describes a policy for if/when to pull a container image
struct PullPolicy : OpenEnum<PullPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Always{"Always"}, Never{"Never"}, IfNotPresent{"IfNotPresent"};
};

}  // namespace kubexx::corev1
