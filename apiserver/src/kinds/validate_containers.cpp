// SPDX-License-Identifier: Apache-2.0
#include "kinds/validate_containers.hpp"

#include <algorithm>
#include <set>

#include "kinds/names.hpp"
#include "kinds/validate.hpp"
#include "kubexx/apimachinery/quantity.hpp"

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
    port["protocol"].one_of({"SCTP", "TCP", "UDP"});
  }
}

/// validation.IsRelaxedEnvVarName.
std::string variable_problem(std::string_view name)
{
  const bool good = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~' && c != '='; });
  return good ? "" : "a valid environment variable name must consist only of printable ASCII characters other than '='";
}

void check_env(const FieldValue& variables)
{
  for (const auto& variable : variables.items()) {
    const auto name = variable["name"];
    if (name.zero()) {
      name.required();
    } else {
      name.problem(variable_problem(name.text()));
    }
    const auto from = variable["valueFrom"];
    if (!from.present()) continue;
    for (const char* kind : {"configMapKeyRef", "secretKeyRef"}) {
      const auto reference = from[kind];
      if (!reference.present()) continue;
      if (const auto problem = dns_subdomain_problem(reference["name"].text()); !problem.empty()) {
        reference["name"].invalid(reference["name"].text(), problem);
      }
      if (reference["key"].zero()) {
        reference["key"].required();
      } else {
        reference["key"].problem(config_key_problem(reference["key"].text()));
      }
    }
    if (from.size() == 0) {
      from.invalid("",
                   "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or "
                   "`fileKeyRef`");
    } else if (!variable["value"].zero()) {
      from.invalid("", "may not be specified when `value` is not empty");
    } else if (from.size() > 1) {
      from.invalid("", "may not have more than one field specified at a time");
    }
  }
}

void check_mounts(const FieldValue& mounts, const Volumes& volumes)
{
  std::set<std::string> paths;
  for (const auto& mount : mounts.items()) {
    const auto name = mount["name"];
    if (name.zero()) name.required();
    if (!volumes.contains(name.text())) name.not_found();
    const auto path = mount["mountPath"];
    if (path.zero()) path.required();
    if (!paths.insert(path.text()).second) path.invalid("must be unique");
    for (const char* sub : {"subPath", "subPathExpr"}) {
      const auto place = mount[sub].named(mounts.path() + "." + sub);
      if (place.zero()) continue;
      if (place.text().starts_with("/")) place.invalid("must be a relative path");
      if (("/" + place.text() + "/").find("/../") != std::string::npos) place.invalid("must not contain '..'");
    }
  }
}

bool overcommits(const std::string& resource)
{
  return resource.find('/') == std::string::npos && !resource.starts_with("hugepages-");
}

void check_resource(const std::string& name, const FieldValue& amount)
{
  static const std::set<std::string> standard{"cpu", "memory", "ephemeral-storage"};
  const auto problem = qualified_name_problem(name);
  if (!problem.empty()) {
    amount.invalid(name, problem);
    if (overcommits(name)) amount.invalid(name, "must be a standard resource for containers");
  } else if (overcommits(name) && !standard.contains(name)) {
    static const std::set<std::string> known{"storage",    "requests.cpu",  "requests.memory",
                                             "limits.cpu", "limits.memory", "pods",
                                             "services",   "secrets",       "configmaps"};
    if (!known.contains(name)) amount.invalid(name, "must be a standard resource type or fully qualified");
    amount.invalid(name, "must be a standard resource for containers");
  }
  amount.quantity_not_negative();
  const bool whole = name.find('/') != std::string::npos;
  if (whole && amount.text().ends_with("m")) amount.invalid("must be an integer");
}

