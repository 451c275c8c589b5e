// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// ReinvocationPolicyType specifies what type of policy is used when other admission plugins also perform
/// modifications.
struct ReinvocationPolicyType : OpenEnum<ReinvocationPolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Never{"Never"}, IfNeeded{"IfNeeded"};
};

}  // namespace kubexx::admissionregistrationv1
