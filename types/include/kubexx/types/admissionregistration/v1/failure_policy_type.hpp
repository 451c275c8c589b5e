// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// FailurePolicyType specifies a failure policy that defines how unrecognized errors from the admission endpoint are
/// handled.
struct FailurePolicyType : OpenEnum<FailurePolicyType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Ignore{"Ignore"}, Fail{"Fail"};
};

}  // namespace kubexx::admissionregistrationv1
