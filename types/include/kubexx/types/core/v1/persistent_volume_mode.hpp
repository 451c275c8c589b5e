// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// PersistentVolumeMode describes how a volume is intended to be consumed, either Block or Filesystem.
struct PersistentVolumeMode : OpenEnum<PersistentVolumeMode> {
  using OpenEnum::OpenEnum;
  static constexpr Name Block{"Block"}, Filesystem{"Filesystem"};
};

}  // namespace kubexx::corev1
