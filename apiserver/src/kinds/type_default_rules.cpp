// SPDX-License-Identifier: Apache-2.0
#include "kinds/type_default_rules.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

Json* list_in(Json& object, std::initializer_list<std::string_view> path)
{
  auto* found = find(object, path);
  return found != nullptr && found->is_array() ? found : nullptr;
}

void pull_policy(Json& container)
{
  const auto latest = image_tag(string_at(container, {"image"})) == "latest";
  set_default(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
}

void default_volume(Json& volume)
{
  if (volume.size() == (volume.contains("name") ? 1U : 0U)) volume["emptyDir"] = Json::object();
  if (auto* image = find(volume, {"image"}); image != nullptr && image->is_object()) {
    const auto latest = image_tag(string_at(*image, {"reference"})) == "latest";
    set_default(*image, "pullPolicy", latest ? "Always" : "IfNotPresent");
  }
}

void default_host_ports(Json& spec)
{
  if (const auto* host = find(spec, {"hostNetwork"}); host == nullptr || *host != true) return;
  for (const char* name : {"containers", "initContainers"}) {
    auto* containers = list_in(spec, {name});
    if (containers == nullptr) continue;
    for (auto& container : *containers) {
      auto* ports = list_in(container, {"ports"});
      if (ports == nullptr) continue;
      for (auto& port : *ports) {
        if (port.is_object() && port.contains("containerPort")) set_default(port, "hostPort", port["containerPort"]);
      }
    }
  }
}

/// Of a pod, not of a pod template: what is limited and not requested is requested.
void default_pod(Json& pod)
{
  auto& spec = ensure_object(pod, "spec");
  if (const auto* seconds = find(spec, {"terminationGracePeriodSeconds"});
      seconds != nullptr && seconds->is_number_integer() && *seconds < 0) {
    spec["terminationGracePeriodSeconds"] = 1;
  }
  for (const char* name : {"containers", "initContainers"}) {
    auto* containers = list_in(spec, {name});
    if (containers == nullptr) continue;
    for (auto& container : *containers) {
      const auto* limits = find(container, {"resources", "limits"});
      if (limits == nullptr || !limits->is_object() || limits->empty()) continue;
      const Json copy = *limits;
      auto& requests = ensure_object(container["resources"], "requests");
      for (const auto& [resource, amount] : copy.items()) set_default(requests, resource, amount);
    }
  }
  set_default(spec, "enableServiceLinks", true);
  default_host_ports(spec);
}

void default_pod_spec(Json& spec)
{
  auto account = string_at(spec, {"serviceAccountName"});
  if (account.empty()) account = string_at(spec, {"serviceAccount"});
  if (!account.empty()) spec["serviceAccountName"] = spec["serviceAccount"] = account;
}

void default_service(Json& service)
{
  auto& spec = ensure_object(service, "spec");
  set_default(spec, "sessionAffinity", "None");
  if (spec["sessionAffinity"] == "None") spec.erase("sessionAffinityConfig");
  if (spec["sessionAffinity"] == "ClientIP" &&
      find(spec, {"sessionAffinityConfig", "clientIP", "timeoutSeconds"}) == nullptr) {
    spec["sessionAffinityConfig"] = {{"clientIP", {{"timeoutSeconds", 10800}}}};
  }
  set_default(spec, "type", "ClusterIP");
  if (auto* ports = list_in(spec, {"ports"})) {
    for (auto& port : *ports) {
      if (!port.is_object()) continue;
      set_default(port, "protocol", "TCP");
      const auto* target = find(port, {"targetPort"});
      if (port.contains("port") && (target == nullptr || *target == 0 || *target == ""))
        port["targetPort"] = port["port"];
    }
  }
  const auto& type = spec["type"];
  const bool balanced = type == "LoadBalancer";
  const auto* addresses = find(spec, {"externalIPs"});
  const bool external = addresses != nullptr && !addresses->empty() && type == "ClusterIP";
  if (balanced || type == "NodePort" || external) set_default(spec, "externalTrafficPolicy", "Cluster");
  if (balanced || type == "NodePort" || type == "ClusterIP") set_default(spec, "internalTrafficPolicy", "Cluster");
  if (balanced) set_default(spec, "allocateLoadBalancerNodePorts", true);
  auto* points = balanced ? list_in(service, {"status", "loadBalancer", "ingress"}) : nullptr;
  if (points == nullptr) return;
  for (auto& point : *points) {
    if (point.is_object() && !string_at(point, {"ip"}).empty()) set_default(point, "ipMode", "VIP");
  }
}

void default_controller(Json& controller)
{
  const auto* labels = find(controller, {"spec", "template", "metadata", "labels"});
  if (labels == nullptr || !labels->is_object()) return;
  const Json copy = *labels;
  const auto* selector = find(controller, {"spec", "selector"});
  if (selector == nullptr || selector->empty()) controller["spec"]["selector"] = copy;
  const auto* own = find(controller, {"metadata", "labels"});
  if (own == nullptr || own->empty()) controller["metadata"]["labels"] = copy;
}

void default_job(Json& job)
{
  auto& spec = ensure_object(job, "spec");
  const auto missing = [&](const char* name) { return find(spec, {name}) == nullptr || spec[name].is_null(); };
  if (missing("completions") && missing("parallelism")) spec["completions"] = 1;
  set_default(spec, "parallelism", 1);
  set_default(spec, "backoffLimit", missing("backoffLimitPerIndex") ? 6 : 2147483647);
  const auto* labels = find(spec, {"template", "metadata", "labels"});
  const auto* own = find(job, {"metadata", "labels"});
  if (labels != nullptr && labels->is_object() && (own == nullptr || own->empty())) {
    const Json copy = *labels;
    job["metadata"]["labels"] = copy;
  }
  set_default(spec, "completionMode", "NonIndexed");
  set_default(spec, "suspend", false);
  set_default(spec, "podReplacementPolicy", missing("podFailurePolicy") ? "TerminatingOrFailed" : "Failed");
  set_default(spec, "manualSelector", false);
}

void default_deployment(Json& deployment)
{
  auto& strategy = ensure_object(ensure_object(deployment, "spec"), "strategy");
  set_default(strategy, "type", "RollingUpdate");
  if (strategy["type"] != "RollingUpdate") return;
  auto& rolling = ensure_object(strategy, "rollingUpdate");
  set_default(rolling, "maxSurge", "25%");
  set_default(rolling, "maxUnavailable", "25%");
}

void default_daemon_set(Json& set)
{
  auto& strategy = ensure_object(ensure_object(set, "spec"), "updateStrategy");
  set_default(strategy, "type", "RollingUpdate");
  if (strategy["type"] != "RollingUpdate") return;
  auto& rolling = ensure_object(strategy, "rollingUpdate");
  set_default(rolling, "maxSurge", 0);
  set_default(rolling, "maxUnavailable", 1);
}

void default_stateful_set(Json& set)
{
  auto& spec = ensure_object(set, "spec");
  auto& strategy = ensure_object(spec, "updateStrategy");
  if (string_at(strategy, {"type"}).empty()) {
    strategy["type"] = "RollingUpdate";
    ensure_object(strategy, "rollingUpdate");
  }
  if (strategy["type"] == "RollingUpdate" && strategy.contains("rollingUpdate")) {
    auto& rolling = ensure_object(strategy, "rollingUpdate");
    set_default(rolling, "partition", 0);
    set_default(rolling, "maxUnavailable", 1);
  }
  auto& retention = ensure_object(spec, "persistentVolumeClaimRetentionPolicy");
  set_default(retention, "whenDeleted", "Retain");
  set_default(retention, "whenScaled", "Retain");
  if (auto* claims = list_in(spec, {"volumeClaimTemplates"})) {
    for (auto& claim : *claims) {
      if (!claim.is_object()) continue;
      claim["apiVersion"] = "v1";
      claim["kind"] = "PersistentVolumeClaim";
    }
  }
}

void default_rules_of_scaling(Json& behavior, const char* direction, Json usual)
{
  if (const auto* given = find(behavior, {direction}); given != nullptr && given->is_object()) {
    for (const auto& [name, value] : given->items()) usual[name] = value;
  }
  behavior[direction] = std::move(usual);
}

void default_autoscaler(Json& autoscaler)
{
  auto& spec = ensure_object(autoscaler, "spec");
  if (const auto* metrics = find(spec, {"metrics"}); metrics == nullptr || metrics->empty()) {
    const Json target{{"type", "Utilization"}, {"averageUtilization", 80}};
    spec["metrics"] = Json::array({{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"target", target}}}}});
  }
  if (const auto* behavior = find(spec, {"behavior"}); behavior == nullptr || !behavior->is_object()) return;
  const Json pods{{"type", "Pods"}, {"value", 4}, {"periodSeconds", 15}};
  const Json percent{{"type", "Percent"}, {"value", 100}, {"periodSeconds", 15}};
  default_rules_of_scaling(
      spec["behavior"], "scaleUp",
      {{"stabilizationWindowSeconds", 0}, {"selectPolicy", "Max"}, {"policies", Json::array({pods, percent})}});
  default_rules_of_scaling(spec["behavior"], "scaleDown",
                           {{"selectPolicy", "Max"}, {"policies", Json::array({percent})}});
}

