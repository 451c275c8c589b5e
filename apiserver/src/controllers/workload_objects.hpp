// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/server.hpp"

/// What the stand-ins of the workload controllers share. All of it wants the server's mutex held.
namespace kubexx::apiserver {

/// The kind and the objects of a built-in resource.
struct Resource {
  KindPtr kind;
  CollectionPtr collection;
};
[[nodiscard]] Resource resource_of(Server& server, std::string_view group, std::string_view plural);

constexpr std::size_t most_pods = 500;  ///< that one object gets

[[nodiscard]] std::int64_t number_at(const Json& value, std::initializer_list<std::string_view> path,
                                     std::int64_t otherwise);
/// Sets a count that Go omits when it is zero.
void set_count(Json& status, const char* name, std::int64_t count);
/// A number, or a percentage of `total`.
[[nodiscard]] std::int64_t scaled_value(const Json* value, std::int64_t total, bool round_up);
/// ComputeHash in its form: 32 bits of the text, in letters that make no words.
[[nodiscard]] std::string hash_of(const Json& value, std::int64_t collisions = 0);

[[nodiscard]] Json controller_reference(const Resource& owner, std::string_view version, const Stored& object);
/// The objects of `resource` that `owner` controls, the oldest first.
[[nodiscard]] std::vector<StoredPtr> controlled(Server& server, const Resource& resource, const Stored& owner);
/// Gives `owner` the objects of its namespace that `selector` matches and nobody controls.
void adopt(Server& server, const Resource& resource, const Json& selector, const Stored& owner, const Json& reference);

/// A pod of `spec.template` of `owner`. Of an empty name the server makes one up.
[[nodiscard]] Json pod_of_template(const Json& owner, const Json& reference, const std::string& name);

StoredPtr create_object_of(Server& server, const Resource& resource, Json object);
/// Writes unless nothing changes. Throws Failures.
StoredPtr update_object_of(Server& server, const Resource& resource, const StoredPtr& current, Json object);
StoredPtr update_status_of(Server& server, const Resource& resource, const StoredPtr& current, Json object,
                           const char* manager = "kube-controller-manager");
/// Deletes as the controllers do, in the background.
void delete_object_of(Server& server, const Resource& resource, const StoredPtr& object);

/// The condition of `type` in `status`; null when there is none.
[[nodiscard]] const Json* condition_of(const Json& object, std::string_view type);
[[nodiscard]] bool is_true(const Json& object, std::string_view condition);
/// Whether a pod counts for its controller: neither ended nor being deleted.
[[nodiscard]] bool is_active_pod(const Stored& stored, const Json& pod);

}  // namespace kubexx::apiserver
