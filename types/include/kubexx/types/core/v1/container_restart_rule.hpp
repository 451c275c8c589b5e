// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::corev1 {

/// ContainerRestartRuleOnExitCodes describes the condition for handling an exited container based on its exit codes.
struct ContainerRestartRuleOnExitCodes {
  /// Represents the relationship between the container exit code(s) and the specified values. Possible values are: -
  /// In: the requirement is satisfied if the container exit code is in the set of specified values.
  std::string operator_{};
  /// Specifies the set of values to check for container exit codes. At most 255 elements are allowed.
  std::vector<std::int32_t> values{};

  friend bool operator==(const ContainerRestartRuleOnExitCodes&, const ContainerRestartRuleOnExitCodes&);
};
BOOST_DESCRIBE_STRUCT(ContainerRestartRuleOnExitCodes, (), (operator_, values))
KUBEXX_COMPILED(ContainerRestartRuleOnExitCodes)

/// ContainerRestartRule describes how a container exit is handled.
struct ContainerRestartRule {
  /// Specifies the action taken on a container exit if the requirements are satisfied. The only possible value is
  /// "Restart" to restart the container.
  std::string action{};
  /// Represents the exit codes to check on container exits.
  std::optional<ContainerRestartRuleOnExitCodes> exitCodes{};

  friend bool operator==(const ContainerRestartRule&, const ContainerRestartRule&);
};
BOOST_DESCRIBE_STRUCT(ContainerRestartRule, (), (action, exitCodes))
KUBEXX_COMPILED(ContainerRestartRule)

}  // namespace kubexx::corev1
