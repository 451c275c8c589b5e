// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* rbac_group = "rbac.authorization.k8s.io";

/// What the real server checks declaratively, as that a rule has verbs, comes last.
void check_rules(const Json& object, bool namespaced, FieldErrors& errors)
{
  const auto rules = FieldValue(&object, "", errors)["rules"].items();
  for (const auto& rule : rules) {
    const auto urls = rule["nonResourceURLs"];
    if (urls.size() > 0) {
      if (namespaced) urls.invalid("namespaced rules cannot apply to non-resource URLs");
      if (rule["apiGroups"].size() + rule["resources"].size() + rule["resourceNames"].size() > 0) {
        urls.invalid("rules cannot apply to both regular resources and non-resource URLs");
      }
      continue;
    }
    if (rule["apiGroups"].size() == 0) {
      rule["apiGroups"].required("resource rules must supply at least one api group");
    }
    if (rule["resources"].size() == 0) {
      rule["resources"].required("resource rules must supply at least one resource");
    }
  }
  for (const auto& rule : rules) {
    if (rule["verbs"].size() == 0) rule["verbs"].required();
  }
}

void check_subject(const FieldValue& subject, bool namespaced)
{
  const auto name = subject["name"];
  const auto group = subject["apiGroup"];
  if (subject["kind"].is("ServiceAccount")) {
    if (!name.zero()) name.problems(dns_1123_subdomain_problems(name.text()));
    if (!group.zero()) group.unsupported({""});
    if (!namespaced && subject["namespace"].zero()) subject["namespace"].required();
  } else if (subject["kind"].is("User") || subject["kind"].is("Group")) {
    if (!group.is(rbac_group)) group.unsupported({rbac_group});
  } else {
    subject["kind"].unsupported({"ServiceAccount", "User", "Group"});
  }
}

void check_policy_ports(const FieldValue& ports)
{
  for (const auto& port : ports.items()) {
    if (port["port"].present()) {
      const auto end = port["endPort"];
      if (end.present() && port["port"].value().is_string()) {
        end.invalid(end.number(), "may not be specified when `port` is non-numeric");
      }
      port["port"].port_number_or_name();
      if (end.present()) {
        if (!port["port"].value().is_string()) {
          if (end.number() < port["port"].number()) end.invalid("must be greater than or equal to `port`");
          end.port_number();
        }
      }
    } else if (port["endPort"].present()) {
      port["endPort"].invalid(port["endPort"].number(), "may not be specified when `port` is not specified");
    }
    port["protocol"].one_of({"TCP", "UDP", "SCTP"});
  }
}

void check_block(const FieldValue& block)
{
  const auto range = block["cidr"];
  if (range.zero()) return;  // said last
  const auto problem = address_range_problem(range.text());
  range.problem(problem);
  if (problem.starts_with("must be a valid")) return;
  for (const auto& except : block["except"].items()) {
    const auto wrong = address_range_problem(except.text());
    except.problem(wrong);
    if (wrong.starts_with("must be a valid")) continue;
    if (!range_contains(range.text(), except.text())) except.invalid("must be a strict subset of `cidr`");
  }
}

void check_peers(const FieldValue& peers)
{
  for (const auto& peer : peers.items()) {
    std::size_t count = 0;
    for (const char* kind : {"podSelector", "namespaceSelector"}) {
      if (!peer[kind].present()) continue;
      ++count;
      (void)peer[kind].label_selector();
    }
    if (peer["ipBlock"].present()) {
      check_block(peer["ipBlock"]);
      if (count > 0) peer.forbidden("may not specify both ipBlock and another peer");
      ++count;
    }
    if (count == 0) peer.required("must specify a peer");
  }
}

/// What the real server checks declaratively.
void require_ranges(const FieldValue& peers)
{
  for (const auto& peer : peers.items()) {
    if (const auto block = peer["ipBlock"]; block.present() && block["cidr"].zero()) block["cidr"].required();
  }
}

void check_topologies(const FieldValue& topologies)
{
  // An empty term is always a repeated one: validateAllowedTopologies begins with as many empty ones as there are
  // terms.
  std::set<std::string> seen{"{}"};
  for (const auto& term : topologies.items()) {
    const auto expressions = term["matchLabelExpressions"];
    auto keys = Json::object();
    for (const auto& expression : expressions.items()) {
      const auto values = expression["values"];
      std::set<std::string> unique;
      if (values.size() == 0) values.required();
      for (const auto& value : values.items()) {
        if (!unique.insert(value.text()).second) value.duplicate();
      }
      const auto key = expression["key"];
      for (const auto& problem : label_key_problems(key.text())) key.invalid(key.text(), problem);
      if (keys.contains(key.text())) key.errors().push_back(duplicate_value(key.path(), key.text()));
      keys[key.text()] = unique;
    }
    if (!seen.insert(dump(keys)).second) {
      expressions.errors().push_back(duplicate_value(expressions.path(), ""));
    }
  }
}

}  // namespace

void validate_role(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  check_rules(object, true, errors);
}

void validate_cluster_role(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  check_rules(object, false, errors);
  const auto aggregation = FieldValue(&object, "", errors)["aggregationRule"];
  if (!aggregation.present()) return;
  const auto selectors = aggregation["clusterRoleSelectors"];
  if (selectors.size() == 0)
    selectors.required("at least one clusterRoleSelector required if aggregationRule is non-nil");
  for (const auto& selector : selectors.items()) {
    if (!selector.label_selector()) selector.invalid(Json(), "invalid label selector.");
  }
}

