// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/discovery.hpp"

namespace kubexx {

/// The server has no kind or resource of that name. Names the versions that discovery could not learn, if any: it may
/// be among them.
class NoMatchError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Looking names up in a Discovery. Null and empty: nothing of that name. Pointers are into `discovery`. A version that
// is empty means the preferred one of the group, or the next that has it.

/// What a person writes after `kubectl get`: "deployments", "deployment", "deploy", "Deployment", "deploy.apps",
/// "deployments.v1.apps", "pods.v1."; letter case does not count for resources. The rules are kubectl's: a resource
/// before a kind, a full name before a short one, groups in the server's order, a group's beginning when no group has
/// just that name.
[[nodiscard]] const ApiResource* find_resource(const Discovery& discovery, std::string_view argument);
/// By the exact group and kind, the kind's letter case apart.
[[nodiscard]] const ApiResource* find_kind(const Discovery& discovery, std::string_view group, std::string_view kind,
                                           std::string_view version = {});
/// By the exact group and plural.
[[nodiscard]] const ApiResource* find_plural(const Discovery& discovery, std::string_view group,
                                             std::string_view plural, std::string_view version = {});
/// What is in a category such as "all", in the preferred version of each group.
[[nodiscard]] std::vector<const ApiResource*> find_category(const Discovery& discovery, std::string_view category);

/// Maps kinds to resources and back by what the server serves: asks at the first use and again when a name is missing,
/// at most once in `Options::reload_interval` and never twice at a time. A cheap copyable handle to shared state;
/// thread safe. Errors: NoMatchError, and those of `discover` when nothing is known yet.
class RestMapper {
public:
  struct Options {
    Duration reload_interval = std::chrono::seconds(5);
  };
  explicit RestMapper(Client client);
  RestMapper(Client client, Options options);

  /// find_resource.
  [[nodiscard]] awaitable<ApiResource> async_resource(std::string argument, CallOptions options = {}) const;
  [[nodiscard]] ApiResource resource(std::string_view argument, const CallOptions& options = {}) const;
  /// find_kind.
  [[nodiscard]] awaitable<ApiResource> async_kind(std::string group, std::string kind, std::string version = {},
                                                  CallOptions options = {}) const;
  [[nodiscard]] ApiResource kind(std::string_view group, std::string_view kind, std::string_view version = {},
                                 const CallOptions& options = {}) const;
  /// find_plural.
  [[nodiscard]] awaitable<ApiResource> async_plural(std::string group, std::string plural, std::string version = {},
                                                    CallOptions options = {}) const;
  [[nodiscard]] ApiResource plural(std::string_view group, std::string_view plural, std::string_view version = {},
                                   const CallOptions& options = {}) const;
  /// find_category; empty when there is no such category.
  [[nodiscard]] awaitable<std::vector<ApiResource>> async_category(std::string category,
                                                                   CallOptions options = {}) const;
  [[nodiscard]] std::vector<ApiResource> category(std::string_view category, const CallOptions& options = {}) const;

  /// What is known now; null before the first use.
  [[nodiscard]] std::shared_ptr<const Discovery> known() const;
  /// The next use asks the server again.
  void invalidate() const;

  class State;  ///< of the implementation alone

private:
  std::shared_ptr<State> state_;
};

}  // namespace kubexx
