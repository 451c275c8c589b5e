// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::resourcev1 {

struct SkipNodeOperation : OpenEnum<SkipNodeOperation> {
  using OpenEnum::OpenEnum;
  static constexpr Name NodePrepareResources{"NodePrepareResources"}, NodeUnprepareResources{"NodeUnprepareResources"},
      All{"*"};
};

}  // namespace kubexx::resourcev1