void check_resources(const FieldValue& resources)
{
  for (const auto& [name, amount] : resources["limits"].entries()) check_resource(name, amount);
  for (const auto& [name, amount] : resources["requests"].entries()) {
    check_resource(name, amount);
    const auto limit = resources["limits"][name];
    const auto requests = amount.named(resources.path() + ".requests");
    if (!limit.present()) {
      if (!overcommits(name)) resources["limits"].required("Limit must be set for non overcommitable resources");
      continue;
    }
    const auto wanted = Quantity::parse(amount.text());
    const auto most = Quantity::parse(limit.text());
    if (wanted != most && !overcommits(name)) {
      requests.invalid("must be equal to " + name + " limit of " + limit.text());
    } else if (wanted > most) {
      requests.invalid("must be less than or equal to " + name + " limit of " + limit.text());
    }
  }
}

void check_handler(const FieldValue& handler)
{
  std::size_t count = 0;
  for (const char* kind : {"exec", "httpGet", "tcpSocket", "grpc", "sleep"}) {
    const auto action = handler[kind];
    if (!action.present()) continue;
    if (count++ > 0) {
      action.forbidden("may not specify more than 1 handler type");
      continue;
    }
    const std::string_view name(kind);
    if (name == "exec" && action["command"].size() == 0) action["command"].required();
    if (name == "httpGet") {
      if (action["path"].zero()) action["path"].required();
      action["port"].port_number_or_name();
      action["scheme"].one_of({"HTTP", "HTTPS"});
    }
    if (name == "tcpSocket") action["port"].port_number_or_name();
    if (name == "grpc") action["port"].port_number();
  }
  if (count == 0) handler.required("must specify a handler type");
}

void check_probe(const FieldValue& probe, bool may_succeed_late)
{
  if (!probe.present()) return;
  check_handler(probe);
  for (const char* count :
       {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"}) {
    probe[count].not_negative();
  }
  const auto grace = probe["terminationGracePeriodSeconds"];
  if (grace.present() && grace.number() <= 0) grace.invalid("must be greater than 0");
  if (may_succeed_late) {
    if (grace.present()) grace.invalid("must not be set for readinessProbes");
  } else if (probe["successThreshold"].number() != 1) {
    probe["successThreshold"].invalid("must be 1");
  }
}

void check_common(const FieldValue& container, const Volumes& volumes)
{
  const auto name = container["name"];
  if (name.zero()) {
    name.required();
  } else {
    name.dns_label();
  }
  const auto image = container["image"].text();
  if (image.empty()) {
    container["image"].required();
  } else if (image.front() == ' ' || image.back() == ' ') {
    container["image"].invalid("must not have leading or trailing whitespace");
  }
  container["terminationMessagePolicy"].one_of({"File", "FallbackToLogsOnError"});
  check_ports(container["ports"]);
  check_env(container["env"]);
  check_mounts(container["volumeMounts"], volumes);
  container["imagePullPolicy"].one_of({"Always", "IfNotPresent", "Never"});
  check_resources(container["resources"]);
}

void check_probes(const FieldValue& container)
{
  for (const char* hook : {"postStart", "preStop"}) {
    if (const auto handler = container["lifecycle"][hook]; handler.present()) check_handler(handler);
  }
  check_probe(container["livenessProbe"], false);
  check_probe(container["readinessProbe"], true);
  check_probe(container["startupProbe"], false);
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

void check_init_containers(const FieldValue& containers, const Volumes& volumes, std::set<std::string>& names)
{
  for (const auto& container : containers.items()) {
    check_common(container, volumes);
    const auto name = container["name"];
    if (!names.insert(name.text()).second && !name.zero()) name.duplicate();
    if (container["restartPolicy"].is("Always")) {
      check_probes(container);
      continue;
    }
    for (const char* member : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      if (container[member].present()) {
        container[member].forbidden("may not be set for init containers without restartPolicy=Always");
      }
    }
  }
}

}  // namespace

void validate_containers(const FieldValue& spec, const Volumes& volumes)
{
  const auto containers = spec["containers"];
  std::set<std::string> names;
  if (containers.size() == 0) containers.required();
  for (const auto& container : containers.items()) {
    check_common(container, volumes);
    if (!names.insert(container["name"].text()).second) container["name"].duplicate();
    check_probes(container);
  }
  check_host_ports(containers.items());
  check_init_containers(spec["initContainers"], volumes, names);
}

}  // namespace kubexx::apiserver
