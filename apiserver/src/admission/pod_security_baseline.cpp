// SPDX-License-Identifier: Apache-2.0
// The checks of the level "baseline": known ways out of a pod are closed.
#include <algorithm>
#include <array>

#include "admission/pod_security_checks.hpp"
#include "validation/pod_annotations.hpp"

namespace kubexx::apiserver {
namespace {

using Violation = std::optional<SecurityViolation>;
using Names = std::vector<std::string>;
using Values = std::set<std::string>;

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& known, std::string_view value)
{
  return std::find(known.begin(), known.end(), value) != known.end();
}

bool is_true_in(const Json& value, std::initializer_list<std::string_view> path)
{
  const auto* flag = find(value, path);
  return flag != nullptr && *flag == true;
}

/// The annotations of the pod whose value is not allowed, as `name="value"`.
Values bad_annotations(const PodUnderCheck& pod,
                       const std::function<bool(const std::string& name, const std::string& value)>& forbidden)
{
  Values bad;
  for (const auto& [name, value] : json_at(pod.metadata, {"annotations"}).items()) {
    if (!value.is_string()) continue;
    const auto& text = value.get_ref<const std::string&>();
    if (forbidden(name, text)) bad.insert(name + "=" + go_quoted(text));
  }
  return bad;
}

Violation check_app_armor(const PodUnderCheck& pod)
{
  Values values;
  const auto is_bad = [&](const Json& holder) {
    const auto* profile = security_of(holder, "appArmorProfile");
    if (profile == nullptr) return false;
    auto type = string_at(*profile, {"type"});
    if (type == "RuntimeDefault" || type == "Localhost") return false;
    values.insert(std::move(type));
    return true;
  };
  const bool pod_is_bad = is_bad(pod.spec);
  auto setters = setters_text(pod_is_bad, pod.containers_with(is_bad));
  const auto annotations = bad_annotations(pod, [](const std::string& name, const std::string& value) {
    return name.starts_with(app_armor_annotations) && !value.empty() && value != "runtime/default" &&
           !value.starts_with("localhost/");
  });
  if (!annotations.empty()) {
    setters += (setters.empty() ? "" : " and ") + std::string(annotations.size() == 1 ? "annotation" : "annotations");
  }
  if (setters.empty()) return std::nullopt;
  Names all(values.begin(), values.end());
  all.insert(all.end(), annotations.begin(), annotations.end());
  return SecurityViolation{std::string("forbidden AppArmor profile") + (all.size() == 1 ? "" : "s"),
                           setters + " must not set AppArmor profile type to " + quoted_list(all)};
}

Violation check_capabilities(const PodUnderCheck& pod)
{
  static constexpr std::array<std::string_view, 13> by_default{
      "AUDIT_WRITE",      "CHOWN",   "DAC_OVERRIDE", "FOWNER",  "FSETID", "KILL",      "MKNOD",
      "NET_BIND_SERVICE", "SETFCAP", "SETGID",       "SETPCAP", "SETUID", "SYS_CHROOT"};
  Values others;
  const auto containers = pod.containers_with([&](const Json& container) {
    bool bad = false;
    for (auto& one : strings_at(container, {"securityContext", "capabilities", "add"})) {
      if (is_one_of(by_default, one)) continue;
      others.insert(std::move(one));
      bad = true;
    }
    return bad;
  });
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{"non-default capabilities", containers_text(containers) + " must not include " +
                                                           quoted_list(others) +
                                                           " in securityContext.capabilities.add"};
}

Violation check_host_namespaces(const PodUnderCheck& pod)
{
  Names shared;
  for (const char* name : {"hostNetwork", "hostPID", "hostIPC"}) {
    if (is_true_in(pod.spec, {name})) shared.push_back(std::string(name) + "=true");
  }
  if (shared.empty()) return std::nullopt;
  return SecurityViolation{"host namespaces", joined(shared, ", ")};
}

Violation check_host_paths(const PodUnderCheck& pod)
{
  Names volumes;
  for (const auto& volume : array_at(pod.spec, {"volumes"})) {
    if (find(volume, {"hostPath"}) != nullptr) volumes.push_back(string_at(volume, {"name"}));
  }
  if (volumes.empty()) return std::nullopt;
  return SecurityViolation{"hostPath volumes", counted("volume", volumes.size()) + quoted_list(volumes)};
}

Violation check_host_ports(const PodUnderCheck& pod)
{
  Values ports;
  const auto containers = pod.containers_with([&](const Json& container) {
    bool bad = false;
    for (const auto& one : array_at(container, {"ports"})) {
      const auto* port = find(one, {"hostPort"});
      if (port == nullptr || port->is_null() || *port == 0) continue;
      ports.insert(dump(*port));
      bad = true;
    }
    return bad;
  });
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{"hostPort", containers_text(containers) + (containers.size() == 1 ? " uses " : " use ") +
                                           counted("hostPort", ports.size()) + joined(ports, ", ")};
}

Violation check_probe_hosts(const PodUnderCheck& pod)
{
  Values containers, hosts;
  const auto note = [&](const Json& container, const Json& handler) {
    for (const char* way : {"httpGet", "tcpSocket"}) {
      auto host = string_at(handler, {way, "host"});
      if (host.empty()) continue;
      containers.insert(string_at(container, {"name"}));
      hosts.insert(std::move(host));
    }
  };
  for (const auto* container : pod.containers) {
    for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
      note(*container, json_at(*container, {probe}));
    }
    for (const char* handler : {"postStart", "preStop"}) note(*container, json_at(*container, {"lifecycle", handler}));
  }
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{"probe or lifecycle host", containers_text({containers.begin(), containers.end()}) +
                                                          (containers.size() == 1 ? " uses " : " use ") +
                                                          counted("probe or lifecycle host", hosts.size()) +
                                                          quoted_list(hosts)};
}

