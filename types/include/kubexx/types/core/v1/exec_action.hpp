// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ExecAction describes a "run in container" action.
struct ExecAction {
  /// Command is the command line to execute inside the container, the working directory for the command is root ('/')
  /// in the container's filesystem. The command is simply exec'd, it is not run inside a shell, so traditional shell
  /// instructions ('|', etc) won't work.
  std::vector<std::string> command{};

  friend bool operator==(const ExecAction&, const ExecAction&);
};
BOOST_DESCRIBE_STRUCT(ExecAction, (), (command))
KUBEXX_COMPILED(ExecAction)

}  // namespace kubexx::corev1
