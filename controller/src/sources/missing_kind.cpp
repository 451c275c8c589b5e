// SPDX-License-Identifier: Apache-2.0
#include "sources/missing_kind.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "kubexx/client/discovery.hpp"
#include "kubexx/client/rest_mapper.hpp"

namespace kubexx {

namespace {

std::string explain(const Discovery& discovery, const ResourceType& type)
{
  const auto unknown = [&](const DiscoveryFailure& failure) { return failure.group == type.group; };
  const auto wanted = type.kind + " of " + type.api_version();
  if (const ApiResource* served = find_kind(discovery, type.group, type.kind, type.version)) {
    if (served->type.plural == type.plural) return {};  // it has come meanwhile
    return "kind " + wanted + " exists with the plural \"" + served->type.plural + "\": correct \"" + type.plural +
           "\" in its ResourceInfo";
  }
  if (const ApiResource* served = find_kind(discovery, type.group, type.kind)) {
    return "kind " + wanted + " does not exist, but " + served->type.api_version() +
           " has it: correct the version in its "
           "ResourceInfo";
  }
  if (std::any_of(discovery.failures.begin(), discovery.failures.end(), unknown)) return {};
  return "the server does not serve kind " + wanted;
}

}  // namespace

awaitable<std::string> async_explain_missing(Client client, ResourceType type, std::stop_token stop)
{
  CallOptions options;
  options.timeout = std::chrono::seconds(5);
  options.stop = std::move(stop);
  std::string text;
  try {
    const Discovery discovery = co_await async_discover(std::move(client), std::move(options));
    text = explain(discovery, type);
  } catch (const std::exception&) {
    // The watch's own failure is reported in any case.
  }
  co_return text;
}

}  // namespace kubexx
