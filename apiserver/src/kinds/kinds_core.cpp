// SPDX-License-Identifier: Apache-2.0
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array core_rows{
    KindRow{"Binding", "bindings", "review", "", ""},
    KindRow{"ComponentStatus", "componentstatuses", "cluster review", "cs", ""},
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

/// DropDisabledFields, EnforceDataSourceBackwardsCompatibility and NormalizeDataSources of
/// pkg/api/persistentvolumeclaim: the two sources say the same. What needs the feature CrossNamespaceVolumeDataSource
/// is dropped. `old` null: the claim is created.
void match_data_sources(Json& claim, const Json* old)
{
  auto& spec = ensure_object(claim, "spec");
  const bool in_use = old != nullptr && (find(*old, {"spec", "dataSource"}) != nullptr ||
                                         find(*old, {"spec", "dataSourceRef"}) != nullptr);
  if (!string_at(spec, {"dataSourceRef", "namespace"}).empty()) spec.erase("dataSourceRef");
  const auto kind = string_at(spec, {"dataSource", "kind"});
  const auto group = string_at(spec, {"dataSource", "apiGroup"});
  const bool claims = kind == "PersistentVolumeClaim" && group.empty();
  const bool snapshots = kind == "VolumeSnapshot" && group == "snapshot.storage.k8s.io";
  if (!in_use && !spec.contains("dataSourceRef") && !claims && !snapshots) spec.erase("dataSource");
  if (spec.contains("dataSource") && !spec.contains("dataSourceRef")) {
    spec["dataSourceRef"] = spec["dataSource"];
  } else if (spec.contains("dataSourceRef") && !spec.contains("dataSource")) {
    spec["dataSource"] = spec["dataSourceRef"];
  }
}

/// podCIDR is the first of podCIDRs, whichever was sent: pkg/apis/core/v1/conversion.go.
void match_pod_ranges(Json& node)
{
  auto* spec = find(node, {"spec"});
  if (spec == nullptr || !spec->is_object()) return;
  const auto first = string_at(*spec, {"podCIDR"});
  const auto* ranges = find(*spec, {"podCIDRs"});
  const bool some = ranges != nullptr && ranges->is_array() && !ranges->empty();
  if (!first.empty() && (!some || ranges->front() != first)) {
    (*spec)["podCIDRs"] = Json::array({first});
  } else if (some) {
    (*spec)["podCIDR"] = ranges->front();
  }
}

/// cleanSecretReferences of pkg/registry/core/serviceaccount: of a reference, the name alone is kept.
void clean_secret_references(Json& account)
{
  auto* secrets = find(account, {"secrets"});
  if (secrets == nullptr || !secrets->is_array()) return;
  for (auto& secret : *secrets) {
    const auto name = string_at(secret, {"name"});
    secret = name.empty() ? Json::object() : Json{{"name", name}};
  }
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
    for (const char* member : {"preemptionPolicy", "priority", "resources"}) {
      if (const auto* kept = find(current, {"spec", member}))
        set_default(ensure_object(updated, "spec"), member, *kept);
    }
    add_default_tolerations(ensure_object(updated, "spec"));
  };
  pods.validate = validate_pod;

  kind_among(kinds, "podtemplates").validate = validate_pod_template_kind;
  kind_among(kinds, "configmaps").validate = validate_config_map;
  auto& secrets = kind_among(kinds, "secrets");
  add_fields(secrets, {"type"});
  secrets.validate = validate_secret;
  auto& accounts = kind_among(kinds, "serviceaccounts");
  accounts.prepare_create = clean_secret_references;
  accounts.prepare_update = [](Json& account, const Json& /*current*/) { clean_secret_references(account); };
  auto& services = kind_among(kinds, "services");
  add_fields(services, {"spec.clusterIP", "spec.type"});
  services.prepare_create = prepare_service;
  services.prepare_update = prepare_service_update;
  services.validate = validate_service;
  auto& nodes = kind_among(kinds, "nodes");
  nodes.prepare_create = add_not_ready_taint;
  nodes.defaults = match_pod_ranges;
  nodes.validate = validate_node;
  add_fields(kind_among(kinds, "nodes"), {"spec.unschedulable"});
  kind_among(kinds, "componentstatuses").versions.front().deprecation_warning =
      "v1 ComponentStatus is deprecated in v1.19+";
  auto& limits = kind_among(kinds, "limitranges");
  // One without a name gets a unique one.
  limits.prepare_create = [](Json& object) {
    auto& meta = object["metadata"];
    if (string_at(meta, {"name"}).empty()) meta["name"] = meta.at("uid");
  };
  limits.validate = validate_limit_range;
  kind_among(kinds, "resourcequotas").validate = validate_resource_quota;
  kind_among(kinds, "endpoints").validate = validate_endpoints;
  kind_among(kinds, "endpoints").versions.front().deprecation_warning =
      "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
  auto& volumes = kind_among(kinds, "persistentvolumes");
  volumes.prepare_create = [](Json& object) {
    protect(object, "kubernetes.io/pv-protection");
    object["status"] = {{"phase", "Pending"}, {"lastPhaseTransitionTime", object["metadata"]["creationTimestamp"]}};
  };
  volumes.validate = validate_volume_kind;
  auto& claims = kind_among(kinds, "persistentvolumeclaims");
  claims.prepare_create = [](Json& object) {
    protect(object, "kubernetes.io/pvc-protection");
    match_data_sources(object, nullptr);
  };
  claims.prepare_update = [](Json& object, const Json& current) { match_data_sources(object, &current); };
  claims.validate = validate_claim;
  add_fields(kind_among(kinds, "replicationcontrollers"), {"status.replicas"});
  kind_among(kinds, "replicationcontrollers").validate = validate_replication_controller;
  return kinds;
}

}  // namespace kubexx::apiserver
