// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/client.hpp"

namespace kubexx {

/// A subresource, as discovery reports it.
struct ApiSubresource {
  std::string name;                  ///< "status", "scale"
  std::string group, version, kind;  ///< of its requests and responses
  std::vector<std::string> verbs;
};

/// A resource and the kind that it serves.
struct ApiResource {
  ResourceType type;
  std::string singular;  ///< "deployment"
  std::vector<std::string> short_names, categories, verbs;
  std::vector<ApiSubresource> subresources;

  /// Whether the server lists it: "list", "watch", "create".
  [[nodiscard]] bool has_verb(std::string_view verb) const noexcept;
};

/// One version of a group, with its resources.
struct ApiVersion {
  std::string name;  ///< "v1"
  std::vector<ApiResource> resources;
};

/// One group of the server, with its versions.
struct ApiGroup {
  std::string name;                  ///< empty for the core group
  std::vector<ApiVersion> versions;  ///< the preferred one first, then in the server's order
};

/// A group version that could not be fetched, usually because its aggregated API server is down.
struct DiscoveryFailure {
  std::string group, version, problem;
};

/// The groups, versions and resources that a server serves. A value type.
struct Discovery {
  std::vector<ApiGroup> groups;            ///< in the server's order of preference, the core group first
  std::vector<DiscoveryFailure> failures;  ///< the rest is usable nevertheless
};

/// The response of /version.
struct ServerVersion {
  std::string major, minor, git_version, git_commit, build_date, go_version, platform;
};

/// Requests the aggregated form (apidiscovery.k8s.io v2, v2beta1: two requests). If the server does not support it,
/// requests the older documents, one per group version, eight at a time. A group version that fails or is late is
/// listed in `failures`. Throws ApiError, TransportError or ObjectError if the list of groups (`/api` or `/apis`)
/// cannot be read, as client-go does: half a list would look like a server that does not serve the rest. Only a 404 for
/// `/api` is accepted (an aggregated API server). `options.timeout` bounds the whole call; default 32 s, as in
/// client-go. Requesting `options.stop` ends all pending requests immediately.
[[nodiscard]] awaitable<Discovery> async_discover(Client client, CallOptions options = {});
[[nodiscard]] Discovery discover(const Client& client, const CallOptions& options = {});

/// Reads `/version`.
[[nodiscard]] awaitable<ServerVersion> async_server_version(Client client, CallOptions options = {});
[[nodiscard]] ServerVersion server_version(const Client& client, const CallOptions& options = {});

}  // namespace kubexx
