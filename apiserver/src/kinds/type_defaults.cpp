// SPDX-License-Identifier: Apache-2.0
#include "kinds/type_defaults.hpp"

#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kinds/type_default_rules.hpp"

namespace kubexx::apiserver {
namespace {

struct Constant {
  std::string_view type, field, json;
};

/// Defaults that depend on nothing else. A field counts as absent when it has its zero value, where Go cannot tell.
constexpr std::array constants{
    Constant{"admissionregistration.v1.MatchResources", "matchPolicy", R"("Equivalent")"},
    Constant{"admissionregistration.v1.MatchResources", "namespaceSelector", "{}"},
    Constant{"admissionregistration.v1.MatchResources", "objectSelector", "{}"},
    Constant{"admissionregistration.v1.MutatingAdmissionPolicySpec", "failurePolicy", R"("Fail")"},
    Constant{"admissionregistration.v1.MutatingWebhook", "failurePolicy", R"("Fail")"},
    Constant{"admissionregistration.v1.MutatingWebhook", "matchPolicy", R"("Equivalent")"},
    Constant{"admissionregistration.v1.MutatingWebhook", "namespaceSelector", "{}"},
    Constant{"admissionregistration.v1.MutatingWebhook", "objectSelector", "{}"},
    Constant{"admissionregistration.v1.MutatingWebhook", "reinvocationPolicy", R"("Never")"},
    Constant{"admissionregistration.v1.MutatingWebhook", "timeoutSeconds", "10"},
    Constant{"admissionregistration.v1.RuleWithOperations", "scope", R"("*")"},
    Constant{"admissionregistration.v1.NamedRuleWithOperations", "scope", R"("*")"},
    Constant{"admissionregistration.v1.ServiceReference", "port", "443"},
    Constant{"admissionregistration.v1.ValidatingAdmissionPolicySpec", "failurePolicy", R"("Fail")"},
    Constant{"admissionregistration.v1.ValidatingWebhook", "failurePolicy", R"("Fail")"},
    Constant{"admissionregistration.v1.ValidatingWebhook", "matchPolicy", R"("Equivalent")"},
    Constant{"admissionregistration.v1.ValidatingWebhook", "namespaceSelector", "{}"},
    Constant{"admissionregistration.v1.ValidatingWebhook", "objectSelector", "{}"},
    Constant{"admissionregistration.v1.ValidatingWebhook", "timeoutSeconds", "10"},
    Constant{"apps.v1.DaemonSetSpec", "revisionHistoryLimit", "10"},
    Constant{"apps.v1.DeploymentSpec", "progressDeadlineSeconds", "600"},
    Constant{"apps.v1.DeploymentSpec", "replicas", "1"},
    Constant{"apps.v1.DeploymentSpec", "revisionHistoryLimit", "10"},
    Constant{"apps.v1.ReplicaSetSpec", "replicas", "1"},
    Constant{"apps.v1.StatefulSetSpec", "podManagementPolicy", R"("OrderedReady")"},
    Constant{"apps.v1.StatefulSetSpec", "replicas", "1"},
    Constant{"apps.v1.StatefulSetSpec", "revisionHistoryLimit", "10"},
    Constant{"autoscaling.v2.HorizontalPodAutoscalerSpec", "minReplicas", "1"},
    Constant{"batch.v1.CronJobSpec", "concurrencyPolicy", R"("Allow")"},
    Constant{"batch.v1.CronJobSpec", "failedJobsHistoryLimit", "1"},
    Constant{"batch.v1.CronJobSpec", "successfulJobsHistoryLimit", "3"},
    Constant{"batch.v1.CronJobSpec", "suspend", "false"},
    Constant{"batch.v1.PodFailurePolicyOnPodConditionsPattern", "status", R"("True")"},
    Constant{"core.v1.ConfigMapVolumeSource", "defaultMode", "420"},
    Constant{"core.v1.Container", "terminationMessagePath", R"("/dev/termination-log")"},
    Constant{"core.v1.Container", "terminationMessagePolicy", R"("File")"},
    Constant{"core.v1.DownwardAPIVolumeSource", "defaultMode", "420"},
    Constant{"core.v1.EndpointPort", "protocol", R"("TCP")"},
    Constant{"core.v1.EphemeralContainer", "terminationMessagePath", R"("/dev/termination-log")"},
    Constant{"core.v1.EphemeralContainer", "terminationMessagePolicy", R"("File")"},
    Constant{"core.v1.HTTPGetAction", "path", R"("/")"},
    Constant{"core.v1.HTTPGetAction", "scheme", R"("HTTP")"},
    Constant{"core.v1.HostPathVolumeSource", "type", R"("")"},
    Constant{"core.v1.NamespaceStatus", "phase", R"("Active")"},
    Constant{"core.v1.ObjectFieldSelector", "apiVersion", R"("v1")"},
    Constant{"core.v1.PersistentVolumeClaimSpec", "volumeMode", R"("Filesystem")"},
    Constant{"core.v1.PersistentVolumeSpec", "persistentVolumeReclaimPolicy", R"("Retain")"},
    Constant{"core.v1.PersistentVolumeSpec", "volumeMode", R"("Filesystem")"},
    Constant{"core.v1.PersistentVolumeStatus", "phase", R"("Pending")"},
    Constant{"core.v1.PodSpec", "dnsPolicy", R"("ClusterFirst")"},
    Constant{"core.v1.PodSpec", "restartPolicy", R"("Always")"},
    Constant{"core.v1.PodSpec", "schedulerName", R"("default-scheduler")"},
    Constant{"core.v1.PodSpec", "securityContext", "{}"},
    Constant{"core.v1.PodSpec", "terminationGracePeriodSeconds", "30"},
    Constant{"core.v1.Probe", "failureThreshold", "3"},
    Constant{"core.v1.Probe", "periodSeconds", "10"},
    Constant{"core.v1.Probe", "successThreshold", "1"},
    Constant{"core.v1.Probe", "timeoutSeconds", "1"},
    Constant{"core.v1.ProjectedVolumeSource", "defaultMode", "420"},
    Constant{"core.v1.Secret", "type", R"("Opaque")"},
    Constant{"core.v1.SecretVolumeSource", "defaultMode", "420"},
    Constant{"core.v1.ServiceAccountTokenProjection", "expirationSeconds", "3600"},
    Constant{"discovery.v1.EndpointPort", "name", R"("")"},
    Constant{"discovery.v1.EndpointPort", "protocol", R"("TCP")"},
    Constant{"networking.v1.IngressClassParametersReference", "scope", R"("Cluster")"},
    Constant{"networking.v1.NetworkPolicyPort", "protocol", R"("TCP")"},
    Constant{"scheduling.v1.PriorityClass", "preemptionPolicy", R"("PreemptLowerPriority")"},
    Constant{"storage.v1.CSIDriverSpec", "attachRequired", "true"},
    Constant{"storage.v1.CSIDriverSpec", "fsGroupPolicy", R"("ReadWriteOnceWithFSType")"},
    Constant{"storage.v1.CSIDriverSpec", "podInfoOnMount", "false"},
    Constant{"storage.v1.CSIDriverSpec", "preventPodSchedulingIfMissing", "false"},
    Constant{"storage.v1.CSIDriverSpec", "requiresRepublish", "false"},
    Constant{"storage.v1.CSIDriverSpec", "seLinuxMount", "false"},
    Constant{"storage.v1.CSIDriverSpec", "storageCapacity", "false"},
    Constant{"storage.v1.CSIDriverSpec", "volumeLifecycleModes", R"(["Persistent"])"},
    Constant{"storage.v1.StorageClass", "reclaimPolicy", R"("Delete")"},
    Constant{"storage.v1.StorageClass", "volumeBindingMode", R"("Immediate")"},
};

/// What is known of a type by its name.
struct TypeDefaults {
  std::vector<std::pair<std::string, Json>> constants;
  void (*rule)(Json&) = nullptr;
  std::vector<std::pair<std::string_view, const Schema*>> written;  ///< members that are written when they are not set
};
using DefaultsByType = std::unordered_map<std::string_view, TypeDefaults>;

DefaultsByType defaults_by_type()
{
  DefaultsByType made;
  for (const auto& [name, schema] : builtin_schemas()) {
    auto& type = made[name];
    for (const auto& [member, property] : schema->properties) {
      const bool written = property->has_default || property->write_zero || property->write_null;
      if (written) type.written.emplace_back(member, property.get());
    }
  }
  for (const auto& one : constants) {
    made.at(one.type).constants.emplace_back(std::string(one.field), Json::parse(one.json));
  }
  for (const auto& [name, rule] : default_rules()) made.at(name).rule = rule;
  return made;
}

Json unset_value(const Schema& property)
{
  if (property.has_default) return property.default_;
  return property.write_zero ? zero_value(property) : Json();
}

void default_value(const Schema& schema, Json& value);

void default_members(const Schema& schema, Json& object)
{
  static const DefaultsByType all = defaults_by_type();
  const auto& type = all.at(schema.type_name);
  auto& members = object.get_ref<Json::object_t&>();
  for (const auto& [name, value] : type.constants) {
    const auto member = members.find(name);
    if (member == members.end()) {
      members.emplace(name, value);
    } else if (member->second.is_null()) {
      member->second = value;
    }
  }
  if (type.rule != nullptr) type.rule(object);
  for (const auto& [name, property] : type.written) {
    const auto member = members.find(name);
    if (member == members.end()) {
      members.emplace(name, unset_value(*property));
    } else if (member->second.is_null() && !property->write_null) {
      member->second = unset_value(*property);
    }
  }
  for (auto& [name, member] : members) {
    if (!member.is_structured()) continue;
    const auto property = schema.properties.find(name);
    if (property != schema.properties.end()) default_value(*property->second, member);
  }
}

void default_value(const Schema& schema, Json& value)
{
  if (value.is_array() && schema.items) {
    for (auto& item : value) default_value(*schema.items, item);
  } else if (value.is_object() && !schema.type_name.empty()) {
    default_members(schema, value);
  } else if (value.is_object() && schema.additional) {
    for (auto& member : value) default_value(*schema.additional, member);
  }
}

void forget_empty_value(const Schema& schema, Json& value)
{
  if (value.is_array() && schema.items) {
    for (auto& item : value) forget_empty_value(*schema.items, item);
  } else if (value.is_object() && !schema.properties.empty()) {
    for (auto& [name, member] : value.get_ref<Json::object_t&>()) {
      if (!member.is_structured()) continue;
      const auto property = schema.properties.find(name);
      if (property == schema.properties.end()) continue;
      if (property->second->write_null && member.empty()) {
        member = nullptr;
      } else {
        forget_empty_value(*property->second, member);
      }
    }
  } else if (value.is_object() && schema.additional) {
    for (auto& member : value) forget_empty_value(*schema.additional, member);
  }
}

}  // namespace

void forget_empty(const Schema& schema, Json& object)
{
  forget_empty_value(schema, object);
}

void default_types(const Schema& schema, Json& object)
{
  object.erase("apiVersion");
  object.erase("kind");
  default_value(schema, object);
}

}  // namespace kubexx::apiserver
