// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/open_enum.hpp"

namespace kubexx::corev1 {

/// TerminationMessagePolicy describes how termination messages are retrieved from a container.
struct TerminationMessagePolicy : OpenEnum<TerminationMessagePolicy> {
  using OpenEnum::OpenEnum;
  static constexpr Name File{"File"}, FallbackToLogsOnError{"FallbackToLogsOnError"};
};

}  // namespace kubexx::corev1
