// SPDX-License-Identifier: Apache-2.0
#include "validation/validate_containers.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

void check_ports(const FieldValue& ports)
{
  std::set<std::string> names;
  for (const auto& port : ports.items()) {
    if (const auto name = port["name"]; !name.zero()) {
      if (!port_name_problems(name.text()).empty()) {
        name.port_name();
      } else if (!names.insert(name.text()).second) {
        name.duplicate();
      }
    }
    if (port["containerPort"].zero()) {
      port["containerPort"].required();
    } else {
      port["containerPort"].port_number();
    }
    if (!port["hostPort"].zero()) port["hostPort"].port_number();
    require_one_of(port["protocol"], {"SCTP", "TCP", "UDP"});
  }
}

void check_resize_policies(const FieldValue& policies, const PodView& pod)
{
  std::set<std::string> seen;
  for (const auto& policy : policies.items()) {
    const auto resource = policy["resourceName"];
    if (!seen.insert(resource.text()).second) {
      policies.errors().push_back(duplicate_value(policy.path(), resource.text()));
    }
    require_one_of(resource.named(policies.path()), {"cpu", "memory"});
    const auto restart = policy["restartPolicy"].named(policies.path());
    require_one_of(restart, {"NotRequired", "RestartContainer"});
    if (pod.spec["restartPolicy"].is("Never") && !restart.is("NotRequired")) {
      restart.invalid(restart.text(), "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  }
}

void check_common(const FieldValue& container, const PodView& pod)
{
  const auto name = container["name"];
  if (name.zero()) {
    name.required();
  } else {
    name.dns_label();
  }
  if (container["image"].zero()) container["image"].required();
  require_one_of(container["terminationMessagePolicy"], {"File", "FallbackToLogsOnError"});
  check_ports(container["ports"]);
  validate_environment(container);
  validate_mounts(container, pod.volumes);
  require_one_of(container["imagePullPolicy"], {"Always", "IfNotPresent", "Never"});
  validate_resources(container["resources"], pod.claims, false);
  check_resize_policies(container["resizePolicy"], pod);
  validate_container_security(container["securityContext"], pod.host_users);
}

/// validateContainerRestartPolicy.
void check_restart(const FieldValue& container)
{
  const auto policy = container["restartPolicy"];
  const auto rules = container["restartPolicyRules"];
  if (!policy.present()) {
    if (rules.size() > 0) policy.required("must specify restartPolicy when restart rules are used");
    if (rules.size() == 0) return;
  } else {
    policy.one_of({"Always", "Never", "OnFailure"});
  }
  if (rules.size() > 20) rules.errors().push_back(too_many(rules.path(), rules.size(), 20));
  for (const auto& rule : rules.items()) {
    rule["action"].one_of({"Restart", "RestartAllContainers"});
    const auto codes = rule["exitCodes"];
    if (!codes.present()) {
      codes.required("must be specified");
      continue;
    }
    codes["operator"].one_of({"In", "NotIn"});
    const auto values = codes["values"];
    if (values.size() > 255) values.errors().push_back(too_many(values.path(), values.size(), 255));
  }
}

void check_host_ports(const std::vector<FieldValue>& containers)
{
  std::set<std::string> seen;
  for (const auto& container : containers) {
    for (const auto& port : container["ports"].items()) {
      if (port["hostPort"].zero()) continue;
      const auto text = port["protocol"].text() + "/" + port["hostIP"].text() + "/" + dump(port["hostPort"].value());
      if (!seen.insert(text).second) {
        port.errors().push_back(duplicate_value(port["hostPort"].path(), text));
      }
    }
  }
}

void check_init_containers(const FieldValue& containers, const PodView& pod)
{
  std::set<std::string> names;
  for (const auto& container : pod.spec["containers"].items()) names.insert(container["name"].text());
  for (const auto& container : containers.items()) {
    check_common(container, pod);
    const bool always = container["restartPolicy"].is("Always");
    if (container["restartPolicy"].present()) {
      check_restart(container);
    } else if (container["restartPolicyRules"].size() > 0) {
      container["restartPolicy"].required("must specify restartPolicy when restart rules are used");
    }
    const auto name = container["name"];
    if (names.contains(name.text())) {
      name.errors().push_back(duplicate_value(name.path(), name.text()));
    } else if (!name.zero()) {
      names.insert(name.text());
    }
    check_host_ports({container});
    if (always) {
      validate_probes(container, pod);
      continue;
    }
    for (const char* member : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      if (container[member].present()) {
        container[member].forbidden("may not be set for init containers without restartPolicy=Always");
      }
    }
    for (const auto& policy : container["resizePolicy"].items()) {
      if (policy["restartPolicy"].is("RestartContainer")) {
        policy["restartPolicy"].invalid("must not be set to 'RestartContainer' for non-sidecar initContainers");
      }
    }
  }
}

void check_ephemeral_containers(const FieldValue& containers, const PodView& pod)
{
  // What an ephemeral container may not have, in the order of the Go struct.
  static constexpr std::array refused{"ports",          "resources",          "resizePolicy",
                                      "restartPolicy",  "restartPolicyRules", "livenessProbe",
                                      "readinessProbe", "startupProbe",       "lifecycle"};
  std::set<std::string> others;
  for (const char* list : {"containers", "initContainers"}) {
    for (const auto& container : pod.spec[list].items()) others.insert(container["name"].text());
  }
  auto names = others;
  for (const auto& container : containers.items()) {
    check_common(container, pod);
    if (const auto image = container["image"]; image.text().starts_with(" ") || image.text().ends_with(" ")) {
      image.invalid("must not have leading or trailing whitespace");
    }
    const auto name = container["name"];
    if (!names.insert(name.text()).second) name.errors().push_back(duplicate_value(name.path(), name.text()));
    const auto target = container["targetContainerName"];
    if (!target.zero() && !others.contains(target.text())) target.not_found();
    for (const char* member : refused) {
      const bool unset = std::string_view(member) == "resources" && container[member].size() == 0;
      if (!container[member].present() || unset) continue;
      container[member].forbidden("cannot be set for an Ephemeral Container");
    }
    for (const auto& mount : container["volumeMounts"].items()) {
      for (const char* sub : {"subPath", "subPathExpr"}) {
        if (!mount[sub].zero()) mount[sub].forbidden("cannot be set for an Ephemeral Container");
      }
    }
  }
}

}  // namespace

std::vector<FieldValue> all_containers(const FieldValue& spec)
{
  std::vector<FieldValue> all;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const auto& container : spec[list].items()) all.push_back(container);
  }
  return all;
}

void require_one_of(const FieldValue& choice, const std::vector<std::string>& allowed)
{
  if (choice.zero()) return choice.required();
  choice.one_of(allowed);
}

void validate_containers(const PodView& pod)
{
  const auto containers = pod.spec["containers"];
  std::set<std::string> names;
  if (containers.size() == 0) containers.required();
  for (const auto& container : containers.items()) {
    check_common(container, pod);
    const auto name = container["name"];
    if (!names.insert(name.text()).second) name.errors().push_back(duplicate_value(name.path(), name.text()));
    validate_probes(container, pod);
    check_restart(container);
  }
  check_host_ports(containers.items());
  check_init_containers(pod.spec["initContainers"], pod);
  check_ephemeral_containers(pod.spec["ephemeralContainers"], pod);
}

}  // namespace kubexx::apiserver
