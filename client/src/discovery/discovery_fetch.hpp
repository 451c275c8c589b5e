// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "discovery/discovery_documents.hpp"
#include "requests/client_impl.hpp"

namespace kubexx::detail {

/// One discovery on its way: whose it is and what ends it.
struct DiscoveryRun {
  DiscoveryRun(ClientAccess::Impl::Self impl_, std::stop_token stop_, SteadyTime deadline_, bool may_wait_)
      : impl(std::move(impl_)), stop(std::move(stop_)), deadline(deadline_), may_wait(may_wait_)
  {
  }
  ClientAccess::Impl::Self impl;
  std::stop_token stop;
  SteadyTime deadline;
  bool may_wait;
};

/// What became of one document of the older form: its resources, or what was wrong.
struct FetchedVersion {
  std::vector<ApiResource> resources;
  std::optional<std::string> problem;
};

/// The document at `path`, in the form that the server prefers.
[[nodiscard]] awaitable<std::string> read_discovery(DiscoveryRun run, std::string path);

/// Asks for the documents of `wanted`, eight at a time, and returns as many answers in their order. Throws only what
/// ends the whole: the stop of `run`, which reaches every request under way.
[[nodiscard]] awaitable<std::vector<FetchedVersion>> fetch_versions(DiscoveryRun run,
                                                                    std::vector<PendingVersion> wanted);

}  // namespace kubexx::detail
