// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json.hpp"
#include "core/status.hpp"
#include "kinds/field_value.hpp"

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
void validate_priority_class(const Json& object, const Json* current, FieldErrors& errors);

/// Parts that several kinds have.
void validate_pod_spec(const FieldValue& spec);
void validate_pod_template(const FieldValue& pod_template);
void validate_claim_spec(const FieldValue& spec);
[[nodiscard]] std::string config_key_problem(std::string_view key);

/// What a create makes of a pod beside its defaults: status, priority and the tolerations that admission adds.
void prepare_pod(Json& pod);
/// The selector and labels of a job that has none.
void prepare_job(Json& job);

}  // namespace kubexx::apiserver
