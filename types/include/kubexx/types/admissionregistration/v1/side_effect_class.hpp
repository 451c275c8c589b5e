// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// SideEffectClass specifies the types of side effects a webhook may have.
struct SideEffectClass : OpenEnum<SideEffectClass> {
  using OpenEnum::OpenEnum;
  static constexpr Name Unknown{"Unknown"}, None{"None"}, Some{"Some"}, NoneOnDryRun{"NoneOnDryRun"};
};

}  // namespace kubexx::admissionregistrationv1
