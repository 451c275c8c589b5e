// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "kubexx/base/base64.hpp"
#include "validation/field_value.hpp"
#include "validation/validate_addresses.hpp"
#include "validation/warn.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* beta_class = "volume.beta.kubernetes.io/storage-class";

void warn_address(const FieldValue& address, Warnings& warnings)
{
  if (const auto text = address_warning(address.text()); !text.empty()) {
    warnings.push_back(address.path() + ": " + text);
  }
}

}  // namespace

void warn_service(const Json& object, const Json* /*current*/, Warnings& warnings)
{
  FieldErrors none;
  const FieldValue service(&object, "", none);
  const auto spec = service["spec"];
  if (service["metadata"]["annotations"]["service.kubernetes.io/topology-aware-hints"].present()) {
    warnings.emplace_back(
        "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use "
        "service.kubernetes.io/topology-mode instead");
  }
  const bool headless = spec["type"].is("ClusterIP") && spec["clusterIP"].is("None");
  const auto addresses = spec["externalIPs"];
  if (!headless) {
    for (const auto& address : spec["clusterIPs"].items()) warn_address(address, warnings);
  } else {
    if (!spec["loadBalancerIP"].zero()) warnings.emplace_back("spec.loadBalancerIP is ignored for headless services");
    if (addresses.size() > 0) warnings.emplace_back("spec.externalIPs is ignored for headless services");
    if (!spec["sessionAffinity"].is("None")) {
      warnings.emplace_back("spec.SessionAffinity is ignored for headless services");
    }
  }
  for (const auto& address : addresses.items()) warn_address(address, warnings);
  const bool external = spec["type"].is("ExternalName");
  if (addresses.size() > 0 && !headless && !external) {
    warnings.emplace_back("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  if (!spec["loadBalancerIP"].zero()) warn_address(spec["loadBalancerIP"], warnings);
  if (external && addresses.size() > 0) {
    warnings.emplace_back("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
  }
  if (!external && !spec["externalName"].zero()) {
    warnings.emplace_back("spec.externalName is ignored when spec.type is not \"ExternalName\"");
  }
  if (spec["trafficDistribution"].is("PreferClose")) {
    warnings.emplace_back("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
  }
}

void warn_ingress(const Json& object, const Json* current, Warnings& warnings)
{
  if (current != nullptr) return;
  if (find(object, {"metadata", "annotations", "kubernetes.io/ingress.class"}) == nullptr) return;
  warnings.emplace_back(
      "annotation \"kubernetes.io/ingress.class\" is deprecated, please use 'spec.ingressClassName' instead");
}

void warn_claim(const Json& object, const Json* /*current*/, Warnings& warnings)
{
  if (find(object, {"metadata", "annotations", beta_class}) != nullptr) {
    warnings.push_back(std::string("metadata.annotations[") + beta_class +
                       "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
  }
  if (const auto* spec = find(object, {"spec"})) warn_claim_spec(*spec, "spec", warnings);
}

void warn_volume_kind(const Json& object, const Json* /*current*/, Warnings& warnings)
{
  FieldErrors none;
  const FieldValue volume(&object, "", none);
  const auto spec = volume["spec"];
  const auto annotations = volume["metadata"]["annotations"];
  const auto warn_annotation = [&](const char* key, const char* text) {
    if (annotations[key].present()) warnings.push_back(std::string("metadata.annotations[") + key + "]: " + text);
  };
  warn_annotation(beta_class, "deprecated since v1.8; use \"storageClassName\" attribute instead");
  warn_annotation("volume.beta.kubernetes.io/mount-options",
                  "deprecated since v1.31; use \"mountOptions\" attribute instead");
  if (spec["persistentVolumeReclaimPolicy"].is("Recycle")) {
    warnings.emplace_back(
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended "
        "approach is to use dynamic provisioning.");
  }
  for (const auto& term : spec["nodeAffinity"]["required"]["nodeSelectorTerms"].items()) {
    for (const auto& expression : term["matchExpressions"].items()) {
      const auto key = expression["key"];
      const auto text = deprecated_node_label(key.text());
      if (!text.empty()) warnings.push_back(key.path() + ": " + key.text() + " is " + text);
    }
  }
  const auto warn_source = [&](const char* kind, const char* shown, const char* text) {
    if (spec[kind].present()) warnings.push_back(std::string("spec.") + shown + ": " + text);
  };
  warn_source("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+");
  warn_source("photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
  warn_source("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+");
  warn_source("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+");
  warn_source("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+");
  warn_source("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+");
}

/// tls.X509KeyPair, as far as text without any PEM block goes: nothing reads the certificates themselves.
void warn_secret(const Json& object, const Json* /*current*/, Warnings& warnings)
{
  if (string_at(object, {"type"}) != "kubernetes.io/tls") return;
  const auto lacks_block = [&](const char* member) {
    const auto bytes = decode_base64(string_at(object, {"data", member}));
    return !bytes || bytes->find("-----BEGIN ") == std::string::npos;
  };
  if (lacks_block("tls.crt")) {
    warnings.emplace_back("tls: failed to find any PEM data in certificate input");
  } else if (lacks_block("tls.key")) {
    warnings.emplace_back("tls: failed to find any PEM data in key input");
  }
}

void warn_driver(const Json& object, const Json* current, Warnings& warnings)
{
  const auto* requests = find(object, {"spec", "tokenRequests"});
  if (requests == nullptr || requests->empty()) return;
  if (current != nullptr && json_at(*current, {"spec", "tokenRequests"}) == *requests) return;
  if (find(object, {"spec", "serviceAccountTokenInSecrets"}) != nullptr) return;
  warnings.emplace_back(
      "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible "
      "logging of tokens in volume attributes");
}

void warn_node(const Json& object, const Json* current, Warnings& warnings)
{
  const auto says = [](const Json* node, const char* member) {
    return node != nullptr && find(*node, {"spec", member}) != nullptr;
  };
  if (says(&object, "configSource")) {
    warnings.emplace_back("spec.configSource: the feature is no longer supported");
  }
  if (says(&object, "externalID") && !says(current, "externalID")) {
    warnings.emplace_back("spec.externalID: this field is deprecated, and is unused by Kubernetes");
  }
}

void warn_endpoint_slice(const Json& object, const Json* /*current*/, Warnings& warnings)
{
  FieldErrors none;
  const FieldValue slice(&object, "", none);
  if (slice["addressType"].is("FQDN")) {
    warnings.emplace_back("spec.addressType: FQDN endpoints are deprecated");
    return;
  }
  for (const auto& endpoint : slice["endpoints"].items()) {
    for (const auto& address : endpoint["addresses"].items()) warn_address(address, warnings);
  }
}

void warn_of(const std::string& kind_id, const Json& object, const Json* current, Warnings& warnings)
{
  using Warn = void (*)(const Json&, const Json*, Warnings&);
  static const std::map<std::string, Warn> kinds{
      {"/nodes", warn_node},
      {"/persistentvolumeclaims", warn_claim},
      {"/persistentvolumes", warn_volume_kind},
      {"/pods", warn_pod},
      {"/podtemplates", warn_pod_template_kind},
      {"/replicationcontrollers", warn_named_template},
      {"/secrets", warn_secret},
      {"/services", warn_service},
      {"apps/daemonsets", warn_pod_template},
      {"apps/deployments", warn_named_template},
      {"apps/replicasets", warn_named_template},
      {"apps/statefulsets", warn_stateful_set},
      {"batch/cronjobs", warn_cron_job},
      {"batch/jobs", warn_named_template},
      {"discovery.k8s.io/endpointslices", warn_endpoint_slice},
      {"networking.k8s.io/ingresses", warn_ingress},
      {"storage.k8s.io/csidrivers", warn_driver},
  };
  const auto found = kinds.find(kind_id);
  if (found != kinds.end()) found->second(object, current, warnings);
}

}  // namespace kubexx::apiserver