Violation check_privileged(const PodUnderCheck& pod)
{
  const auto containers = pod.containers_with(
      [](const Json& container) { return is_true_in(container, {"securityContext", "privileged"}); });
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{"privileged", containers_text(containers) + " must not set securityContext.privileged=true"};
}

Violation check_proc_mount_of_host_users(const PodUnderCheck& pod)
{
  constexpr std::int64_t relaxed_since = 35;
  return pod.minor >= relaxed_since && pod.has_user_namespace() ? std::nullopt : check_proc_mount(pod);
}

Violation check_se_linux(const PodUnderCheck& pod)
{
  static constexpr std::array<std::string_view, 4> always{"", "container_t", "container_init_t", "container_kvm_t"};
  constexpr std::int64_t engine_since = 31;
  Values types;
  bool user = false, role = false;
  const auto is_bad = [&](const Json& holder) {
    const auto* options = security_of(holder, "seLinuxOptions");
    if (options == nullptr) return false;
    auto type = string_at(*options, {"type"});
    const bool allowed = is_one_of(always, type) || (pod.minor >= engine_since && type == "container_engine_t");
    const bool sets_user = !string_at(*options, {"user"}).empty();
    const bool sets_role = !string_at(*options, {"role"}).empty();
    if (!allowed) types.insert(std::move(type));
    user |= sets_user;
    role |= sets_role;
    return !allowed || sets_user || sets_role;
  };
  const bool pod_is_bad = is_bad(pod.spec);
  const auto setters = setters_text(pod_is_bad, pod.containers_with(is_bad));
  if (setters.empty()) return std::nullopt;
  Names what;
  if (!types.empty()) what.push_back(counted("type", types.size()) + quoted_list(types));
  if (user) what.emplace_back("user may not be set");
  if (role) what.emplace_back("role may not be set");
  return SecurityViolation{"seLinuxOptions",
                           setters + " set forbidden securityContext.seLinuxOptions: " + joined(what, "; ")};
}

/// Before there was a field for it.
Violation check_seccomp_annotations(const PodUnderCheck& pod)
{
  Values names{std::string(seccomp_annotation_of_pod)};
  for (const auto* container : pod.containers)
    names.insert(std::string(seccomp_annotations) + string_at(*container, {"name"}));
  const auto bad = bad_annotations(pod, [&](const std::string& name, const std::string& value) {
    return names.contains(name) && value != "runtime/default" && value != "docker/default" &&
           !value.starts_with("localhost/");
  });
  if (bad.empty()) return std::nullopt;
  return SecurityViolation{"seccompProfile", "forbidden " + counted("annotation", bad.size()) + joined(bad, ", ")};
}

