// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include "kubexx/apimachinery/detail/compiled_table.hpp"

/// What lists are merged by. One header for all units, so that several of them can be compiled as one.
namespace kubexx {

// clang-format off
constexpr std::string_view by_container_port_and_protocol_names[] = {"containerPort", "protocol"};
constexpr detail::FieldMore by_container_port_and_protocol{.accessor = nullptr, .merge_keys = by_container_port_and_protocol_names};
constexpr std::string_view by_device_path_names[] = {"devicePath"};
constexpr detail::FieldMore by_device_path{.accessor = nullptr, .merge_keys = by_device_path_names};
constexpr std::string_view by_driver_and_device_and_pool_and_share_id_names[] = {"driver", "device", "pool", "shareID"};
constexpr detail::FieldMore by_driver_and_device_and_pool_and_share_id{.accessor = nullptr, .merge_keys = by_driver_and_device_and_pool_and_share_id_names};
constexpr std::string_view by_ip_names[] = {"ip"};
constexpr detail::FieldMore by_ip{.accessor = nullptr, .merge_keys = by_ip_names};
constexpr std::string_view by_mount_path_names[] = {"mountPath"};
constexpr detail::FieldMore by_mount_path{.accessor = nullptr, .merge_keys = by_mount_path_names};
constexpr std::string_view by_name_names[] = {"name"};
constexpr detail::FieldMore by_name{.accessor = nullptr, .merge_keys = by_name_names};
constexpr std::string_view by_port_and_protocol_names[] = {"port", "protocol"};
constexpr detail::FieldMore by_port_and_protocol{.accessor = nullptr, .merge_keys = by_port_and_protocol_names};
constexpr std::string_view by_resource_claim_name_names[] = {"resourceClaimName"};
constexpr detail::FieldMore by_resource_claim_name{.accessor = nullptr, .merge_keys = by_resource_claim_name_names};
constexpr std::string_view by_resource_id_names[] = {"resourceID"};
constexpr detail::FieldMore by_resource_id{.accessor = nullptr, .merge_keys = by_resource_id_names};
constexpr std::string_view by_status_and_reason_names[] = {"status", "reason"};
constexpr detail::FieldMore by_status_and_reason{.accessor = nullptr, .merge_keys = by_status_and_reason_names};
constexpr std::string_view by_topology_key_and_when_unsatisfiable_names[] = {"topologyKey", "whenUnsatisfiable"};
constexpr detail::FieldMore by_topology_key_and_when_unsatisfiable{.accessor = nullptr, .merge_keys = by_topology_key_and_when_unsatisfiable_names};
constexpr std::string_view by_type_names[] = {"type"};
constexpr detail::FieldMore by_type{.accessor = nullptr, .merge_keys = by_type_names};
constexpr std::string_view by_uid_names[] = {"uid"};
constexpr detail::FieldMore by_uid{.accessor = nullptr, .merge_keys = by_uid_names};
// clang-format on

}  // namespace kubexx
