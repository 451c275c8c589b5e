// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"

/// What a real server warns of when a built-in object is written: WarningsOnCreate and WarningsOnUpdate of its
/// strategies. Each takes the object as it will be stored, and what it replaces (null: a create).
namespace kubexx::apiserver {

using Warnings = std::vector<std::string>;

/// Those of the kind with this id; none for most.
void warn_of(const std::string& kind_id, const Json& object, const Json* current, Warnings& warnings);

void warn_pod(const Json& object, const Json* current, Warnings& warnings);
/// Of a kind with a pod template in spec.template.
void warn_pod_template(const Json& object, const Json* current, Warnings& warnings);
/// The same, whose name becomes a part of the names of pods.
void warn_named_template(const Json& object, const Json* current, Warnings& warnings);
void warn_pod_template_kind(const Json& object, const Json* current, Warnings& warnings);
void warn_cron_job(const Json& object, const Json* current, Warnings& warnings);
void warn_stateful_set(const Json& object, const Json* current, Warnings& warnings);
void warn_service(const Json& object, const Json* current, Warnings& warnings);
void warn_ingress(const Json& object, const Json* current, Warnings& warnings);
void warn_secret(const Json& object, const Json* current, Warnings& warnings);
void warn_volume_kind(const Json& object, const Json* current, Warnings& warnings);
void warn_driver(const Json& object, const Json* current, Warnings& warnings);
void warn_claim(const Json& object, const Json* current, Warnings& warnings);

/// "deprecated since …" of a label of nodes; empty: it is not.
[[nodiscard]] std::string deprecated_node_label(const std::string& key);

/// `spec` and `metadata` of a pod or template, with the path in front of them ("" or "spec.template").
void warn_pod_spec(const Json& spec, const Json& metadata, const std::string& path, Warnings& warnings);
/// Sizes that are no whole bytes, of a PersistentVolumeClaimSpec.
void warn_claim_spec(const Json& spec, const std::string& path, Warnings& warnings);

}  // namespace kubexx::apiserver