void default_network_policy(Json& policy)
{
  auto& spec = ensure_object(policy, "spec");
  if (const auto* types = find(spec, {"policyTypes"}); types != nullptr && !types->empty()) return;
  spec["policyTypes"] = Json::array({"Ingress"});
  if (const auto* egress = find(spec, {"egress"}); egress != nullptr && !egress->empty()) {
    spec["policyTypes"].push_back("Egress");
  }
}

void default_limit(Json& item)
{
  if (string_at(item, {"type"}) != "Container") return;
  const auto copy_missing = [&](const char* from, const char* to) {
    const auto* given = find(item, {from});
    if (given == nullptr || !given->is_object() || given->empty()) return;
    const Json copy = *given;
    auto& into = ensure_object(item, to);
    for (const auto& [name, amount] : copy.items()) set_default(into, name, amount);
  };
  copy_missing("max", "default");
  copy_missing("default", "defaultRequest");
  copy_missing("min", "defaultRequest");
}

void default_claim(Json& claim)
{
  set_default(ensure_object(claim, "status"), "phase", "Pending");
}

void default_node_status(Json& status)
{
  if (status.contains("capacity") && !status.contains("allocatable")) status["allocatable"] = status["capacity"];
}

void default_pod_status(Json& status)
{
  const auto address = string_at(status, {"podIP"});
  auto* all = list_in(status, {"podIPs"});
  const auto first = all == nullptr || all->empty() ? std::string() : string_at(all->front(), {"ip"});
  if (!address.empty() && first != address) status["podIPs"] = Json::array({{{"ip", address}}});
  if (address.empty() && !first.empty()) status["podIP"] = first;
}

