// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// Whether the objects of a kind are in a namespace.
enum class Scope { namespaced, cluster };

/// A kind and the resource that serves it: all that is needed to build the URL. A value type.
struct ResourceType {
  std::string group;    ///< empty for the core group
  std::string version;  ///< "v1"
  std::string kind;     ///< "Deployment"; empty: unknown, e.g. if only a path was given, which is enough to read
  std::string plural;   ///< "deployments", as in the URL
  Scope scope = Scope::namespaced;

  // Not an aggregate: g++ 12 destroys a temporary aggregate in a co_await expression twice.
  ResourceType() = default;
  ResourceType(std::string of_group, std::string of_version, std::string of_kind, std::string of_plural,
               Scope of_scope = Scope::namespaced)
      : group(std::move(of_group)),
        version(std::move(of_version)),
        kind(std::move(of_kind)),
        plural(std::move(of_plural)),
        scope(of_scope)
  {
  }

  friend bool operator==(const ResourceType&, const ResourceType&) = default;
  friend auto operator<=>(const ResourceType&, const ResourceType&) = default;

  /// "apps/v1", or "v1" for the core group.
  [[nodiscard]] std::string api_version() const { return group.empty() ? version : group + "/" + version; }
  /// "deployments.apps", or "pods": as in kubectl and RBAC errors.
  [[nodiscard]] std::string group_resource() const { return group.empty() ? plural : plural + "." + group; }
  [[nodiscard]] bool namespaced() const noexcept { return scope == Scope::namespaced; }
};

/// The compile-time form: a static member `kubexx_resource` of a described type.
struct ResourceInfo {
  std::string_view group;
  std::string_view version;
  std::string_view kind;
  std::string_view plural;
  Scope scope = Scope::namespaced;
  /// False for a custom resource without `subresources.status` in its CRD: its status is written together with the
  /// rest.
  bool status_subresource = true;
};

/// A described struct that declares its kind: `static constexpr ResourceInfo kubexx_resource{...}`.
template <class T>
concept Kind = requires { static_cast<const ResourceInfo&>(T::kubexx_resource); };

/// Returns the ResourceType of a described kind.
template <Kind T>
[[nodiscard]] const ResourceType& resource_of()
{
  static const ResourceType type{std::string(T::kubexx_resource.group), std::string(T::kubexx_resource.version),
                                 std::string(T::kubexx_resource.kind), std::string(T::kubexx_resource.plural),
                                 T::kubexx_resource.scope};
  return type;
}

}  // namespace kubexx
