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
  std::string group, version, kind;  ///< of what it takes and answers
  std::vector<std::string> verbs;
};

/// A resource with the kind that it serves.
struct ApiResource {
  ResourceType type;
  std::string singular;  ///< "deployment"
  std::vector<std::string> short_names, categories, verbs;
  std::vector<ApiSubresource> subresources;

  [[nodiscard]] bool has_verb(std::string_view verb) const noexcept;
};

struct ApiVersion {
  std::string name;  ///< "v1"
  std::vector<ApiResource> resources;
};

struct ApiGroup {
  std::string name;                  ///< empty for the core group
  std::vector<ApiVersion> versions;  ///< the preferred one first, then as the server lists them
};

/// A version of a group that could not be fetched: usually its aggregated API server is down.
struct DiscoveryFailure {
  std::string group, version, problem;
};

/// What a server serves. A value.
struct Discovery {
  std::vector<ApiGroup> groups;            ///< in the server's order of preference, the core group first
  std::vector<DiscoveryFailure> failures;  ///< the rest is usable all the same
};

/// The answer of /version.
struct ServerVersion {
  std::string major, minor, git_version, git_commit, build_date, go_version, platform;
};

/// Asks for the aggregated form (apidiscovery.k8s.io v2, v2beta1: two requests) and, from a server that does not know
/// it, for the older documents, one for each version of a group, eight at a time. A version of a group that fails or is
/// late is in `failures`. Throws ApiError or TransportError when the list of groups (`/api` or `/apis`) cannot be
/// fetched, as client-go does: half a list would look like a server that does not serve the rest. `options.timeout`
/// bounds the whole call; default 32 s, as in client-go. Requesting `options.stop` ends every pending request at once.
[[nodiscard]] awaitable<Discovery> async_discover(Client client, CallOptions options = {});
[[nodiscard]] Discovery discover(const Client& client, const CallOptions& options = {});

[[nodiscard]] awaitable<ServerVersion> async_server_version(Client client, CallOptions options = {});
[[nodiscard]] ServerVersion server_version(const Client& client, const CallOptions& options = {});

}  // namespace kubexx
