// SPDX-License-Identifier: Apache-2.0
// The checks that the level "restricted" adds: a pod gives up what it does not need.
#include <algorithm>
#include <array>

#include "admission/pod_security_checks.hpp"

namespace kubexx::apiserver {
namespace {

using Violation = std::optional<SecurityViolation>;

constexpr std::int64_t windows_since = 25;          // from then on spec.os says of Windows pods that they are
constexpr std::int64_t user_namespaces_since = 35;  // in which root is no root of the node

bool is_exempt_windows(const PodUnderCheck& pod)
{
  return pod.minor >= windows_since && pod.is_windows();
}

bool is_exempt_in_user_namespace(const PodUnderCheck& pod)
{
  return pod.minor >= user_namespaces_since && pod.has_user_namespace();
}

Violation check_privilege_escalation(const PodUnderCheck& pod)
{
  if (is_exempt_windows(pod)) return std::nullopt;
  const auto containers = pod.containers_with([](const Json& container) {
    const auto* allowed = security_of(container, "allowPrivilegeEscalation");
    return allowed == nullptr || *allowed != false;
  });
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{"allowPrivilegeEscalation != false",
                           containers_text(containers) + " must set securityContext.allowPrivilegeEscalation=false"};
}

Violation check_dropped_capabilities(const PodUnderCheck& pod)
{
  if (is_exempt_windows(pod)) return std::nullopt;
  const auto keeping = pod.containers_with([](const Json& container) {
    const auto dropped = strings_at(container, {"securityContext", "capabilities", "drop"});
    return std::find(dropped.begin(), dropped.end(), "ALL") == dropped.end();
  });
  std::set<std::string> others;
  const auto adding = pod.containers_with([&](const Json& container) {
    bool bad = false;
    for (auto& one : strings_at(container, {"securityContext", "capabilities", "add"})) {
      if (one == "NET_BIND_SERVICE") continue;
      others.insert(std::move(one));
      bad = true;
    }
    return bad;
  });
  std::vector<std::string> details;
  if (!keeping.empty()) {
    details.push_back(containers_text(keeping) + R"( must set securityContext.capabilities.drop=["ALL"])");
  }
  if (!adding.empty()) {
    details.push_back(containers_text(adding) + " must not include " + quoted_list(others) +
                      " in securityContext.capabilities.add");
  }
  if (details.empty()) return std::nullopt;
  return SecurityViolation{"unrestricted capabilities", joined(details, "; ")};
}

/// What a volume is of, unless it may be; empty: it may.
std::string restricted_type(const Json& volume)
{
  static constexpr std::array<std::string_view, 9> allowed{"configMap", "csi",   "downwardAPI",           "emptyDir",
                                                           "ephemeral", "image", "persistentVolumeClaim", "projected",
                                                           "secret"};
  std::string found = "unknown";
  for (const auto& [member, source] : volume.items()) {
    if (member == "name" || source.is_null()) continue;
    if (std::find(allowed.begin(), allowed.end(), member) != allowed.end()) return {};
    found = member;
  }
  return found;
}

Violation check_volumes(const PodUnderCheck& pod)
{
  std::vector<std::string> volumes;
  std::set<std::string> types;
  for (const auto& volume : array_at(pod.spec, {"volumes"})) {
    auto type = restricted_type(volume);
    if (type.empty()) continue;
    volumes.push_back(string_at(volume, {"name"}));
    types.insert(std::move(type));
  }
  if (volumes.empty()) return std::nullopt;
  return SecurityViolation{"restricted volume types", counted("volume", volumes.size()) + quoted_list(volumes) +
                                                          (volumes.size() == 1 ? " uses " : " use ") +
                                                          counted("restricted volume type", types.size()) +
                                                          quoted_list(types)};
}

Violation check_non_root(const PodUnderCheck& pod)
{
  if (is_exempt_in_user_namespace(pod)) return std::nullopt;
  const auto sets = [](const Json& holder, bool value) {
    const auto* set = security_of(holder, "runAsNonRoot");
    return set != nullptr && *set == value;
  };
  const auto setters = setters_text(sets(pod.spec, false),
                                    pod.containers_with([&](const Json& container) { return sets(container, false); }));
  constexpr const char* reason = "runAsNonRoot != true";
  if (!setters.empty()) {
    return SecurityViolation{reason, setters + " must not set securityContext.runAsNonRoot=false"};
  }
  if (sets(pod.spec, true)) return std::nullopt;
  const auto silent =
      pod.containers_with([](const Json& container) { return security_of(container, "runAsNonRoot") == nullptr; });
  if (silent.empty()) return std::nullopt;
  return SecurityViolation{reason, "pod or " + containers_text(silent) + " must set securityContext.runAsNonRoot=true"};
}

Violation check_user(const PodUnderCheck& pod)
{
  if (is_exempt_in_user_namespace(pod)) return std::nullopt;
  const auto is_root = [](const Json& holder) {
    const auto* user = security_of(holder, "runAsUser");
    return user != nullptr && *user == 0;
  };
  const auto setters = setters_text(is_root(pod.spec), pod.containers_with(is_root));
  if (setters.empty()) return std::nullopt;
  return SecurityViolation{"runAsUser=0", setters + " must not set runAsUser=0"};
}

Violation check_seccomp_is_set(const PodUnderCheck& pod)
{
  if (is_exempt_windows(pod)) return std::nullopt;
  if (auto bad = check_seccomp(pod)) return bad;
  const auto* of_pod = security_of(pod.spec, "seccompProfile");
  if (of_pod != nullptr) return std::nullopt;
  const auto silent =
      pod.containers_with([](const Json& container) { return security_of(container, "seccompProfile") == nullptr; });
  if (silent.empty()) return std::nullopt;
  return SecurityViolation{"seccompProfile",
                           "pod or " + containers_text(silent) +
                               R"( must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")"};
}

}  // namespace

const std::vector<SecurityRule>& restricted_rules()
{
  static const std::vector<SecurityRule> rules{
      {check_privilege_escalation, 8},
      {check_dropped_capabilities, 22},
      {check_proc_mount, 35},
      {check_volumes},
      {check_non_root},
      {check_user, 23},
      {check_seccomp_is_set, 19},
  };
  return rules;
}

}  // namespace kubexx::apiserver
