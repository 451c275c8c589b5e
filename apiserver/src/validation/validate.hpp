// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json.hpp"
#include "core/status.hpp"
#include "validation/field_value.hpp"

/// The validation of the built-in kinds, after that of their metadata: k8s.io/kubernetes/pkg/apis/*/validation. Each
/// takes an object in its stored form, with its defaults, and what it replaces (null: a create).
namespace kubexx::apiserver {

void validate_namespace(const Json& object, const Json* current, FieldErrors& errors);
void validate_config_map(const Json& object, const Json* current, FieldErrors& errors);
void validate_secret(const Json& object, const Json* current, FieldErrors& errors);
void validate_service(const Json& object, const Json* current, FieldErrors& errors);
void validate_node(const Json& object, const Json* current, FieldErrors& errors);
void validate_volume_kind(const Json& object, const Json* current, FieldErrors& errors);
void validate_claim(const Json& object, const Json* current, FieldErrors& errors);
void validate_pod(const Json& object, const Json* current, FieldErrors& errors);
void validate_pod_template_kind(const Json& object, const Json* current, FieldErrors& errors);
void validate_replication_controller(const Json& object, const Json* current, FieldErrors& errors);
void validate_deployment(const Json& object, const Json* current, FieldErrors& errors);
void validate_replica_set(const Json& object, const Json* current, FieldErrors& errors);
void validate_daemon_set(const Json& object, const Json* current, FieldErrors& errors);
void validate_stateful_set(const Json& object, const Json* current, FieldErrors& errors);
void validate_controller_revision(const Json& object, const Json* current, FieldErrors& errors);
void validate_job(const Json& object, const Json* current, FieldErrors& errors);
void validate_cron_job(const Json& object, const Json* current, FieldErrors& errors);
void validate_autoscaler(const Json& object, const Json* current, FieldErrors& errors);
void validate_disruption_budget(const Json& object, const Json* current, FieldErrors& errors);
void validate_ingress(const Json& object, const Json* current, FieldErrors& errors);
void validate_ingress_class(const Json& object, const Json* current, FieldErrors& errors);
void validate_network_policy(const Json& object, const Json* current, FieldErrors& errors);
void validate_role(const Json& object, const Json* current, FieldErrors& errors);
void validate_cluster_role(const Json& object, const Json* current, FieldErrors& errors);
void validate_role_binding(const Json& object, const Json* current, FieldErrors& errors);
void validate_storage_class(const Json& object, const Json* current, FieldErrors& errors);
void validate_lease(const Json& object, const Json* current, FieldErrors& errors);
void validate_signing_request(const Json& object, const Json* current, FieldErrors& errors);
void validate_trust_bundle(const Json& object, const Json* current, FieldErrors& errors);
void validate_pod_certificate_request(const Json& object, const Json* current, FieldErrors& errors);
void validate_priority_class(const Json& object, const Json* current, FieldErrors& errors);
void validate_endpoints(const Json& object, const Json* current, FieldErrors& errors);
void validate_endpoint_slice(const Json& object, const Json* current, FieldErrors& errors);
void validate_limit_range(const Json& object, const Json* current, FieldErrors& errors);
void validate_resource_quota(const Json& object, const Json* current, FieldErrors& errors);
void validate_csi_driver(const Json& object, const Json* current, FieldErrors& errors);
void validate_csi_node(const Json& object, const Json* current, FieldErrors& errors);
void validate_storage_capacity(const Json& object, const Json* current, FieldErrors& errors);
void validate_volume_attachment(const Json& object, const Json* current, FieldErrors& errors);
void validate_attributes_class(const Json& object, const Json* current, FieldErrors& errors);
void validate_runtime_class(const Json& object, const Json* current, FieldErrors& errors);
void validate_webhooks(const Json& object, const Json* current, FieldErrors& errors);
void validate_ip_address(const Json& object, const Json* current, FieldErrors& errors);
void validate_service_cidr(const Json& object, const Json* current, FieldErrors& errors);

/// podFailurePolicy and successPolicy of a JobSpec.
void validate_failure_policy(const FieldValue& spec);
void validate_success_policy(const FieldValue& spec);

/// Parts that several kinds have.
void validate_pod_template(const FieldValue& pod_template);
/// Of a pod, with its metadata: validatePodMetadataAndSpec.
void validate_pod_metadata_and_spec(const FieldValue& pod);
/// Labels and annotations, and nothing else, of the metadata of a claim template.
void validate_template_metadata(const FieldValue& metadata);
void validate_csi_driver_name(const FieldValue& driver);
void validate_claim_spec(const FieldValue& spec);
[[nodiscard]] std::vector<std::string> config_key_problems(std::string_view key);

/// What a create makes of a pod beside its defaults: status, priority and the tolerations that admission adds.
void prepare_pod(Json& pod);
/// The plugin DefaultTolerationSeconds.
void add_default_tolerations(Json& spec);
/// The addresses and ports of a service; an update keeps them, and drops what its new type does not have.
void prepare_service(Json& service);
void prepare_service_update(Json& service, const Json& current);
/// The selector and labels of a job that has none.
void prepare_job(Json& job);

}  // namespace kubexx::apiserver
