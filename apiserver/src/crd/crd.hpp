// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/server.hpp"

/// customresourcedefinitions.apiextensions.k8s.io: the kind itself, and the kinds that its objects define.
namespace kubexx::apiserver {

inline constexpr const char* definitions_collection = "apiextensions.k8s.io/customresourcedefinitions";
inline constexpr const char* definition_finalizer = "customresourcecleanup.apiextensions.k8s.io";

/// Whether a group belongs to the Kubernetes community, whose definitions need the annotation
/// api-approved.kubernetes.io.
[[nodiscard]] bool protected_group(const std::string& group);
enum class Approval { missing, bypassed, approved, invalid };
[[nodiscard]] Approval approval_of(const Json& definition);

/// The built-in kind.
[[nodiscard]] Kind definition_kind();

/// After a definition was created or changed: accepts its names, serves it and writes its conditions.
void serve_definition(Server& server, const StoredPtr& definition);

/// Sets the Terminating condition.
void mark_terminating(Server& server, Json& definition);

/// Deletes the objects of a definition that is being deleted; true when none is left, and then it is no longer served.
[[nodiscard]] bool remove_instances(Server& server, const StoredPtr& definition);

}  // namespace kubexx::apiserver
