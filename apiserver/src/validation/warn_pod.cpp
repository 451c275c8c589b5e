// SPDX-License-Identifier: Apache-2.0
// pkg/api/pod/warnings.go.
#include <array>
#include <map>
#include <set>

#include "kubexx/apimachinery/label_names.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "validation/field_value.hpp"
#include "validation/names.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"
#include "validation/warn.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* matches_no_pod = "a null labelSelector results in matching no pod";
constexpr const char* required_terms = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* preferred_terms = "preferredDuringSchedulingIgnoredDuringExecution";

void add_warning(Warnings& warnings, const FieldValue& place, const std::string& text)
{
  warnings.push_back(place.path() + ": " + text);
}

void warn_fraction(const FieldValue& amount, Warnings& warnings)
{
  if (!amount.present()) return;
  const auto quantity = Quantity::parse(amount.text());
  if (quantity.milli_value() % 1000 == 0) return;
  add_warning(warnings, amount,
              "fractional byte value " + go_quoted(quantity.to_string()) + " is invalid, must be an integer");
}

FieldValue key_of_map(const FieldValue& map, const char* key)
{
  return map[key].named(map.path() + "[" + key + "]");
}

void warn_node_term(const FieldValue& term, bool values_too, Warnings& warnings)
{
  for (const auto& expression : term["matchExpressions"].items()) {
    const auto key = expression["key"];
    if (const auto text = deprecated_node_label(key.text()); !text.empty()) {
      add_warning(warnings, key, key.text() + " is " + text);
    }
    if (!values_too) continue;
    for (const auto& value : expression["values"].items()) {
      for (const auto& problem : label_value_problems(value.text())) {
        add_warning(warnings, value, value.text() + " is invalid, " + problem);
      }
    }
  }
}

void warn_placement(const FieldValue& spec, Warnings& warnings)
{
  for (const auto& [key, value] : spec["nodeSelector"].entries()) {
    if (const auto text = deprecated_node_label(key); !text.empty()) add_warning(warnings, value, text);
  }
  const auto node = spec["affinity"]["nodeAffinity"];
  for (const auto& term : node[required_terms]["nodeSelectorTerms"].items()) warn_node_term(term, false, warnings);
  for (const auto& term : node[preferred_terms].items()) warn_node_term(term["preference"], true, warnings);
  for (const auto& constraint : spec["topologySpreadConstraints"].items()) {
    const auto key = constraint["topologyKey"];
    if (const auto text = deprecated_node_label(key.text()); !text.empty()) {
      add_warning(warnings, key, key.text() + " is " + text);
    }
    if (!constraint["labelSelector"].present()) add_warning(warnings, constraint["labelSelector"], matches_no_pod);
  }
}

void warn_annotations(const FieldValue& annotations, Warnings& warnings)
{
  static constexpr std::array<std::pair<const char*, const char*>, 3> deprecated{{
      {"scheduler.alpha.kubernetes.io/critical-pod",
       "non-functional in v1.16+; use the \"priorityClassName\" field instead"},
      {"security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"},
      {"security.alpha.kubernetes.io/unsafe-sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"},
  }};
  for (const auto& [key, text] : deprecated) {
    const auto annotation = key_of_map(annotations, key);
    if (annotation.present()) add_warning(warnings, annotation, text);
  }
}

void warn_volumes(const FieldValue& spec, Warnings& warnings)
{
  struct Gone {
    const char *kind, *shown, *text;
  };
  static constexpr std::array gone{
      Gone{"photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"},
      Gone{"gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"},
      Gone{"scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"},
      Gone{"flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"},
      Gone{"storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"},
      Gone{"quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"},
      Gone{"glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"},
      Gone{"ephemeral", "", ""},
      Gone{"cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"},
      Gone{"rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"},
  };
  for (const auto& volume : spec["volumes"].items()) {
    for (const auto& one : gone) {
      if (!volume[one.kind].present()) continue;
      if (*one.text != '\0') {
        add_warning(warnings, volume[one.shown], one.text);
      } else if (const auto claim = volume["ephemeral"]["volumeClaimTemplate"]["spec"]; claim.present()) {
        warn_claim_spec(claim.value(), claim.path(), warnings);
      }
    }
  }
}

