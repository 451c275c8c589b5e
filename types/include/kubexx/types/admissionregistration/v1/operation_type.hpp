// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::admissionregistrationv1 {

/// OperationType specifies an operation for a request.
struct OperationType : OpenEnum<OperationType> {
  using OpenEnum::OpenEnum;
  static constexpr Name All{"*"}, CREATE{"CREATE"}, UPDATE{"UPDATE"}, DELETE{"DELETE"}, CONNECT{"CONNECT"};
};

}  // namespace kubexx::admissionregistrationv1
