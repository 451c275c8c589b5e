// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/text.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "validation/names.hpp"
#include "validation/validate.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* set_once = "may not change once set";
constexpr const char* of_balancers = "may only be used when `type` is 'LoadBalancer'";

bool is_headless(const FieldValue& spec)
{
  const auto addresses = spec["clusterIPs"];
  return addresses.size() == 1 && addresses.value().front() == "None";
}

FieldValue first_address(const FieldValue& spec)
{
  return spec["clusterIPs"].named("spec.clusterIPs[0]");
}

void check_port(const FieldValue& port, bool named, std::set<std::string>& names)
{
  const auto name = port["name"];
  if (named && name.zero()) {
    name.required();
  } else if (!name.zero()) {
    name.dns_label();
    if (!names.insert(name.text()).second) name.duplicate();
  }
  port["port"].port_number();
  require_one_of(port["protocol"], {"SCTP", "TCP", "UDP"});
  port["targetPort"].port_number_or_name();
  if (const auto protocol = port["appProtocol"]; protocol.present()) {
    protocol.problems(label_key_problems(protocol.text()));
  }
}

void check_session(const FieldValue& spec)
{
  const auto affinity = spec["sessionAffinity"];
  const auto config = spec["sessionAffinityConfig"];
  constexpr std::int64_t longest = 86400;
  require_one_of(affinity, {"ClientIP", "None"});
  if (affinity.is("None")) {
    if (config.present()) config.forbidden("must not be set when session affinity is None");
    return;
  }
  if (!affinity.is("ClientIP")) return;
  const auto* const needed = "when session affinity type is ClientIP";
  if (!config.present()) return config.required(needed);
  if (!config["clientIP"].present()) return config["clientIP"].required(needed);
  const auto timeout = config["clientIP"]["timeoutSeconds"];
  if (!timeout.present()) return timeout.required(needed);
  if (timeout.number() <= 0 || timeout.number() > longest) {
    timeout.invalid("must be greater than 0 and less than " + std::to_string(longest));
  }
}

/// ValidateServiceClusterIPsRelatedFields.
void check_addresses(const FieldValue& spec)
{
  if (spec["type"].is("ExternalName")) return;
  const auto one = spec["clusterIP"];
  const auto all = spec["clusterIPs"];
  const auto families = spec["ipFamilies"];
  if (!one.zero()) {
    if (all.size() == 0) {
      all.required();
    } else if (all.value().front() != one.value()) {
      all.invalid("first value must match `clusterIP`");
    }
  } else if (all.size() > 0) {
    all.invalid("must be empty when `clusterIP` is not specified");
  }
  std::set<std::string> seen;
  for (const auto& family : families.items()) {
    family.one_of({"IPv4", "IPv6"});
    if (!seen.insert(family.text()).second) family.duplicate();
  }
  if (const auto policy = spec["ipFamilyPolicy"]; policy.present()) {
    policy.one_of({"PreferDualStack", "RequireDualStack", "SingleStack"});
  }
  const auto addresses = all.items();
  bool unusable = false;
  for (std::size_t index = 0; index < addresses.size(); ++index) {
    const auto& address = addresses[index];
    if (index == 0 && address.is("None")) {
      if (addresses.size() > 1) all.invalid("'None' must be the first and only value");
      unusable = unusable || addresses.size() > 1;
      continue;
    }
    const auto problem = address_problem(address.text());
    address.problem(problem);
    unusable = unusable || !problem.empty();
  }
  if (addresses.size() > 2) all.invalid("may only hold up to 2 values");
  if (unusable) return;
  if (addresses.size() == 2 && is_ipv6(addresses[0].text()) == is_ipv6(addresses[1].text())) {
    all.invalid("may specify no more than one IP for each IP family");
  }
  if (is_headless(spec)) return;
  for (std::size_t index = 0; index < addresses.size() && index < families.size(); ++index) {
    const auto& family = families.value()[index];
    if (family != "IPv4" && family != "IPv6") continue;
    if ((family == "IPv6") == is_ipv6(addresses[index].text())) continue;
    addresses[index].invalid("expected an " + family.get<std::string>() + " value as indicated by `ipFamilies[" +
                             std::to_string(index) + "]`");
  }
}

void check_external_addresses(const FieldValue& spec)
{
  for (const auto& address : spec["externalIPs"].items()) {
    const auto text = address.text();
    std::string why;
    if (const auto problem = address_problem(text); !problem.empty()) {
      address.invalid(problem);
    } else if (is_special_address(text, why)) {
      address.invalid(why.find("unspecified") == std::string::npos ? why : "may not be unspecified (" + text + ")");
    }
  }
}

