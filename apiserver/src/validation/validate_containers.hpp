// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "validation/field_value.hpp"

/// The parts of a PodSpec: pkg/apis/core/validation. Each takes the part where it stands and adds what is wrong to its
/// list of errors.
namespace kubexx::apiserver {

/// The volumes that are in order, by name.
using Volumes = std::map<std::string, const Json*>;

/// What the parts of a PodSpec need to know of the rest. It refers to the spec's object.
struct PodView {
  FieldValue spec;
  bool is_pod;           ///< false: of a pod template
  std::string pod_name;  ///< of a pod
  Volumes volumes;
  std::set<std::string> claims;
  std::optional<std::int64_t> grace;
  bool host_users = true;
};

[[nodiscard]] Volumes validate_volumes(const FieldValue& volumes, const std::string& pod_name);
/// What one volume holds, of those kinds that a PodSpec may name.
void validate_volume_source(const FieldValue& volume, const std::string& kind, const std::string& pod_name);
/// clusterTrustBundle and podCertificate of a projected volume.
void validate_trust_bundle(const FieldValue& bundle);
void validate_pod_certificate(const FieldValue& certificate);
/// secretKeyRef, fieldRef, resourceFieldRef, … of an environment variable or a file.
void validate_object_field(const FieldValue& field_ref, bool file);
void validate_resource_field(const FieldValue& resource_ref, bool file);

/// Those of a PodSpec: initContainers, containers, ephemeralContainers.
[[nodiscard]] std::vector<FieldValue> all_containers(const FieldValue& spec);
/// containers, initContainers and ephemeralContainers.
void validate_containers(const PodView& pod);
/// env and envFrom.
void validate_environment(const FieldValue& container);
/// volumeMounts and volumeDevices.
void validate_mounts(const FieldValue& container, const Volumes& volumes);
/// The probes and hooks of a container that runs with the pod.
void validate_probes(const FieldValue& container, const PodView& pod);
/// resources of a container, or of a pod.
void validate_resources(const FieldValue& resources, const std::set<std::string>& claims, bool of_pod);
/// The names without a domain that a ResourceQuota may limit: standardQuotaResources of pkg/apis/core/helper.
[[nodiscard]] const std::set<std::string>& quota_resources();
/// A name in a ResourceList that several kinds have, "must be a standard resource type or fully qualified".
[[nodiscard]] bool validate_resource_name(const FieldValue& amount, const std::string& name);
void validate_container_resource_name(const FieldValue& amount, const std::string& name);
void validate_resource_amount(const FieldValue& amount, const std::string& name);

void validate_container_security(const FieldValue& context, bool host_users);
void validate_pod_security(const FieldValue& spec);
void validate_app_armor_profile(const FieldValue& profile);
void validate_pod_os(const FieldValue& spec);
void validate_windows_options(const FieldValue& options);
/// windowsOptions.hostProcess of a PodSpec and its containers.
void validate_host_processes(const FieldValue& spec);
/// The volumes that fileKeyRef of environment variables names.
void validate_file_volumes(const PodView& pod);

/// Where a pod may run.
void validate_affinity(const FieldValue& affinity);
void validate_tolerations(const FieldValue& tolerations);
void validate_spread(const FieldValue& constraints);
void validate_pod_dns(const FieldValue& spec);
void validate_node_selector(const FieldValue& selector, bool any_value = false);

/// IsValidIPForLegacyField and IsValidCIDRForLegacyField; empty when all is well.
[[nodiscard]] std::string address_problem(const std::string& text);
[[nodiscard]] std::string address_range_problem(const std::string& text);
/// Also of an address that only older objects may have.
[[nodiscard]] bool is_ipv6(const std::string& text);

/// Required when it is empty, or one of these.
void require_one_of(const FieldValue& choice, const std::vector<std::string>& allowed);
/// "must be a relative path", "must not contain '..'".
void validate_descending_path(const FieldValue& path);

}  // namespace kubexx::apiserver
