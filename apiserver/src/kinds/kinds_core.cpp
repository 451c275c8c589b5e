// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "kinds/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array core_rows{
    KindRow{"ConfigMap", "configmaps", "", "cm", ""},
    KindRow{"Endpoints", "endpoints", "creates", "ep", ""},
    KindRow{"LimitRange", "limitranges", "creates", "limits", ""},
    KindRow{"Namespace", "namespaces", "cluster status returns-deleted label", "ns", ""},
    KindRow{"Node", "nodes", "cluster status keeps-status", "no", ""},
    KindRow{"PersistentVolume", "persistentvolumes", "cluster status returns-deleted", "pv", ""},
    KindRow{"PersistentVolumeClaim", "persistentvolumeclaims", "status returns-deleted", "pvc", ""},
    KindRow{"Pod", "pods", "status returns-deleted generation", "po", "all"},
    KindRow{"PodTemplate", "podtemplates", "returns-deleted generation-all", "", ""},
    KindRow{"ReplicationController", "replicationcontrollers", "status scale generation", "rc", "all"},
    KindRow{"ResourceQuota", "resourcequotas", "status returns-deleted", "quota", ""},
    KindRow{"Secret", "secrets", "", "", ""},
    KindRow{"Service", "services", "status creates returns-deleted label", "svc", "all"},
    KindRow{"ServiceAccount", "serviceaccounts", "returns-deleted", "sa", ""},
};

void add_fields(Kind& kind, std::initializer_list<const char*> fields)
{
  for (const char* field : fields) {
    std::string pointer = "/" + std::string(field);
    for (auto& c : pointer) {
      if (c == '.') c = '/';
    }
    kind.selectable_fields.emplace(field, Json::json_pointer(pointer));
  }
}

std::uint64_t hash_of(std::string_view text)
{
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

/// The addresses and ports that the real server's allocators hand out. Here they follow from the uid, so that they need
/// no bookkeeping and are the same for the same seed; two services may have the same, which nobody serves anyhow.
void allocate(Json& service)
{
  auto& spec = service["spec"];
  const auto type = string_at(spec, {"type"});
  if (type == "ExternalName") return;
  const auto hash = hash_of(string_at(service, {"metadata", "uid"}));
  auto address = string_at(spec, {"clusterIP"});
  if (address.empty()) {
    address = "10." + std::to_string(96 + hash % 16) + "." + std::to_string(hash / 16 % 256) + "." +
              std::to_string(1 + hash / 4096 % 254);
  }
  spec["clusterIP"] = address;
  spec["clusterIPs"] = Json::array({address});
  // A headless service that selects nothing may have any addresses.
  const bool open = address == "None" && (find(spec, {"selector"}) == nullptr || spec["selector"].empty());
  set_default(spec, "ipFamilies", open ? Json::array({"IPv4", "IPv6"}) : Json::array({"IPv4"}));
  set_default(spec, "ipFamilyPolicy", open ? "RequireDualStack" : "SingleStack");
  if (type != "NodePort" && type != "LoadBalancer") return;
  if (const auto* balanced = find(spec, {"allocateLoadBalancerNodePorts"}); balanced != nullptr && *balanced == false) {
    return;
  }
  auto* ports = find(spec, {"ports"});
  if (ports == nullptr || !ports->is_array()) return;
  std::uint64_t next = hash % 2768;
  for (auto& port : *ports) set_default(port, "nodePort", 30000 + next++ % 2768);
}

/// What an update leaves out stays allocated.
void keep_allocated(Json& service, const Json& current)
{
  auto& spec = service["spec"];
  const auto& old = current.at("spec");
  if (string_at(spec, {"type"}) == "ExternalName") return;
  for (const char* member : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
    if (old.contains(member)) set_default(spec, member, old.at(member));
  }
  allocate(service);
}

/// The plugin TaintNodesByCondition.
void add_not_ready_taint(Json& node)
{
  auto& taints = ensure_object(node, "spec")["taints"];
  if (!taints.is_array()) taints = Json::array();
  const Json taint{{"key", "node.kubernetes.io/not-ready"}, {"effect", "NoSchedule"}};
  if (std::find(taints.begin(), taints.end(), taint) == taints.end()) taints.push_back(taint);
}

}  // namespace

std::vector<Kind> core_kinds()
{
  auto kinds = make_kinds("", core_rows);
  auto& namespaces = kind_among(kinds, "namespaces");
  add_fields(namespaces, {"status.phase"});
  namespaces.prepare_create = [](Json& object) {
    auto& finalizers = ensure_object(object, "spec")["finalizers"];
    if (!finalizers.is_array()) finalizers = Json::array();
    if (std::find(finalizers.begin(), finalizers.end(), "kubernetes") == finalizers.end()) {
      finalizers.push_back("kubernetes");
    }
  };
  namespaces.prepare_update = [](Json& object, const Json& current) {
    object["spec"] = current.value("spec", Json::object());
  };
  namespaces.validate = validate_namespace;

  auto& pods = kind_among(kinds, "pods");
  add_fields(pods, {"spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
                    "spec.hostNetwork", "status.phase", "status.podIP", "status.nominatedNodeName"});
  pods.prepare_create = prepare_pod;
  pods.prepare_update = [](Json& updated, const Json& current) {
    for (const char* member : {"preemptionPolicy", "priority"}) {
      if (const auto* kept = find(current, {"spec", member}))
        set_default(ensure_object(updated, "spec"), member, *kept);
    }
  };
  pods.validate = validate_pod;

  kind_among(kinds, "podtemplates").validate = validate_pod_template_kind;
  kind_among(kinds, "configmaps").validate = validate_config_map;
  auto& secrets = kind_among(kinds, "secrets");
  add_fields(secrets, {"type"});
  secrets.validate = validate_secret;
  auto& services = kind_among(kinds, "services");
  services.prepare_create = [](Json& object) {
    allocate(object);
    object["status"] = {{"loadBalancer", Json::object()}};
  };
  services.prepare_update = keep_allocated;
  services.validate = validate_service;
  auto& nodes = kind_among(kinds, "nodes");
  nodes.prepare_create = add_not_ready_taint;
  nodes.validate = validate_node;
  add_fields(kind_among(kinds, "nodes"), {"spec.unschedulable"});
  kind_among(kinds, "endpoints").versions.front().deprecation_warning =
      "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
  auto& volumes = kind_among(kinds, "persistentvolumes");
  volumes.prepare_create = [](Json& object) {
    protect(object, "kubernetes.io/pv-protection");
    object["status"] = {{"phase", "Pending"}, {"lastPhaseTransitionTime", object["metadata"]["creationTimestamp"]}};
  };
  volumes.validate = validate_volume_kind;
  auto& claims = kind_among(kinds, "persistentvolumeclaims");
  claims.prepare_create = [](Json& object) { protect(object, "kubernetes.io/pvc-protection"); };
  claims.validate = validate_claim;
  add_fields(kind_among(kinds, "replicationcontrollers"), {"status.replicas"});
  kind_among(kinds, "replicationcontrollers").validate = validate_replication_controller;
  return kinds;
}

}  // namespace kubexx::apiserver