void warn_repeated(const FieldValue& list, const char* member, const char* what, Warnings& warnings)
{
  std::set<std::string> seen;
  for (const auto& item : list.items()) {
    const auto value = item[member];
    if (!seen.insert(value.text()).second) {
      add_warning(warnings, value, std::string("duplicate ") + what + " " + go_quoted(value.text()));
    }
  }
}

void warn_environment(const FieldValue& container, Warnings& warnings)
{
  std::set<std::string> names;
  for (const auto& variable : container["env"].items()) {
    const auto name = variable["name"].text();
    if (names.insert(name).second) continue;
    const auto reference = "$(" + name + ")";
    const auto value = variable["value"].text();
    if (variable["valueFrom"].present() || value == reference || value.find(reference) == std::string::npos) {
      add_warning(warnings, variable,
                  "hides previous definition of " + go_quoted(name) + ", which may be dropped when using apply");
    }
  }
}

/// Of templates alone: pods are warned before the annotation becomes a field.
void warn_app_armor(const FieldValue& container, const FieldValue& annotations, const Json& of_pod, Warnings& warnings)
{
  const auto key = std::string(app_armor_annotations) + container["name"].text();
  const auto annotation = key_of_map(annotations, key.c_str());
  if (!annotation.present() || container["securityContext"]["appArmorProfile"].present()) return;
  if (!of_pod.is_null() && of_pod == app_armor_profile_of(annotation.text())) return;
  add_warning(warnings, annotation, "deprecated since v1.30; use the \"appArmorProfile\" field instead");
}

void warn_containers(const FieldValue& spec, const FieldValue& annotations, bool of_template, Warnings& warnings)
{
  constexpr const char* with_field = "non-functional in v1.27+; use the \"seccompProfile\" field instead";
  if (!spec["securityContext"]["seccompProfile"].present()) {
    const auto annotation = key_of_map(annotations, std::string(seccomp_annotation_of_pod).c_str());
    if (annotation.present()) add_warning(warnings, annotation, with_field);
  }
  for (const auto& container : all_containers(spec)) {
    if (!container["securityContext"]["seccompProfile"].present()) {
      const auto key = std::string(seccomp_annotations) + container["name"].text();
      const auto annotation = key_of_map(annotations, key.c_str());
      if (annotation.present()) add_warning(warnings, annotation, with_field);
    }
    if (of_template) {
      warn_app_armor(container, annotations, spec["securityContext"]["appArmorProfile"].value(), warnings);
    }
    for (const char* resource : {"memory", "ephemeral-storage"}) {
      for (const char* kind : {"limits", "requests"}) {
        warn_fraction(key_of_map(container["resources"][kind], resource), warnings);
      }
    }
    warn_environment(container, warnings);
  }
}

struct Port {
  std::string path, host_ip;
  std::int64_t host_port;
};

/// %+v of a ContainerPort.
std::string shown_port(const FieldValue& port)
{
  return "{Name:" + port["name"].text() + " HostPort:" + std::to_string(port["hostPort"].number()) +
         " ContainerPort:" + std::to_string(port["containerPort"].number()) + " Protocol:" + port["protocol"].text() +
         " HostIP:" + port["hostIP"].text() + "}";
}

void warn_ports(const FieldValue& spec, Warnings& warnings)
{
  std::map<std::string, std::vector<Port>> seen;
  std::size_t compared = 0;
  constexpr std::size_t most = 100000;
  for (const auto& container : all_containers(spec)) {
    for (const auto& port : container["ports"].items()) {
      const Port one{port.path(), port["hostIP"].text(), port["hostPort"].number()};
      if (!one.host_ip.empty() && one.host_port == 0) {
        add_warning(warnings, port, "hostIP set without hostPort: " + shown_port(port));
      }
      auto& others = seen[std::to_string(port["containerPort"].number()) + "/" + port["protocol"].text()];
      for (const auto& other : others) {
        if (++compared > most) return;
        const auto with = " port definition with " + other.path;
        if (one.host_ip == other.host_ip && one.host_port == other.host_port) {
          add_warning(warnings, port, "duplicate" + with);
        } else if (one.host_port == 0 || other.host_port == 0) {
          add_warning(warnings, port, "overlapping" + with);
        } else if (one.host_port == other.host_port && one.host_ip.empty() != other.host_ip.empty()) {
          add_warning(warnings, port, "dangerously ambiguous" + with);
        }
      }
      others.push_back(one);
    }
  }
  std::map<std::string, std::string> names;
  for (const auto& container : all_containers(spec)) {
    for (const auto& port : container["ports"].items()) {
      const auto name = port["name"].text();
      if (name.empty()) continue;
      const auto [first, added] = names.emplace(name, port.path());
      if (added) continue;
      add_warning(warnings, port,
                  "duplicate port name " + go_quoted(name) + " with " + first->second +
                      ", services and probes that select ports by name will use " + first->second);
    }
  }
}