Violation check_seccomp_of_version(const PodUnderCheck& pod)
{
  constexpr std::int64_t field_since = 19;
  return pod.minor < field_since ? check_seccomp_annotations(pod) : check_seccomp(pod);
}

Violation check_sysctls(const PodUnderCheck& pod)
{
  struct Safe {
    std::string_view name;
    std::int64_t since = 0;
  };
  static constexpr std::array<Safe, 14> safe{{{"kernel.shm_rmid_forced"},
                                              {"net.ipv4.ip_local_port_range"},
                                              {"net.ipv4.tcp_syncookies"},
                                              {"net.ipv4.ping_group_range"},
                                              {"net.ipv4.ip_unprivileged_port_start"},
                                              {"net.ipv4.ip_local_reserved_ports", 27},
                                              {"net.ipv4.tcp_keepalive_time", 29},
                                              {"net.ipv4.tcp_fin_timeout", 29},
                                              {"net.ipv4.tcp_keepalive_intvl", 29},
                                              {"net.ipv4.tcp_keepalive_probes", 29},
                                              {"net.ipv4.tcp_rmem", 32},
                                              {"net.ipv4.tcp_wmem", 32},
                                              {"net.ipv4.tcp_slow_start_after_idle", 37},
                                              {"net.ipv4.tcp_notsent_lowat", 37}}};
  Names bad;
  for (const auto& one : array_at(pod.spec, {"securityContext", "sysctls"})) {
    auto name = string_at(one, {"name"});
    const auto is_safe = [&](const Safe& known) { return known.name == name && pod.minor >= known.since; };
    if (std::none_of(safe.begin(), safe.end(), is_safe)) bad.push_back(std::move(name));
  }
  if (bad.empty()) return std::nullopt;
  return SecurityViolation{"forbidden sysctls", joined(bad, ", ")};
}

Violation check_host_process(const PodUnderCheck& pod)
{
  const auto is_bad = [](const Json& holder) {
    return is_true_in(holder, {"securityContext", "windowsOptions", "hostProcess"});
  };
  const auto setters = setters_text(is_bad(pod.spec), pod.containers_with(is_bad));
  if (setters.empty()) return std::nullopt;
  return SecurityViolation{"hostProcess", setters + " must not set securityContext.windowsOptions.hostProcess=true"};
}

}  // namespace

bool is_confined(const Json& seccomp_profile)
{
  const auto type = string_at(seccomp_profile, {"type"});
  return type == "Localhost" || type == "RuntimeDefault";
}

Violation check_proc_mount(const PodUnderCheck& pod)
{
  Values types;
  const auto containers = pod.containers_with([&](const Json& container) {
    const auto* type = security_of(container, "procMount");
    if (type == nullptr || !type->is_string() || *type == "Default") return false;
    types.insert(type->get<std::string>());
    return true;
  });
  if (containers.empty()) return std::nullopt;
  return SecurityViolation{
      "procMount", containers_text(containers) + " must not set securityContext.procMount to " + quoted_list(types)};
}

Violation check_seccomp(const PodUnderCheck& pod)
{
  Values types;
  const auto is_bad = [&](const Json& holder) {
    const auto* profile = security_of(holder, "seccompProfile");
    if (profile == nullptr || is_confined(*profile)) return false;
    types.insert(string_at(*profile, {"type"}));
    return true;
  };
  const bool pod_is_bad = is_bad(pod.spec);
  const auto setters = setters_text(pod_is_bad, pod.containers_with(is_bad));
  if (setters.empty()) return std::nullopt;
  return SecurityViolation{"seccompProfile",
                           setters + " must not set securityContext.seccompProfile.type to " + quoted_list(types)};
}

const std::vector<SecurityRule>& baseline_rules()
{
  static const std::vector<SecurityRule> rules{
      {check_app_armor},       {check_capabilities, 0, 22},
      {check_host_namespaces}, {check_host_paths, 0, 0},
      {check_host_ports},      {check_probe_hosts, 34},
      {check_privileged},      {check_proc_mount_of_host_users, 0, 35},
      {check_se_linux},        {check_seccomp_of_version, 0, 19},
      {check_sysctls},         {check_host_process},
  };
  return rules;
}

}  // namespace kubexx::apiserver
