// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// MatchPolicyType specifies the type of match policy.
struct MatchPolicyType : OpenEnum<MatchPolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Exact{"Exact"}, Equivalent{"Equivalent"};
};

}  // namespace kubexx::admissionregistrationv1
