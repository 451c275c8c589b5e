// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/status.hpp"

/// Pod Security Standards: which of them a namespace asks for (k8s.io/pod-security-admission/api/helpers.go).
namespace kubexx::apiserver {

enum class SecurityLevel { privileged, baseline, restricted };  // each is stricter than the one before

/// A level as one version of Kubernetes defines it.
struct SecurityPolicy {
  SecurityLevel level = SecurityLevel::privileged;
  std::optional<std::int64_t> minor;  ///< of the version "v1.x"; none: "latest"

  /// "baseline:latest", "restricted:v1.25".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const SecurityPolicy&, const SecurityPolicy&) = default;
};

/// What the labels of a namespace say. Audit is checked alone: there is no audit log.
struct NamespaceSecurity {
  SecurityPolicy enforce, warn;
  FieldErrors errors;  ///< of the labels; what has one counts as restricted in `enforce`, as privileged in `warn`
};
[[nodiscard]] NamespaceSecurity namespace_security(const std::map<std::string, std::string>& labels);

}  // namespace kubexx::apiserver
