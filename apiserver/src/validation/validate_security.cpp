// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* with_localhost = "can only be set when seccomp type is Localhost";

void check_id(const FieldValue& id)
{
  constexpr std::int64_t most = 2147483647;
  if (id.present() && (id.number() < 0 || id.number() > most)) {
    id.invalid("must be between 0 and 2147483647, inclusive");
  }
}

void check_seccomp(const FieldValue& profile)
{
  if (!profile.present()) return;
  const auto type = profile["type"];
  const auto local = profile["localhostProfile"];
  if (type.zero()) {
    type.required("type is required when seccompProfile is set");
  } else {
    type.one_of({"Localhost", "RuntimeDefault", "Unconfined"});
  }
  if (type.is("Localhost")) {
    if (!local.present()) return local.required("must be set when seccomp type is Localhost");
    validate_descending_path(local);
  } else if (local.present()) {
    local.invalid_text(internal_text("core.SeccompProfile", profile.value()), with_localhost);
  }
}

bool is_sysctl(const std::string& name)
{
  if (name.empty() || name.size() > 253) return false;
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const auto is_inner = [&](char c) { return is_plain(c) || c == '-' || c == '_'; };
  std::size_t start = 0;
  for (std::size_t at = 0; at <= name.size(); ++at) {
    if (at < name.size() && name[at] != '.' && name[at] != '/') {
      if (!is_inner(name[at])) return false;
      continue;
    }
    if (at == start || !is_plain(name[start]) || !is_plain(name[at - 1])) return false;
    start = at + 1;
  }
  return true;
}

void check_sysctls(const FieldValue& sysctls, const FieldValue& spec)
{
  std::set<std::string> names;
  for (const auto& sysctl : sysctls.items()) {
    const auto name = sysctl["name"];
    const auto text = name.text();
    if (name.zero()) {
      name.required();
    } else if (!is_sysctl(text)) {
      name.invalid(
          "must have at most 253 characters and match regex "
          "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
    } else if (names.contains(text)) {
      name.duplicate();
    }
    const bool of_ipc = text.starts_with("kernel.shm") || text.starts_with("kernel.msg") || text == "kernel.sem" ||
                        text.starts_with("fs.mqueue.");
    if (spec["hostNetwork"].value() == true && text.starts_with("net.")) {
      name.invalid(text, "may not be specified when 'hostNetwork' is true");
    } else if (spec["hostIPC"].value() == true && of_ipc) {
      name.invalid(text, "may not be specified when 'hostIPC' is true");
    }
    names.insert(text);
  }
}

void forbid_present(const FieldValue& parent, std::initializer_list<const char*> members, const char* why)
{
  for (const char* member : members) {
    const bool empty_list = parent[member].value().is_array() && parent[member].size() == 0;
    if (parent[member].present() && !empty_list) {
      parent[member].forbidden(why);
    }
  }
}

void check_windows(const FieldValue& spec)
{
  const auto* const why = "cannot be set for a windows pod";
  forbid_present(spec["securityContext"],
                 {"appArmorProfile", "seLinuxOptions", "seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls",
                  "runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy", "seLinuxChangePolicy"},
                 why);
  forbid_present(spec, {"hostUsers"}, why);
  for (const char* member : {"hostPID", "hostIPC"}) {
    if (!spec[member].zero()) spec[member].forbidden(why);
  }
  forbid_present(spec, {"shareProcessNamespace"}, why);
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& container : spec[list].items()) {
      forbid_present(container["securityContext"],
                     {"appArmorProfile", "seLinuxOptions", "seccompProfile", "capabilities", "readOnlyRootFilesystem",
                      "privileged", "allowPrivilegeEscalation", "procMount", "runAsUser", "runAsGroup"},
                     why);
    }
  }
}

}  // namespace

void validate_app_armor_profile(const FieldValue& profile)
{
  constexpr std::size_t longest = 4095;
  if (!profile.present()) return;
  const auto type = profile["type"];
  const auto local = profile["localhostProfile"];
  if (type.zero()) return type.required("type is required when appArmorProfile is set");
  if (type.is("Localhost")) {
    const auto text = local.text();
    if (!local.present()) return local.required("must be set when AppArmor type is Localhost");
    const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    if (!text.empty() && (is_space(text.front()) || is_space(text.back()))) {
      local.invalid("must not be padded with whitespace");
    } else if (text.empty()) {
      local.required("must be set when AppArmor type is Localhost");
    }
    if (text.size() > longest) local.errors().push_back(too_long(local.path(), longest));
  } else if (type.is("RuntimeDefault") || type.is("Unconfined")) {
    if (local.present()) local.invalid("can only be set when AppArmor type is Localhost");
  } else {
    type.unsupported({"Localhost", "RuntimeDefault", "Unconfined"});
  }
}

void validate_container_security(const FieldValue& context, bool host_users)
{
  if (!context.present()) return;
  check_id(context["runAsUser"]);
  check_id(context["runAsGroup"]);
  if (const auto mount = context["procMount"]; mount.present()) {
    mount.one_of({"Default", "Unmasked"});
    if (host_users && mount.is("Unmasked")) mount.invalid("`hostUsers` must be false to use `Unmasked`");
  }
  check_seccomp(context["seccompProfile"]);
  const auto escalates = context["allowPrivilegeEscalation"];
  if (escalates.present() && escalates.value() == false && context["privileged"].value() == true) {
    context.invalid_text(internal_text("core.SecurityContext", context.value()),
                         "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  }
  validate_app_armor_profile(context["appArmorProfile"]);
  validate_windows_options(context["windowsOptions"]);
}

void validate_pod_security(const FieldValue& spec)
{
  const auto context = spec["securityContext"];
  if (!context.present()) return;
  for (const char* id : {"fsGroup", "runAsUser", "runAsGroup"}) check_id(context[id]);
  for (const auto& group : context["supplementalGroups"].items()) check_id(group);
  check_sysctls(context["sysctls"], spec);
  if (const auto policy = context["fsGroupChangePolicy"]; policy.present()) {
    policy.one_of({"Always", "OnRootMismatch"});
  }
  check_seccomp(context["seccompProfile"]);
  validate_app_armor_profile(context["appArmorProfile"]);
  if (const auto policy = context["supplementalGroupsPolicy"]; policy.present()) policy.one_of({"Merge", "Strict"});
  if (const auto policy = context["seLinuxChangePolicy"]; policy.present()) {
    policy.one_of({"MountOption", "Recursive"});
  }
  validate_windows_options(context["windowsOptions"]);
}

void validate_pod_os(const FieldValue& spec)
{
  const auto os = spec["os"];
  if (!os.present()) return;
  const auto name = os["name"];
  if (name.zero()) return name.required();
  if (name.is("windows")) return check_windows(spec);
  if (!name.is("linux")) return name.named(os.path()).unsupported({"linux", "windows"});
  const auto* const why = "windows options cannot be set for a linux pod";
  forbid_present(spec["securityContext"], {"windowsOptions"}, why);
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& container : spec[list].items()) {
      forbid_present(container["securityContext"], {"windowsOptions"}, why);
    }
  }
}

}  // namespace kubexx::apiserver