void check_node_ports(const FieldValue& spec)
{
  const auto ports = spec["ports"].items();
  if (spec["type"].is("ClusterIP")) {
    for (const auto& port : ports) {
      if (!port["nodePort"].zero()) port["nodePort"].forbidden("may not be used when `type` is 'ClusterIP'");
    }
  }
  std::set<std::pair<std::string, std::int64_t>> nodes;
  std::set<std::pair<std::string, std::int64_t>> seen;
  for (const auto& port : ports) {
    const auto node = port["nodePort"];
    if (!node.zero() && !nodes.emplace(port["protocol"].text(), node.number()).second) node.duplicate();
  }
  for (const auto& port : ports) {
    if (seen.emplace(port["protocol"].text(), port["port"].number()).second) continue;
    port.errors().push_back({"FieldValueDuplicate",
                             "Duplicate value: {\"Name\":\"\",\"Protocol\":" + dump(port["protocol"].value()) +
                                 ",\"AppProtocol\":null,\"Port\":" + std::to_string(port["port"].number()) +
                                 ",\"TargetPort\":0,\"NodePort\":0}",
                             port.path()});
  }
}

std::string trimmed(const std::string& text)
{
  const auto first = text.find_first_not_of(" \t\n\r");
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1);
}

void check_source_ranges(const FieldValue& service)
{
  constexpr const char* key = "service.beta.kubernetes.io/load-balancer-source-ranges";
  const auto spec = service["spec"];
  const bool balances = spec["type"].is("LoadBalancer");
  const auto ranges = spec["loadBalancerSourceRanges"].named("spec.LoadBalancerSourceRanges");
  const auto check = [](const FieldValue& place, const std::string& text) {
    if (const auto problem = address_range_problem(text); !problem.empty()) place.invalid(text, problem);
  };
  if (ranges.size() > 0) {
    if (!balances) ranges.forbidden(of_balancers);
    for (const auto& range : ranges.items()) check(range, trimmed(range.text()));
    return;
  }
  const auto annotation =
      service["metadata"]["annotations"][key].named("metadata.annotations[" + std::string(key) + "]");
  if (!annotation.present()) return;
  if (!balances) annotation.forbidden(of_balancers);
  const auto all = trimmed(annotation.text());
  if (all.empty()) return;
  for_each_part(all, ',', [&](std::string_view part) { check(annotation, trimmed(std::string(part))); });
}

