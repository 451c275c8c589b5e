// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::resourcev1 {

struct DeviceTaintEffect : OpenEnum<DeviceTaintEffect> {
  using OpenEnum::OpenEnum;
  static constexpr Name None{"None"}, NoSchedule{"NoSchedule"}, NoExecute{"NoExecute"};
};

}  // namespace kubexx::resourcev1
