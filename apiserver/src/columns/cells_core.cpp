// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "columns/cells.hpp"
#include "kubexx/apimachinery/human_duration.hpp"

namespace kubexx::apiserver {
namespace {

/// The first `most` of them, and how many more there are.
std::string some_of(const std::vector<std::string>& all, std::size_t most)
{
  if (all.empty()) return "<none>";
  std::string text;
  for (std::size_t index = 0; index < std::min(most, all.size()); ++index) text += (index == 0 ? "" : ",") + all[index];
  if (all.size() > most) text += " + " + std::to_string(all.size() - most) + " more...";
  return text;
}

const Json& list_at(const Json& object, JsonPath path)
{
  static const Json none = Json::array();
  const auto* found = find(object, path);
  return found != nullptr && found->is_array() ? *found : none;
}

std::string host_port(const std::string& address, std::int64_t port)
{
  const bool six = address.find(':') != std::string::npos;
  return (six ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

Json endpoints_cells(const Json& object, WallTime now)
{
  std::vector<std::string> all;
  for (const auto& subset : list_at(object, {"subsets"})) {
    const auto& addresses = list_at(subset, {"addresses"});
    const auto& ports = list_at(subset, {"ports"});
    if (ports.empty()) {
      for (const auto& address : addresses) all.push_back(string_at(address, {"ip"}));
    }
    for (const auto& port : ports) {
      for (const auto& address : addresses) {
        all.push_back(host_port(string_at(address, {"ip"}), number_at(port, {"port"})));
      }
    }
  }
  return Json::array({name_cell(object), some_of(all, 3), age_cell(object, now)});
}

std::string balancer_addresses(const Json& object)
{
  std::set<std::string> all;
  for (const auto& ingress : list_at(object, {"status", "loadBalancer", "ingress"})) {
    const auto address = text_or(ingress, {"ip"}, string_at(ingress, {"hostname"}));
    if (!address.empty()) all.insert(address);
  }
  std::string text;
  for (const auto& address : all) text += (text.empty() ? "" : ",") + address;
  return text;
}

std::string external_address(const Json& service)
{
  const auto type = string_at(service, {"spec", "type"});
  if (type.empty()) return "<unknown>";  // a bookmark's
  if (type == "ExternalName") return string_at(service, {"spec", "externalName"});
  auto external = joined(find(service, {"spec", "externalIPs"}), {}, ",");
  if (type != "LoadBalancer") return external.empty() ? "<none>" : external;
  auto balanced = balancer_addresses(service);
  if (external.empty()) return balanced.empty() ? "<pending>" : balanced;
  return balanced.empty() ? external : balanced + "," + external;
}

Json service_cells(const Json& object, WallTime now)
{
  std::string ports;
  for (const auto& port : list_at(object, {"spec", "ports"})) {
    const auto node = number_at(port, {"nodePort"});
    ports += (ports.empty() ? "" : ",") + std::to_string(number_at(port, {"port"})) +
             (node > 0 ? ":" + std::to_string(node) : "") + "/" + string_at(port, {"protocol"});
  }
  const auto& addresses = list_at(object, {"spec", "clusterIPs"});
  return Json::array({name_cell(object), string_at(object, {"spec", "type"}),
                      addresses.empty() ? Json("<none>") : addresses.front(), external_address(object),
                      ports.empty() ? "<none>" : ports, age_cell(object, now),
                      shown_labels(find(object, {"spec", "selector"}))});
}

std::string node_roles(const Json& node)
{
  constexpr std::string_view prefix = "node-role.kubernetes.io/";
  std::set<std::string> roles;
  if (const auto* labels = find(node, {"metadata", "labels"}); labels != nullptr && labels->is_object()) {
    for (const auto& [key, value] : labels->items()) {
      if (key.starts_with(prefix) && key.size() > prefix.size()) roles.insert(key.substr(prefix.size()));
      if (key == "kubernetes.io/role" && value != "") roles.insert(value.get<std::string>());
    }
  }
  std::string text;
  for (const auto& role : roles) text += (text.empty() ? "" : ",") + role;
  return text.empty() ? "<none>" : text;
}

std::string node_address(const Json& node, std::string_view type)
{
  for (const auto& address : list_at(node, {"status", "addresses"})) {
    if (string_at(address, {"type"}) == type) return string_at(address, {"address"});
  }
  return "<none>";
}

Json node_cells(const Json& object, WallTime now)
{
  std::string status = "Unknown";
  for (const auto& condition : list_at(object, {"status", "conditions"})) {
    if (string_at(condition, {"type"}) != "Ready") continue;
    status = string_at(condition, {"status"}) == "True" ? "Ready" : "NotReady";
  }
  if (const auto* off = find(object, {"spec", "unschedulable"}); off != nullptr && *off == true) {
    status += ",SchedulingDisabled";
  }
  auto kernel = text_or(object, {"status", "nodeInfo", "kernelVersion"}, "<unknown>");
  if (const auto architecture = string_at(object, {"status", "nodeInfo", "architecture"}); !architecture.empty()) {
    kernel.append(" (").append(architecture).append(")");
  }
  return Json::array({name_cell(object), status, node_roles(object), age_cell(object, now),
                      string_at(object, {"status", "nodeInfo", "kubeletVersion"}), node_address(object, "InternalIP"),
                      node_address(object, "ExternalIP"),
                      text_or(object, {"status", "nodeInfo", "osImage"}, "<unknown>"), kernel,
                      text_or(object, {"status", "nodeInfo", "containerRuntimeVersion"}, "<unknown>")});
}

std::string access_modes(const Json* modes)
{
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> brief{
      {{"ReadWriteOnce", "RWO"}, {"ReadOnlyMany", "ROX"}, {"ReadWriteMany", "RWX"}, {"ReadWriteOncePod", "RWOP"}}};
  std::string text;
  if (modes == nullptr || !modes->is_array()) return text;
  for (const auto& [mode, word] : brief) {
    if (std::find(modes->begin(), modes->end(), Json(mode)) == modes->end()) continue;
    text += (text.empty() ? "" : ",") + std::string(word);
  }
  return text;
}

std::string phase_of(const Json& object)
{
  const bool going = find(object, {"metadata", "deletionTimestamp"}) != nullptr;
  return going ? "Terminating" : string_at(object, {"status", "phase"});
}

std::string storage_class(const Json& object)
{
  const auto legacy = string_at(object, {"metadata", "annotations", "volume.beta.kubernetes.io/storage-class"});
  return legacy.empty() ? string_at(object, {"spec", "storageClassName"}) : legacy;
}

Json volume_cells(const Json& object, WallTime now)
{
  std::string claim;
  if (const auto* reference = find(object, {"spec", "claimRef"}); reference != nullptr && reference->is_object()) {
    claim = string_at(*reference, {"namespace"}) + "/" + string_at(*reference, {"name"});
  }
  return Json::array({name_cell(object), text_or(object, {"spec", "capacity", "storage"}, "0"),
                      access_modes(find(object, {"spec", "accessModes"})),
                      string_at(object, {"spec", "persistentVolumeReclaimPolicy"}), phase_of(object), claim,
                      storage_class(object), text_or(object, {"spec", "volumeAttributesClassName"}, "<unset>"),
                      string_at(object, {"status", "reason"}), age_cell(object, now),
                      text_or(object, {"spec", "volumeMode"}, "<unset>")});
}

Json claim_cells(const Json& object, WallTime now)
{
  const auto volume = string_at(object, {"spec", "volumeName"});
  std::string capacity, modes;
  if (!volume.empty()) {
    capacity = text_or(object, {"status", "capacity", "storage"}, "0");
    modes = access_modes(find(object, {"status", "accessModes"}));
  }
  return Json::array({name_cell(object), phase_of(object), volume, capacity, modes, storage_class(object),
                      text_or(object, {"spec", "volumeAttributesClassName"}, "<unset>"), age_cell(object, now),
                      text_or(object, {"spec", "volumeMode"}, "<unset>")});
}

Json quota_cells(const Json& object, WallTime now)
{
  std::string requests, limits;
  if (const auto* hard = find(object, {"status", "hard"}); hard != nullptr && hard->is_object()) {
    for (const auto& [name, amount] : hard->items()) {
      auto& text = name.starts_with("limits.") ? limits : requests;
      text += (text.empty() ? "" : ", ") + name + ": " + text_or(object, {"status", "used", name}, "0") + "/" +
              (amount.is_string() ? amount.get<std::string>() : dump(amount));
    }
  }
  return Json::array({name_cell(object), requests, limits, age_cell(object, now)});
}

}  // namespace

void add_core_cells(CellTable& table)
{
  table["/endpoints"] = endpoints_cells;
  table["/services"] = service_cells;
  table["/nodes"] = node_cells;
  table["/persistentvolumes"] = volume_cells;
  table["/persistentvolumeclaims"] = claim_cells;
  table["/resourcequotas"] = quota_cells;
  table["/pods"] = pod_cells;
  table["/limitranges"] = [](const Json& object, WallTime) {
    return Json::array({name_cell(object), string_at(object, {"metadata", "creationTimestamp"})});
  };
  table["/configmaps"] = [](const Json& object, WallTime now) {
    return Json::array(
        {name_cell(object), size_at(object, {"data"}) + size_at(object, {"binaryData"}), age_cell(object, now)});
  };
  table["/secrets"] = [](const Json& object, WallTime now) {
    return Json::array(
        {name_cell(object), string_at(object, {"type"}), size_at(object, {"data"}), age_cell(object, now)});
  };
  table["/namespaces"] = [](const Json& object, WallTime now) {
    return Json::array({name_cell(object), string_at(object, {"status", "phase"}), age_cell(object, now)});
  };
  table["discovery.k8s.io/endpointslices"] = [](const Json& object, WallTime now) {
    std::vector<std::string> ports, addresses;
    for (const auto& port : list_at(object, {"ports"})) {
      const auto* number = find(port, {"port"});
      ports.push_back(number != nullptr && number->is_number() ? dump(*number) : text_or(port, {"name"}, ""));
    }
    for (const auto& endpoint : list_at(object, {"endpoints"})) {
      for (const auto& address : list_at(endpoint, {"addresses"})) addresses.push_back(address.get<std::string>());
    }
    const auto shown = [](const std::vector<std::string>& all) { return all.empty() ? "<unset>" : some_of(all, 3); };
    return Json::array(
        {name_cell(object), string_at(object, {"addressType"}), shown(ports), shown(addresses), age_cell(object, now)});
  };
  table["networking.k8s.io/ingresses"] = [](const Json& object, WallTime now) {
    const auto& rules = list_at(object, {"spec", "rules"});
    std::vector<std::string> named;
    for (const auto& rule : rules) {
      if (auto host = string_at(rule, {"host"}); !host.empty()) named.push_back(std::move(host));
    }
    std::string hosts = named.empty() ? "*" : "";
    for (std::size_t index = 0; index < std::min<std::size_t>(3, named.size()); ++index) {
      hosts += (index == 0 ? "" : ",") + named[index];
    }
    if (named.size() > 3) hosts += " + " + std::to_string(rules.size() - 3) + " more...";
    return Json::array({name_cell(object), text_or(object, {"spec", "ingressClassName"}, "<none>"), hosts,
                        balancer_addresses(object), list_at(object, {"spec", "tls"}).empty() ? "80" : "80, 443",
                        age_cell(object, now)});
  };
}

}  // namespace kubexx::apiserver
