// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/discovery.hpp"

#include <algorithm>
#include <utility>

#include "discovery/discovery.hpp"
#include "discovery/discovery_documents.hpp"
#include "discovery/discovery_fetch.hpp"
#include "requests/blocking_verb.hpp"

namespace kubexx {

using detail::ClientAccess;
using detail::DiscoveryRun;
using detail::PendingVersion;

namespace {

using Impl = ClientAccess::Impl;

constexpr std::chrono::seconds default_timeout{32};

/// /api may be missing: an aggregated API server has none.
awaitable<std::string> read_core(DiscoveryRun run)
{
  try {
    co_return co_await detail::read_discovery(run, "/api");
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
  }
  co_return std::string();
}

std::vector<ApiResource>& resources_of(Discovery& discovery, const PendingVersion& of)
{
  const auto group = std::find_if(discovery.groups.begin(), discovery.groups.end(),
                                  [&](const ApiGroup& candidate) { return candidate.name == of.group; });
  const auto version = std::find_if(group->versions.begin(), group->versions.end(),
                                    [&](const ApiVersion& candidate) { return candidate.name == of.version; });
  return version->resources;
}

/// Reads the resources of each group version; those that failed are returned, with what was wrong.
awaitable<std::vector<DiscoveryFailure>> read_versions(DiscoveryRun run, std::vector<PendingVersion> pending,
                                                       Discovery* to)
{
  auto fetched = co_await detail::fetch_versions(std::move(run), pending);
  std::vector<DiscoveryFailure> failures;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    if (fetched[i].problem) {
      failures.push_back({pending[i].group, pending[i].version, std::move(*fetched[i].problem)});
    } else {
      resources_of(*to, pending[i]) = std::move(fetched[i].resources);
    }
  }
  co_return failures;
}

void read_document(const char* path, const std::string& body, Discovery& to, std::vector<PendingVersion>& pending)
{
  try {
    detail::read_groups(body, to, pending);
  } catch (const ObjectError& error) {
    throw ObjectError(std::string("get ") + path +
                      ": the server's response is not a discovery document: " + error.what());
  }
}

/// A version that was not learned has no place in what is usable.
void drop_failed(Discovery& discovery)
{
  for (ApiGroup& group : discovery.groups) {
    std::erase_if(group.versions, [&](const ApiVersion& version) {
      return std::any_of(discovery.failures.begin(), discovery.failures.end(), [&](const DiscoveryFailure& failure) {
        return failure.group == group.name && failure.version == version.name;
      });
    });
  }
  std::erase_if(discovery.groups, [](const ApiGroup& group) { return group.versions.empty(); });
}

}  // namespace

bool ApiResource::has_verb(std::string_view verb) const noexcept
{
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

awaitable<Discovery> detail::discover(Impl::Self impl, CallOptions bounds, bool may_wait)
{
  const SteadyTime deadline =
      saturating_add(impl->runtime.clock->now(), bounds.timeout.value_or(Duration(default_timeout)));
  const Clock& clock = *impl->runtime.clock;
  const DiscoveryRun run(std::move(impl), bounds.stop, deadline, may_wait);
  Discovery result;
  std::vector<PendingVersion> pending;
  const std::string core = co_await read_core(run);
  if (!core.empty()) read_document("/api", core, result, pending);
  const std::string groups = co_await read_discovery(run, "/apis");
  read_document("/apis", groups, result, pending);

  auto failures = co_await read_versions(run, std::move(pending), &result);
  if (!failures.empty() && clock.now() < deadline) {
    // A group may have gone, or come, in between: client-go asks once more.
    std::vector<PendingVersion> again;
    again.reserve(failures.size());
    for (const auto& failure : failures) again.push_back({failure.group, failure.version});
    failures = co_await read_versions(run, std::move(again), &result);
  }
  std::move(failures.begin(), failures.end(), std::back_inserter(result.failures));
  drop_failed(result);
  if (result.groups.empty() && !result.failures.empty() && clock.now() >= deadline) {
    throw TransportError(TransportErrc::timeout, "discovery did not complete in time: " + result.failures[0].problem);
  }
  co_return result;
}

awaitable<Discovery> async_discover(Client client, CallOptions options)
{
  return detail::discover(ClientAccess::impl(client), std::move(options), true);
}

Discovery discover(const Client& client, const CallOptions& options)
{
  const auto& impl = ClientAccess::impl(client);
  return detail::run_verb<Discovery>(*impl, options, "async_discover", [impl](CallOptions bounds, bool may_wait) {
    return detail::discover(impl, std::move(bounds), may_wait);
  });
}

namespace {

ServerVersion version_of(const std::string& body)
{
  try {
    return detail::read_version(body);
  } catch (const ObjectError& error) {
    throw ObjectError(std::string("get /version: the server's response is not a version: ") + error.what());
  }
}

awaitable<ServerVersion> version_by(awaitable<std::string> work)
{
  const std::string body = co_await std::move(work);
  co_return version_of(body);
}

}  // namespace

awaitable<ServerVersion> async_server_version(Client client, CallOptions options)
{
  return version_by(client.async_get_raw("/version", std::move(options)));
}

ServerVersion server_version(const Client& client, const CallOptions& options)
{
  return version_of(client.get_raw("/version", options));
}

}  // namespace kubexx
