// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/pod_level_resources.hpp"
#include "validation/validate.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

void check_resource_claims(const FieldValue& claims)
{
  std::set<std::string> names;
  for (const auto& claim : claims.items()) {
    const auto name = claim["name"];
    if (name.zero()) {
      name.required();
    } else if (!names.insert(name.text()).second) {
      name.duplicate();
    } else {
      name.dns_label();
    }
    const bool named = claim["resourceClaimName"].present();
    const bool templated = claim["resourceClaimTemplateName"].present();
    if (named == templated) {
      claim.invalid_text(internal_text("core.PodResourceClaim", claim.value()),
                         named ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
                               : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
    for (const char* member : {"resourceClaimName", "resourceClaimTemplateName"}) {
      if (claim[member].present()) claim[member].problems(dns_1123_subdomain_problems(claim[member].text()));
    }
  }
}

void check_pod_resources(const PodView& pod)
{
  const auto resources = pod.spec["resources"];
  if (!resources.present()) return;
  if (pod.spec["os"]["name"].is("windows")) return resources.forbidden("may not be set for a windows pod");
  if (resources["claims"].present()) {
    resources["claims"].forbidden("claims may not be set for Resources at pod-level");
  }
  validate_resources(resources, pod.claims, true);
  check_pod_level_resources(pod.spec);
}

void check_host_network_ports(const PodView& pod)
{
  if (pod.spec["hostNetwork"].value() != true) return;
  for (const auto& container : pod.spec["containers"].items()) {
    for (const auto& port : container["ports"].items()) {
      const auto host = port["hostPort"];
      if ((pod.is_pod || host.number() != 0) && host.number() != port["containerPort"].number()) {
        host.invalid(host.number(), "must match `containerPort` when `hostNetwork` is true");
      }
    }
  }
}

void check_gates(const FieldValue& spec)
{
  for (const auto& gate : spec["readinessGates"].items()) {
    const auto type = gate["conditionType"];
    for (const auto& problem : label_key_problems(type.text())) type.invalid(type.text(), problem);
  }
  std::set<std::string> seen;
  for (const auto& gate : spec["schedulingGates"].items()) {
    const auto name = gate["name"].text();
    for (const auto& problem : label_key_problems(name)) gate.invalid(name, problem);
    if (!seen.insert(name).second) gate.errors().push_back(duplicate_value(gate.path(), name));
  }
}

void check_host_users(const FieldValue& spec)
{
  const auto users = spec["hostUsers"];
  if (!users.present() || users.value() == true) return;
  if (spec["hostPID"].value() == true) spec["HostPID"].forbidden("when `hostUsers` is false");
  if (spec["hostIPC"].value() == true) spec["HostIPC"].forbidden("when `hostUsers` is false");
}

/// validatePodHostName.
void check_hostname_override(const FieldValue& spec)
{
  const auto name = spec["hostnameOverride"];
  if (!name.present()) return;
  if (spec["setHostnameAsFQDN"].value() == true) {
    name.forbidden("may not be specified when setHostnameAsFQDN is true");
  }
  if (spec["hostNetwork"].value() == true) name.forbidden("may not be specified when hostNetwork is true");
  if (name.text().size() > 64) name.errors().push_back(too_long(name.path(), 64));
  name.problems(dns_1123_subdomain_problems(name.text()));
}

void check_host_aliases(const FieldValue& aliases)
{
  for (const auto& alias : aliases.items()) {
    if (const auto problem = address_problem(alias["ip"].text()); !problem.empty()) {
      alias["ip"].invalid(alias["ip"].text(), problem);
    }
    for (const auto& name : alias["hostnames"].items()) name.problems(dns_1123_subdomain_problems(name.text()));
  }
}

void check_names(const FieldValue& spec)
{
  for (const char* name : {"serviceAccountName", "nodeName"}) {
    if (!spec[name].zero()) spec[name].problems(dns_1123_subdomain_problems(spec[name].text()));
  }
  if (const auto seconds = spec["activeDeadlineSeconds"]; seconds.present()) {
    if (seconds.number() < 1 || seconds.number() > 2147483647) {
      seconds.invalid("must be between 1 and 2147483647, inclusive");
    }
  }
  for (const char* name : {"hostname", "subdomain"}) {
    if (!spec[name].zero()) spec[name].dns_label();
  }
}

void check_pod_spec(const FieldValue& spec, bool is_pod, const std::string& pod_name)
{
  PodView pod{spec, is_pod, pod_name, {}, {}, {}, true};
  if (const auto grace = spec["terminationGracePeriodSeconds"]; grace.present()) pod.grace = grace.number();
  pod.host_users = spec["hostUsers"].value() != false;
  pod.volumes = validate_volumes(spec["volumes"], pod_name);
  for (const auto& claim : spec["resourceClaims"].items()) {
    if (!claim["name"].zero()) pod.claims.insert(claim["name"].text());
  }
  check_resource_claims(spec["resourceClaims"]);
  validate_containers(pod);
  check_pod_resources(pod);
  check_host_network_ports(pod);
  require_one_of(spec["restartPolicy"], {"Always", "OnFailure", "Never"});
  require_one_of(spec["dnsPolicy"], {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"});
  spec["nodeSelector"].labels();
  validate_pod_security(spec);
  if (spec["shareProcessNamespace"].value() == true && spec["hostPID"].value() == true) {
    spec["shareProcessNamespace"].invalid("ShareProcessNamespace and HostPID cannot both be enabled");
  }
  validate_affinity(spec["affinity"]);
  validate_pod_dns(spec);
  check_gates(spec);
  validate_spread(spec["topologySpreadConstraints"]);
  validate_host_processes(spec);
  check_host_users(spec);
  check_hostname_override(spec);
  check_names(spec);
  validate_tolerations(spec["tolerations"]);
  check_host_aliases(spec["hostAliases"]);
  if (const auto name = spec["priorityClassName"]; !name.zero())
    name.problems(dns_1123_subdomain_problems(name.text()));
  if (const auto name = spec["runtimeClassName"]; name.present())
    name.problems(dns_1123_subdomain_problems(name.text()));
  if (const auto policy = spec["preemptionPolicy"]; policy.present()) {
    require_one_of(policy, {"PreemptLowerPriority", "Never"});
  }
  for (const auto& [name, amount] : spec["overhead"].entries()) {
    const auto limit = amount.named(spec.path() + ".overhead.limits[" + name + "]");
    validate_container_resource_name(limit, name);
    validate_resource_amount(limit, name);
  }
  validate_pod_os(spec);
  validate_file_volumes(pod);
}

bool has_padding(const std::string& text)
{
  const auto is_space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  return !text.empty() && (is_space(text.front()) || is_space(text.back()));
}

}  // namespace

void validate_pod_template(const FieldValue& pod_template)
{
  const auto metadata = pod_template["metadata"];
  metadata["labels"].named(pod_template.path() + ".labels").labels();
  validate_annotations(metadata["annotations"].value(), pod_template.path() + ".annotations", pod_template.errors());
  const auto annotations = metadata["annotations"].named(pod_template.path() + ".annotations");
  validate_pod_annotations(annotations, pod_template["spec"]);
  check_pod_spec(pod_template["spec"], false, {});
  validate_annotated_profiles(annotations, pod_template["spec"]);
  if (pod_template["spec"]["ephemeralContainers"].size() > 0) {
    pod_template["spec"]["ephemeralContainers"].forbidden("ephemeral containers not allowed in pod template");
  }
}

void validate_pod_metadata_and_spec(const FieldValue& pod)
{
  const auto spec = pod["spec"];
  validate_pod_annotations(pod["metadata"]["annotations"], spec);
  check_pod_spec(spec, true, pod["metadata"]["name"].text());
  if (spec["serviceAccountName"].zero()) {
    for (const auto& volume : spec["volumes"].items()) {
      for (const auto& source : volume["projected"]["sources"].items()) {
        if (source["serviceAccountToken"].present()) {
          source["serviceAccountToken"].forbidden("must not be specified when serviceAccountName is not set");
        }
      }
    }
  }
  spec["terminationGracePeriodSeconds"].not_negative();
  for (const char* list : {"containers", "initContainers"}) {
    for (const auto& container : spec[list].items()) {
      if (has_padding(container["image"].text())) {
        container["image"].invalid("must not have leading or trailing whitespace");
      }
    }
  }
}

void validate_pod_template_kind(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  validate_pod_template(FieldValue(&object, "", errors)["template"]);
}

}  // namespace kubexx::apiserver
