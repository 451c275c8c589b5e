// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// ScopeType specifies a scope for a Rule.
struct ScopeType : OpenEnum<ScopeType> {
  using OpenEnum::OpenEnum;
  static constexpr Name Cluster{"Cluster"}, Namespaced{"Namespaced"}, AllScopes{"*"};
};

}  // namespace kubexx::admissionregistrationv1
