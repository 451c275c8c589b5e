// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/server.hpp"
#include "kubexx/schema/detail/definition.hpp"

/// customresourcedefinitions.apiextensions.k8s.io: the kind itself, and the kinds that its objects define.
namespace kubexx::apiserver {

inline constexpr const char* definitions_collection = "apiextensions.k8s.io/customresourcedefinitions";
inline constexpr const char* definition_finalizer = "customresourcecleanup.apiextensions.k8s.io";

using kubexx::schema::detail::Approval;
using kubexx::schema::detail::approval_of;
using kubexx::schema::detail::begin_definition_status;
using kubexx::schema::detail::check_definition;
using kubexx::schema::detail::decode_definition;
using kubexx::schema::detail::default_definition;
using kubexx::schema::detail::format_warnings;
using kubexx::schema::detail::protected_group;

/// The built-in kind.
[[nodiscard]] Kind definition_kind();

/// Whether a condition of the definition is True.
[[nodiscard]] bool condition_holds(const Json& definition, std::string_view type);

/// All of the following wants the lock held. After a definition was created or changed: gives it names, serves it and
/// writes its conditions; then the others of its group that waited for names that it has given up.
void serve_definition(Server& server, const std::string& name);

/// After a definition has gone: it is no longer served, and `serve_freed_names` will give its names to others.
void forget_definition(Server& server, const std::string& name);
void serve_freed_names(Server& server);

/// Notes in managedFields that the server itself has written the status.
void own_status(Server& server, const Json& before, Json& object);

/// Sets the Terminating condition.
enum class Terminating { pending, in_progress, completed, never_established };
void set_terminating(Server& server, Json& definition, Terminating step);

/// Deletes the objects of a definition that is being deleted; when none is left, it is no longer served.
enum class InstancesLeft { some, none, never_served };
[[nodiscard]] InstancesLeft remove_instances(Server& server, const std::string& name);

}  // namespace kubexx::apiserver
