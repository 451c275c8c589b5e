// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

struct TaintEffect : OpenEnum<TaintEffect> {
  using OpenEnum::OpenEnum;
  static constexpr Name NoSchedule{"NoSchedule"}, PreferNoSchedule{"PreferNoSchedule"}, NoExecute{"NoExecute"};
};

}  // namespace kubexx::corev1
