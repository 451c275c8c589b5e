// SPDX-License-Identifier: Apache-2.0
// The security options of Windows: validateWindowsSecurityContextOptions and validateWindowsHostProcessPod.
#include <algorithm>
#include <string_view>

#include "validation/names.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t longest_domain = 255;
constexpr std::size_t longest_user = 104;

bool is_netbios_name(std::string_view name)
{
  return !name.empty() && name.size() <= 15 && name.front() != '.' &&
         name.find_first_of("\\/:*?\"<>|") == std::string_view::npos;
}

/// Labels of letters, digits and inner dashes, at most 63 of them each.
bool is_dns_name(std::string_view name)
{
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  while (true) {
    const auto dot = name.find('.');
    const auto label = name.substr(0, dot);
    const bool good = !label.empty() && label.size() <= 63 && is_word(label.front()) && is_word(label.back()) &&
                      std::all_of(label.begin(), label.end(), [&](char c) { return is_word(c) || c == '-'; });
    if (!good) return false;
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
}

void check_windows_user(const FieldValue& name)
{
  const auto text = name.text();
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (text.empty()) return name.invalid(text, "runAsUserName cannot be an empty string");
  if (std::any_of(text.begin(), text.end(), is_control)) {
    return name.invalid("runAsUserName cannot contain control characters");
  }
  const auto slashes = std::count(text.begin(), text.end(), '\\');
  if (slashes > 1) return name.invalid("runAsUserName cannot contain more than one backslash");
  const auto slash = text.find('\\');
  const auto domain = slashes == 0 ? std::string() : text.substr(0, slash);
  const auto user = slashes == 0 ? text : text.substr(slash + 1);
  if (domain.size() > longest_domain) name.invalid("runAsUserName's Domain length must be under 256 characters");
  if (slashes == 1 && !is_netbios_name(domain) && !is_dns_name(domain)) {
    name.invalid("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
  if (user.empty()) {
    name.invalid("runAsUserName's User cannot be empty");
  } else if (user.size() > longest_user) {
    name.invalid("runAsUserName's User length must not be longer than 104 characters");
  }
  if (!user.empty() && user.find_first_not_of(". ") == std::string::npos) {
    name.invalid("runAsUserName's User cannot contain only periods or spaces");
  }
  if (user.find_first_of("\"/\\:;|=,+*?<>@[]") != std::string::npos) {
    name.invalid("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  }
}

}  // namespace

void validate_windows_options(const FieldValue& options)
{
  constexpr std::size_t most_in_spec = std::size_t{64} * 1024;
  if (!options.present()) return;
  if (const auto name = options["gmsaCredentialSpecName"]; name.present()) {
    for (const auto& problem : dns_1123_subdomain_problems(name.text())) name.invalid(name.text(), problem);
  }
  if (const auto spec = options["gmsaCredentialSpec"]; spec.present()) {
    if (spec.text().empty()) spec.invalid("", "gmsaCredentialSpec cannot be an empty string");
    if (spec.text().size() > most_in_spec) spec.invalid("gmsaCredentialSpec size must be under 64 KiB");
  }
  if (const auto name = options["runAsUserName"]; name.present()) check_windows_user(name);
}

void validate_host_processes(const FieldValue& spec)
{
  const auto of_pod = spec["securityContext"]["windowsOptions"]["hostProcess"];
  std::size_t containers = 0;
  std::size_t host_processes = 0;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& container : spec[list].items()) {
      ++containers;
      const auto own = container["securityContext"]["windowsOptions"]["hostProcess"];
      if (of_pod.present() && own.present() && of_pod.value() != own.value()) {
        own.invalid(std::string("pod hostProcess value must be identical if both are specified, was ") +
                    (of_pod.value() == true ? "true" : "false"));
      }
      if ((own.present() ? own : of_pod).value() == true) ++host_processes;
    }
  }
  if (host_processes == 0) return;
  if (host_processes != containers) {
    spec.invalid("", "If pod contains any hostProcess containers then all containers must be HostProcess containers");
  }
  const auto network = spec["hostNetwork"];
  if (network.value() != true) {
    network.invalid(false, "hostNetwork must be true if pod contains any hostProcess containers");
  }
}

}  // namespace kubexx::apiserver
