// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// PersistentVolumeReclaimPolicy describes a policy for end-of-life maintenance of persistent volumes.
struct PersistentVolumeReclaimPolicy : OpenEnum<PersistentVolumeReclaimPolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name Recycle{"Recycle"}, Delete{"Delete"}, Retain{"Retain"};
};

}  // namespace kubexx::corev1
