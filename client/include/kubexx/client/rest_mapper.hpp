// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/discovery.hpp"

namespace kubexx {

/// The server has no kind or resource of that name. The text names the versions that discovery could not read, if any:
/// one of them may have it.
class NoMatchError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Look-ups in a Discovery. They return null or an empty vector if nothing has that name. Pointers point into
// `discovery`. An empty version means the preferred version of the group, or the next one that has the name.

/// Resolves an argument of `kubectl get`: "deployments", "deployment", "deploy", "Deployment", "deploy.apps",
/// "deployments.v1.apps", "pods.v1."; the case of resources and kinds is ignored. The rules are kubectl's: a resource
/// before a kind, a full name before a short one, groups in the server's order, and the beginning of a group name if no
/// group has exactly that name.
[[nodiscard]] const ApiResource* find_resource(const Discovery& discovery, std::string_view argument);
/// By exact group and by kind, ignoring the case of the kind.
[[nodiscard]] const ApiResource* find_kind(const Discovery& discovery, std::string_view group, std::string_view kind,
                                           std::string_view version = {});
/// By exact group and plural.
[[nodiscard]] const ApiResource* find_plural(const Discovery& discovery, std::string_view group,
                                             std::string_view plural, std::string_view version = {});
/// The resources in a category such as "all", in the preferred version of each group.
[[nodiscard]] std::vector<const ApiResource*> find_category(const Discovery& discovery, std::string_view category);

/// Maps kinds to resources and back, according to what the server serves. Runs discovery at the first use, and again if
/// a name is missing, at most once per `Options::reload_interval`; concurrent callers share one discovery. A cheap
/// copyable handle to shared state; thread safe. Errors: NoMatchError, and those of `discover` if discovery had to run.
///
/// Per-operation cancellation: a stop, a timeout or Asio's cancellation ends only the call of its own caller. If that
/// call was running the discovery that others wait for, one of them runs it again.
///
/// Object lifetimes: a call shares the state of the mapper, which holds what it needs of the Client. Both may be
/// destroyed while an awaitable look-up runs.
class RestMapper {
public:
  /// `reload_interval`: the least time between two discoveries.
  struct Options {
    Duration reload_interval = std::chrono::seconds(5);
  };
  explicit RestMapper(Client client);
  RestMapper(Client client, Options options);

  /// Looks up with find_resource.
  [[nodiscard]] awaitable<ApiResource> async_resource(std::string argument, CallOptions options = {}) const;
  [[nodiscard]] ApiResource resource(std::string_view argument, const CallOptions& options = {}) const;
  /// Looks up with find_kind.
  [[nodiscard]] awaitable<ApiResource> async_kind(std::string group, std::string kind, std::string version = {},
                                                  CallOptions options = {}) const;
  [[nodiscard]] ApiResource kind(std::string_view group, std::string_view kind, std::string_view version = {},
                                 const CallOptions& options = {}) const;
  /// Looks up with find_plural.
  [[nodiscard]] awaitable<ApiResource> async_plural(std::string group, std::string plural, std::string version = {},
                                                    CallOptions options = {}) const;
  [[nodiscard]] ApiResource plural(std::string_view group, std::string_view plural, std::string_view version = {},
                                   const CallOptions& options = {}) const;
  /// Looks up with find_category; empty if there is no such category.
  [[nodiscard]] awaitable<std::vector<ApiResource>> async_category(std::string category,
                                                                   CallOptions options = {}) const;
  [[nodiscard]] std::vector<ApiResource> category(std::string_view category, const CallOptions& options = {}) const;

  /// The result of the last discovery; null before the first use and after `invalidate`.
  [[nodiscard]] std::shared_ptr<const Discovery> known() const;
  /// Makes the next use run discovery again.
  void invalidate() const;

  class State;  ///< only for the implementation

private:
  std::shared_ptr<State> state_;
};

}  // namespace kubexx
