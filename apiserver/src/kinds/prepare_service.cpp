// SPDX-License-Identifier: Apache-2.0
// What a real server allocates to Services, and what an update keeps of it: pkg/registry/core/service.
#include <algorithm>
#include <map>
#include <set>

#include "core/status.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t first_node_port = 30000;
constexpr std::int64_t node_port_count = 2768;

std::uint64_t hash_of(std::string_view text)
{
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

std::int64_t number_in(const Json& object, const char* member)
{
  const auto* found = find(object, {member});
  return found != nullptr && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

Json member_in(const Json& object, const char* member)
{
  const auto* found = find(object, {member});
  return found == nullptr ? Json() : *found;
}

bool is_type(const Json& spec, std::string_view type)
{
  return string_at(spec, {"type"}) == type;
}

bool needs_address(const Json& spec)
{
  return !is_type(spec, "ExternalName");
}

bool needs_node_ports(const Json& spec)
{
  return is_type(spec, "NodePort") ||
         (is_type(spec, "LoadBalancer") && member_in(spec, "allocateLoadBalancerNodePorts") != false);
}

bool needs_health_port(const Json& spec)
{
  return is_type(spec, "LoadBalancer") && string_at(spec, {"externalTrafficPolicy"}) == "Local";
}

bool is_accessible(const Json& spec)
{
  const auto addresses = member_in(spec, "externalIPs");
  return is_type(spec, "LoadBalancer") || is_type(spec, "NodePort") ||
         (is_type(spec, "ClusterIP") && addresses.is_array() && !addresses.empty());
}

Json* ports_of(Json& spec)
{
  auto* ports = find(spec, {"ports"});
  return ports != nullptr && ports->is_array() ? ports : nullptr;
}

std::set<std::int64_t> node_ports_of(const Json& spec)
{
  std::set<std::int64_t> all;
  const auto* ports = find(spec, {"ports"});
  if (ports == nullptr || !ports->is_array()) return all;
  for (const auto& port : *ports) {
    if (const auto number = number_in(port, "nodePort"); number != 0) all.insert(number);
  }
  return all;
}

[[noreturn]] void refuse_port(const Json& service, const std::string& field, std::int64_t port)
{
  throw invalid(
      "", "Service", string_at(service, {"metadata", "name"}),
      {invalid_value(field, port, "provided port is not in the valid range. The range of valid ports is 30000-32767")});
}

void allocate_ports(Json& service, std::uint64_t hash)
{
  auto& spec = service["spec"];
  auto used = node_ports_of(spec);
  auto next = static_cast<std::int64_t>(hash % node_port_count);
  const auto fresh = [&] {
    while (!used.insert(first_node_port + next % node_port_count).second && used.size() < node_port_count) ++next;
    return first_node_port + next++ % node_port_count;
  };
  const auto check = [&](const std::string& field, std::int64_t port) {
    if (port < first_node_port || port >= first_node_port + node_port_count) refuse_port(service, field, port);
  };
  if (auto* ports = needs_node_ports(spec) ? ports_of(spec) : nullptr) {
    for (std::size_t index = 0; index < ports->size(); ++index) {
      auto& port = (*ports)[index];
      const auto given = number_in(port, "nodePort");
      if (given == 0) {
        port["nodePort"] = fresh();
      } else {
        check("spec.ports[" + std::to_string(index) + "].nodePort", given);
      }
    }
  }
  if (needs_health_port(spec)) {
    if (number_in(spec, "healthCheckNodePort") == 0) {
      spec["healthCheckNodePort"] = fresh();
    } else {
      check("spec.healthCheckNodePort", number_in(spec, "healthCheckNodePort"));
    }
  }
}

/// Addresses and ports follow from the uid and `salt`, so that they need no bookkeeping and are the same for the same
/// seed; two services may have the same, which nobody serves anyhow.
void allocate(Json& service, const std::string& salt)
{
  auto& spec = service["spec"];
  const auto hash = hash_of(string_at(service, {"metadata", "uid"}) + salt);
  if (needs_address(spec)) {
    const bool listed = spec.contains("clusterIPs") && spec["clusterIPs"].is_array() && !spec["clusterIPs"].empty();
    auto address = string_at(spec, {"clusterIP"});
    if (address.empty() && !listed) {
      address = "10." + std::to_string(96 + hash % 16) + "." + std::to_string(hash / 16 % 256) + "." +
                std::to_string(1 + hash / 4096 % 254);
      spec["clusterIP"] = address;
    }
    if (!listed) spec["clusterIPs"] = Json::array({address});
    // A headless service that selects nothing may have any addresses.
    const bool open = address == "None" && (find(spec, {"selector"}) == nullptr || spec["selector"].empty());
    set_default(spec, "ipFamilies", open ? Json::array({"IPv4", "IPv6"}) : Json::array({"IPv4"}));
    set_default(spec, "ipFamilyPolicy", open ? "RequireDualStack" : "SingleStack");
    auto& families = spec["ipFamilies"];
    if (open && spec["ipFamilyPolicy"] != "SingleStack" && families.is_array() && families.size() == 1) {
      families.push_back(families.front() == "IPv4" ? "IPv6" : "IPv4");
    }
  } else if (const auto address = string_at(spec, {"clusterIP"}); !address.empty()) {
    set_default(spec, "clusterIPs", Json::array({address}));
  }
  allocate_ports(service, hash);
}

/// normalizeClusterIPs: the first of the addresses follows the one.
void follow_one_address(Json& spec, const Json& old)
{
  const auto one = string_at(spec, {"clusterIP"});
  if (one == string_at(old, {"clusterIP"}) || member_in(spec, "clusterIPs") != member_in(old, "clusterIPs")) return;
  if (one.empty()) {
    spec.erase("clusterIPs");
  } else if (spec.contains("clusterIPs") && !spec["clusterIPs"].empty()) {
    spec["clusterIPs"][0] = one;
  }
}

/// patchAllocatedValues: what an update leaves out stays allocated.
void keep_allocated_values(Json& spec, const Json& old)
{
  if (needs_address(old) && needs_address(spec)) {
    const auto one = string_at(spec, {"clusterIP"});
    if (one.empty() && old.contains("clusterIP")) spec["clusterIP"] = old.at("clusterIP");
    const auto all = member_in(spec, "clusterIPs");
    if ((!all.is_array() || all.empty()) && old.contains("clusterIPs")) spec["clusterIPs"] = old.at("clusterIPs");
    for (const char* member : {"ipFamilies", "ipFamilyPolicy"}) {
      if (old.contains(member)) set_default(spec, member, old.at(member));
    }
  }
  auto* ports = needs_node_ports(old) && needs_node_ports(spec) ? ports_of(spec) : nullptr;
  if (ports != nullptr && old.contains("ports")) {
    const auto before = node_ports_of(old);
    const auto after = node_ports_of(spec);
    std::map<std::string, std::int64_t> by_name;
    for (const auto& port : old.at("ports")) by_name[string_at(port, {"name"})] = number_in(port, "nodePort");
    for (auto& port : *ports) {
      if (number_in(port, "nodePort") != 0) continue;
      const auto kept = by_name.find(string_at(port, {"name"}));
      if (kept == by_name.end() || kept->second == 0) continue;
      if (!(before.contains(kept->second) && after.contains(kept->second))) port["nodePort"] = kept->second;
    }
  }
  if (needs_health_port(old) && needs_health_port(spec) && number_in(spec, "healthCheckNodePort") == 0) {
    spec["healthCheckNodePort"] = member_in(old, "healthCheckNodePort");
  }
}

/// dropTypeDependentFields: what another type does not have, unless the update changes it too.
void drop_fields_of_type(Json& spec, const Json& old)
{
  const auto drop_unchanged = [&](const char* member) {
    if (member_in(spec, member) == member_in(old, member)) spec.erase(member);
  };
  if (needs_address(old) && !needs_address(spec)) {
    if (member_in(spec, "clusterIP") == member_in(old, "clusterIP") &&
        member_in(spec, "clusterIPs") == member_in(old, "clusterIPs")) {
      spec.erase("clusterIP");
      spec.erase("clusterIPs");
    }
    drop_unchanged("ipFamilies");
    drop_unchanged("ipFamilyPolicy");
    drop_unchanged("internalTrafficPolicy");
  }
  const bool had_ports = is_type(old, "NodePort") || is_type(old, "LoadBalancer");
  if (had_ports && !is_type(spec, "NodePort") && !is_type(spec, "LoadBalancer")) {
    const auto before = node_ports_of(old);
    const auto after = node_ports_of(spec);
    auto* ports = ports_of(spec);
    if (ports != nullptr && std::includes(before.begin(), before.end(), after.begin(), after.end())) {
      for (auto& port : *ports) port.erase("nodePort");
    }
  }
  if (needs_health_port(old) && !needs_health_port(spec)) drop_unchanged("healthCheckNodePort");
  if (is_type(old, "LoadBalancer") && !is_type(spec, "LoadBalancer")) {
    drop_unchanged("allocateLoadBalancerNodePorts");
    drop_unchanged("loadBalancerClass");
  }
  if (is_accessible(old) && !is_accessible(spec)) drop_unchanged("externalTrafficPolicy");
}

}  // namespace

void prepare_service(Json& service)
{
  allocate(service, {});
  service["status"] = {{"loadBalancer", Json::object()}};
}

void prepare_service_update(Json& service, const Json& current)
{
  auto& spec = service["spec"];
  const auto& old = current.at("spec");
  follow_one_address(spec, old);
  keep_allocated_values(spec, old);
  // Whoever gave its address back gets another one.
  allocate(service, needs_address(old) ? std::string() : string_at(current, {"metadata", "resourceVersion"}));
  drop_fields_of_type(spec, old);
  if (!is_type(spec, "LoadBalancer")) service["status"] = {{"loadBalancer", Json::object()}};
}

}  // namespace kubexx::apiserver
