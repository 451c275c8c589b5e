// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// Protocol defines network protocols supported for things like container ports.
struct Protocol : OpenEnum<Protocol> {
  using OpenEnum::OpenEnum;
  static constexpr Name TCP{"TCP"}, UDP{"UDP"}, SCTP{"SCTP"};
};

}  // namespace kubexx::corev1
