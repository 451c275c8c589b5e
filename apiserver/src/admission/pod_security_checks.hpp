// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "admission/pod_security_policy.hpp"
#include "core/json.hpp"

/// The checks of the Pod Security Standards (k8s.io/pod-security-admission/policy).
namespace kubexx::apiserver {

struct SecurityViolation {
  std::string reason;  ///< "host namespaces"
  std::string detail;  ///< "hostNetwork=true"
};

/// What of a pod, or of a template of pods, is not allowed, in the order in which a real server says it.
[[nodiscard]] std::vector<SecurityViolation> security_violations(const SecurityPolicy& policy, const Json& metadata,
                                                                 const Json& spec);

/// What the checks share.
struct PodUnderCheck {
  PodUnderCheck(const Json& metadata_of, const Json& spec_of, std::int64_t minor_of);

  const Json& metadata;
  const Json& spec;
  std::int64_t minor;                   ///< of the version of the standards, at most the newest
  std::vector<const Json*> containers;  ///< init, others, ephemeral

  using Test = std::function<bool(const Json& container)>;
  /// The names of the containers for which `test` holds.
  [[nodiscard]] std::vector<std::string> containers_with(const Test& test) const;
  [[nodiscard]] bool is_windows() const { return string_at(spec, {"os", "name"}) == "windows"; }
  [[nodiscard]] bool has_user_namespace() const;
};

using SecurityCheck = std::optional<SecurityViolation> (*)(const PodUnderCheck& pod);
/// A check with the versions of the standards in which it is made.
struct SecurityRule {
  SecurityCheck check;
  std::int64_t since = 0;
  std::int64_t replaced_since = INT64_MAX;  ///< at the level "restricted", which has a stricter one
};
[[nodiscard]] const std::vector<SecurityRule>& baseline_rules();
[[nodiscard]] const std::vector<SecurityRule>& restricted_rules();

/// `"a", "b"`.
template <class Names>
[[nodiscard]] std::string quoted_list(const Names& names)
{
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}
/// "volume" or "volumes", as many as there are, with a space.
[[nodiscard]] std::string counted(std::string_view word, std::size_t count);
/// `container "a"`, `containers "a", "b"`.
[[nodiscard]] std::string containers_text(const std::vector<std::string>& names);
/// `pod and containers "a", "b"`: who sets something; empty: nobody.
[[nodiscard]] std::string setters_text(bool pod, const std::vector<std::string>& containers);
[[nodiscard]] std::string joined(const std::vector<std::string>& texts, std::string_view separator);
[[nodiscard]] std::string joined(const std::set<std::string>& texts, std::string_view separator);

/// The value there of a container, or of the pod's security context; null when there is none.
[[nodiscard]] const Json* security_of(const Json& holder, std::string_view member);
/// Whether seccompProfile.type is one that keeps the pod confined.
[[nodiscard]] bool is_confined(const Json& seccomp_profile);
/// Any procMount but Default.
[[nodiscard]] std::optional<SecurityViolation> check_proc_mount(const PodUnderCheck& pod);
/// What sets a seccompProfile that does not confine, whoever else must set one.
[[nodiscard]] std::optional<SecurityViolation> check_seccomp(const PodUnderCheck& pod);

}  // namespace kubexx::apiserver