void default_namespace(Json& object)
{
  const auto name = string_at(object, {"metadata", "name"});
  if (!name.empty()) ensure_object(object["metadata"], "labels")["kubernetes.io/metadata.name"] = name;
}

void default_secret(Json& secret)
{
  if (const auto* plain = find(secret, {"stringData"}); plain != nullptr && plain->is_object()) {
    const auto values = *plain;
    auto& data = ensure_object(secret, "data");
    for (const auto& [key, value] : values.items()) {
      if (value.is_string()) data[key] = encode_base64(value.get_ref<const std::string&>());
    }
  }
  secret.erase("stringData");
}

void default_role_ref(Json& binding)
{
  auto& role = ensure_object(binding, "roleRef");
  if (string_at(role, {"apiGroup"}).empty()) role["apiGroup"] = "rbac.authorization.k8s.io";
}

void default_subject(Json& subject)
{
  const auto kind = string_at(subject, {"kind"});
  if (kind == "User" || kind == "Group") set_default(subject, "apiGroup", "rbac.authorization.k8s.io");
}

}  // namespace

namespace {

/// Whether the parts of an image's name are what a reference may have; the first of several may be a host.
bool is_image_path(std::string_view path)
{
  constexpr std::size_t longest = 255;
  bool good = !path.empty() && path.size() <= longest;
  bool first = path.find('/') != std::string_view::npos;
  for_each_part(path, '/', [&](std::string_view part) {
    const auto is_plain = [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (first && c >= 'A' && c <= 'Z');
    };
    const auto is_inner = [&](char c) {
      return is_plain(c) || c == '.' || c == '_' || c == '-' || (first && c == ':');
    };
    good = good && !part.empty() && is_plain(part.front()) && is_plain(part.back()) &&
           std::all_of(part.begin(), part.end(), is_inner);
    first = false;
  });
  return good;
}

}  // namespace

std::string image_tag(std::string_view image)
{
  if (image.find('@') != std::string_view::npos) return {};
  const auto slash = image.rfind('/');
  const auto colon = image.rfind(':');
  const bool tagged = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
  if (!is_image_path(image.substr(0, tagged ? colon : image.size()))) return {};
  return tagged ? std::string(image.substr(colon + 1)) : "latest";
}

const std::map<std::string, void (*)(Json&), std::less<>>& default_rules()
{
  static const std::map<std::string, void (*)(Json&), std::less<>> rules{
      {"apps.v1.DaemonSet", default_daemon_set},
      {"apps.v1.Deployment", default_deployment},
      {"apps.v1.StatefulSet", default_stateful_set},
      {"autoscaling.v2.HorizontalPodAutoscaler", default_autoscaler},
      {"batch.v1.Job", default_job},
      {"core.v1.Container", pull_policy},
      {"core.v1.EphemeralContainer", pull_policy},
      {"core.v1.LimitRangeItem", default_limit},
      {"core.v1.Namespace", default_namespace},
      {"core.v1.NodeStatus", default_node_status},
      {"core.v1.PersistentVolumeClaim", default_claim},
      {"core.v1.Pod", default_pod},
      {"core.v1.PodSpec", default_pod_spec},
      {"core.v1.PodStatus", default_pod_status},
      {"core.v1.ReplicationController", default_controller},
      {"core.v1.Secret", default_secret},
      {"core.v1.Service", default_service},
      {"core.v1.Volume", default_volume},
      {"networking.v1.NetworkPolicy", default_network_policy},
      {"rbac.v1.ClusterRoleBinding", default_role_ref},
      {"rbac.v1.RoleBinding", default_role_ref},
      {"rbac.v1.Subject", default_subject},
  };
  return rules;
}

}  // namespace kubexx::apiserver