void warn_affinity(const FieldValue& affinity, Warnings& warnings)
{
  for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
    for (const auto& term : affinity[kind][required_terms].items()) {
      if (!term["labelSelector"].present()) add_warning(warnings, term["labelSelector"], matches_no_pod);
    }
    for (const auto& term : affinity[kind][preferred_terms].items()) {
      const auto selector = term["podAffinityTerm"]["labelSelector"];
      if (!selector.present()) add_warning(warnings, selector, matches_no_pod);
    }
  }
}

void warn_addresses(const FieldValue& spec, Warnings& warnings)
{
  for (const auto& server : spec["dnsConfig"]["nameservers"].items()) {
    if (const auto text = address_warning(server.text()); !text.empty()) add_warning(warnings, server, text);
  }
  for (const auto& alias : spec["hostAliases"].items()) {
    if (const auto text = address_warning(alias["ip"].text()); !text.empty()) {
      add_warning(warnings, alias["ip"], text);
    }
  }
}

}  // namespace

std::string deprecated_node_label(const std::string& key)
{
  static const std::map<std::string, std::string> all{
      {"beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"},
      {"beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"},
      {"failure-domain.beta.kubernetes.io/region",
       "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead"},
      {"failure-domain.beta.kubernetes.io/zone", "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead"},
      {"beta.kubernetes.io/instance-type", "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead"},
      {"app.kubernetes.io/created-by", "deprecated since v1.9"},
      {"scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"},
      {"node-role.kubernetes.io/master", "use \"node-role.kubernetes.io/control-plane\" instead"},
  };
  const auto found = all.find(key);
  return found == all.end() ? std::string() : found->second;
}

void warn_claim_spec(const Json& spec, const std::string& path, Warnings& warnings)
{
  FieldErrors none;
  const auto resources = FieldValue(&spec, path, none)["resources"];
  warn_fraction(key_of_map(resources["requests"], "storage"), warnings);
  warn_fraction(key_of_map(resources["limits"], "storage"), warnings);
}

void warn_pod_spec(const Json& spec, const Json& metadata, const std::string& path, Warnings& warnings)
{
  FieldErrors none;
  const auto in = path.empty() ? std::string() : path + ".";
  const FieldValue place(&spec, in + "spec", none);
  const auto annotations = FieldValue(&metadata, in + "metadata", none)["annotations"];
  warn_placement(place, warnings);
  warn_annotations(annotations, warnings);
  warn_volumes(place, warnings);
  warn_repeated(place["hostAliases"], "ip", "ip", warnings);
  warn_repeated(place["imagePullSecrets"], "name", "name", warnings);
  for (const auto& secret : place["imagePullSecrets"].items()) {
    if (secret["name"].zero()) add_warning(warnings, secret["name"], "invalid empty name \"\"");
  }
  for (const char* resource : {"memory", "ephemeral-storage"}) {
    warn_fraction(key_of_map(place["overhead"], resource), warnings);
  }
  warn_containers(place, annotations, !path.empty(), warnings);
  warn_ports(place, warnings);
  const auto grace = place["terminationGracePeriodSeconds"];
  if (grace.number() < 0) {
    add_warning(warnings, grace, "must be >= 0; negative values are invalid and will be treated as 1");
  }
  warn_affinity(place["affinity"], warnings);
  warn_addresses(place, warnings);
}

}  // namespace kubexx::apiserver