void validate_role_binding(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto reference = place["roleRef"];
  const bool namespaced = place["metadata"]["namespace"].present();
  if (!reference["apiGroup"].is(rbac_group)) reference["apiGroup"].unsupported({rbac_group});
  if (namespaced) {
    reference["kind"].one_of({"Role", "ClusterRole"});
  } else {
    reference["kind"].one_of({"ClusterRole"});
  }
  if (reference["name"].zero()) {
    reference["name"].required();
  } else {
    reference["name"].problem(path_segment_problem(reference["name"].text()));
  }
  const auto subjects = place["subjects"].items();
  for (const auto& subject : subjects) check_subject(subject, namespaced);
  for (const auto& subject : subjects) {
    if (subject["name"].zero()) subject["name"].required();
  }
  if (current == nullptr) return;
  const auto old = FieldValue(current, "", errors)["roleRef"];
  if (reference.value() == old.value()) return;
  // As the internal type has its fields.
  errors.push_back({"FieldValueInvalid",
                    "Invalid value: {\"APIGroup\":" + go_quoted(reference["apiGroup"].text()) +
                        ",\"Kind\":" + go_quoted(reference["kind"].text()) +
                        ",\"Name\":" + go_quoted(reference["name"].text()) + "}: field is immutable",
                    "roleRef"});
}

void validate_disruption_budget(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  if (spec["minAvailable"].present() && spec["maxUnavailable"].present()) {
    spec.invalid_text(internal_text("policy.PodDisruptionBudgetSpec", spec.value()),
                      "minAvailable and maxUnavailable cannot be both set");
  }
  for (const char* name : {"minAvailable", "maxUnavailable"}) {
    if (!spec[name].present()) continue;
    spec[name].number_or_percent();
    spec[name].at_most_all();
  }
  (void)spec["selector"].label_selector();
  if (const auto policy = spec["unhealthyPodEvictionPolicy"]; policy.present()) {
    policy.one_of({"AlwaysAllow", "IfHealthyBudget"});
  }
}

void validate_network_policy(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  (void)spec["podSelector"].label_selector();
  for (const auto& rule : spec["ingress"].items()) {
    check_policy_ports(rule["ports"]);
    check_peers(rule["from"]);
  }
  for (const auto& rule : spec["egress"].items()) {
    check_policy_ports(rule["ports"]);
    check_peers(rule["to"]);
  }
  const auto types = spec["policyTypes"];
  if (types.size() > 2) types.invalid("may not specify more than two policyTypes");
  for (const auto& type : types.items()) {
    if (!type.is("Ingress") && !type.is("Egress")) type.unsupported({"Ingress", "Egress"});
  }
  for (const auto& rule : spec["ingress"].items()) require_ranges(rule["from"]);
  for (const auto& rule : spec["egress"].items()) require_ranges(rule["to"]);
}

void validate_lease(const Json& object, const Json* /*current*/, FieldErrors& errors)
{
  const auto spec = FieldValue(&object, "", errors)["spec"];
  if (const auto seconds = spec["leaseDurationSeconds"]; seconds.present() && seconds.number() <= 0) {
    seconds.invalid("must be greater than 0");
  }
  spec["leaseTransitions"].not_negative();
}

void validate_priority_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  constexpr std::int64_t most = 1000000000;
  const auto name = place["metadata"]["name"];
  if (current == nullptr) {
    require_one_of(place["preemptionPolicy"], {"PreemptLowerPriority", "Never"});
    const auto value = place["value"].number();
    const bool system = (name.is("system-cluster-critical") && value == 2000000000) ||
                        (name.is("system-node-critical") && value == 2000001000);
    if (system) return;
    if (name.text().starts_with("system-")) {
      name.forbidden("priority class names with 'system-' prefix are reserved for system use only. error: " +
                     name.text() + " is not a known system priority class");
    } else if (place["value"].number() > most) {
      place["value"].forbidden("maximum allowed value of a user defined priority is " + std::to_string(most));
    }
    return;
  }
  const FieldValue old(current, "", errors);
  if (place["value"].value() != old["value"].value()) place["value"].forbidden("may not be changed in an update.");
  place["preemptionPolicy"].immutable(old["preemptionPolicy"]);
}

void validate_storage_class(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue place(&object, "", errors);
  const auto provisioner = place["provisioner"];
  if (provisioner.zero()) {
    provisioner.required();
  } else {
    const auto name = lower(provisioner.text());
    for (const auto& problem : label_key_problems(name)) provisioner.invalid(name, problem);
  }
  if (place["parameters"].value().contains("")) place["parameters"].invalid("", "field can not be empty.");
  if (const auto policy = place["reclaimPolicy"]; !policy.zero()) policy.one_of({"Delete", "Retain"});
  place["volumeBindingMode"].one_of({"Immediate", "WaitForFirstConsumer"});
  check_topologies(place["allowedTopologies"]);
  if (current == nullptr) return;
  const FieldValue old(current, "", errors);
  for (const char* member : {"parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"}) {
    place[member].unchanged(old[member]);
  }
}

}  // namespace kubexx::apiserver