void check_traffic(const FieldValue& spec)
{
  const auto type = spec["type"];
  const auto external = spec["externalTrafficPolicy"];
  const bool accessible =
      type.is("LoadBalancer") || type.is("NodePort") || (type.is("ClusterIP") && spec["externalIPs"].size() > 0);
  if (!accessible) {
    if (!external.zero()) external.invalid("may only be set for externally-accessible services");
  } else {
    require_one_of(external, {"Cluster", "Local"});
  }
  const auto health = spec["healthCheckNodePort"];
  if (!type.is("LoadBalancer") || !external.is("Local")) {
    if (!health.zero()) {
      health.invalid("may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
  } else if (health.zero()) {
    health.required();
  } else {
    health.port_number();
  }
  const auto internal = spec["internalTrafficPolicy"];
  if (!internal.present()) {
    if (type.is("NodePort") || type.is("LoadBalancer") || type.is("ClusterIP")) internal.required();
  } else {
    internal.one_of({"Cluster", "Local"});
  }
  if (const auto distribution = spec["trafficDistribution"]; distribution.present()) {
    distribution.one_of({"PreferClose", "PreferSameZone", "PreferSameNode"});
  }
}

void check_balancer_class(const FieldValue& spec)
{
  const auto name = spec["loadBalancerClass"];
  if (!name.present()) return;
  if (!spec["type"].is("LoadBalancer")) return name.forbidden(of_balancers);
  name.problems(label_key_problems(name.text()));
}

void check_external_name(const FieldValue& spec)
{
  for (const char* member : {"clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
    if (!spec[member].zero()) spec[member].forbidden("may not be set for ExternalName services");
  }
  const auto name = spec["externalName"];
  auto text = name.text();
  if (text.ends_with('.')) text.pop_back();
  if (text.empty()) return name.required();
  for (const auto& problem : dns_1123_subdomain_problems(text)) name.invalid(text, problem);
}

void check_service(const FieldValue& service)
{
  const auto spec = service["spec"];
  const auto type = spec["type"];
  const auto ports = spec["ports"];
  if (ports.size() == 0 && !is_headless(spec) && !type.is("ExternalName")) ports.required();
  if (type.is("LoadBalancer") || type.is("NodePort")) {
    if (is_headless(spec)) {
      first_address(spec).invalid("None", "may not be set to 'None' for " + type.text() + " services");
    }
  } else if (type.is("ExternalName")) {
    check_external_name(spec);
  }
  std::set<std::string> names;
  for (const auto& port : ports.items()) check_port(port, ports.size() > 1, names);
  spec["selector"].labels();
  check_session(spec);
  check_external_addresses(spec);
  require_one_of(type, {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"});
  check_node_ports(spec);
  check_source_ranges(service);
  const auto allocates = spec["allocateLoadBalancerNodePorts"];
  if (allocates.present() && !type.is("LoadBalancer")) allocates.forbidden(of_balancers);
  check_balancer_class(spec);
  check_traffic(spec);
}

/// validateUpgradeDowngradeClusterIPs and …IPFamilies.
void check_list_change(const FieldValue& spec, const FieldValue& old, const char* list, const char* unset,
                       const char* released)
{
  const auto is = spec[list];
  const auto was = old[list];
  const auto path = std::string("spec.") + list + "[0]";
  const bool families = std::string_view(list) == "ipFamilies";
  const auto& shown = is.value();
  const auto differs = [&](std::size_t index) { return is.value()[index] != was.value()[index]; };
  if (is.size() == was.size()) {
    for (std::size_t index = 0; index < is.size(); ++index) {
      if (!differs(index)) continue;
      const auto here = families ? path : std::string("spec.") + list + "[" + std::to_string(index) + "]";
      is.named(here).invalid(shown, set_once);
    }
  } else if (was.size() > is.size()) {
    if (spec["clusterIPs"].size() == 0) is.named(path).invalid(shown, unset);
    if (is.size() > 0 && differs(0)) is.named(path).invalid(spec["clusterIPs"].value(), set_once);
    const auto policy = spec["ipFamilyPolicy"];
    if (is.size() == 1 && !policy.is("SingleStack")) policy.invalid(released);
  } else if (was.size() > 0 && differs(0)) {
    is.named(path).invalid(spec["clusterIPs"].value(), set_once);
  }
}

void check_service_update(const FieldValue& spec, const FieldValue& old)
{
  const bool with_address = !spec["type"].is("ExternalName") && !old["type"].is("ExternalName");
  const bool headless = is_headless(spec);
  const bool was_headless = is_headless(old);
  if (with_address && !(headless && was_headless)) {
    check_list_change(spec, old, "clusterIPs", "primary clusterIP can not be unset",
                      "must be set to 'SingleStack' when releasing the secondary clusterIP");
  }
  if (with_address && !headless && !was_headless) {
    check_list_change(spec, old, "ipFamilies", "primary ipFamily can not be unset",
                      "must be set to 'SingleStack' when releasing the secondary ipFamily");
  }
  if (spec["type"].is("LoadBalancer") && old["type"].is("LoadBalancer")) {
    const auto name = spec["loadBalancerClass"];
    if (name.value() != old["loadBalancerClass"].value()) name.invalid(set_once);
    name.problems(name.present() ? label_key_problems(name.text()) : std::vector<std::string>());
    const auto health = spec["healthCheckNodePort"];
    const auto local = [](const FieldValue& one) { return one["externalTrafficPolicy"].is("Local"); };
    if (local(spec) && local(old) && health.value() != old["healthCheckNodePort"].value()) {
      health.forbidden("field is immutable");
    }
  } else if (spec["loadBalancerClass"].present() && !spec["type"].is("LoadBalancer")) {
    spec["loadBalancerClass"].forbidden(of_balancers);
  }
}

/// This cluster has IPv4 alone: initIPFamilyFields of pkg/registry/core/service/storage/alloc.go.
void check_families(const FieldValue& spec)
{
  if (spec["type"].is("ExternalName") || (is_headless(spec) && spec["selector"].size() == 0)) return;
  if (const auto policy = spec["ipFamilyPolicy"]; policy.is("RequireDualStack")) {
    policy.invalid("this cluster is not configured for dual-stack services");
  }
  for (const auto& family : spec["ipFamilies"].items()) {
    if (family.is("IPv6")) family.invalid("not configured on this cluster");
  }
}

}  // namespace

void validate_service(const Json& object, const Json* current, FieldErrors& errors)
{
  const FieldValue service(&object, "", errors);
  // A real server allocates addresses before it validates anything else.
  const auto before = errors.size();
  const auto old = FieldValue(current, "", errors)["spec"];
  const bool same = current != nullptr && old["ipFamilyPolicy"].value() == service["spec"]["ipFamilyPolicy"].value() &&
                    old["ipFamilies"].value() == service["spec"]["ipFamilies"].value();
  if (!same) check_families(service["spec"]);
  if (errors.size() > before) return;
  check_addresses(service["spec"]);
  if (errors.size() > before) return;
  if (current != nullptr) check_service_update(service["spec"], FieldValue(current, "", errors)["spec"]);
  check_service(service);
}

}  // namespace kubexx::apiserver
