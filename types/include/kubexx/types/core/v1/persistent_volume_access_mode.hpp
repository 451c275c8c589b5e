// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

struct PersistentVolumeAccessMode : OpenEnum<PersistentVolumeAccessMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name ReadWriteOnce{"ReadWriteOnce"}, ReadOnlyMany{"ReadOnlyMany"}, ReadWriteMany{"ReadWriteMany"},
      ReadWriteOncePod{"ReadWriteOncePod"};
};

}  // namespace kubexx::corev1
