// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx {

/// What the API server says beside its answer: a deprecated version, an unknown field, a policy that would refuse.
/// https://kubernetes.io/docs/reference/using-api/deprecation-guide, RFC 7234 §5.5.
struct ApiWarning {
  unsigned code = 299;  ///< the API server sends 299 alone
  std::string agent;    ///< who warns; "-" or empty from an API server
  std::string text;
};

/// Called for each warning, with the call that it is about ("create deployments.apps \"web\" in namespace
/// \"default\""), from any thread and possibly concurrently. What it throws propagates out of the verb, although the
/// server has carried out the call.
using WarningHandler = std::function<void(const ApiWarning& warning, std::string_view call)>;

/// The warnings of one Warning header field, which may hold several. What is malformed ends them.
/// k8s.io/apimachinery net.ParseWarningHeader.
[[nodiscard]] std::vector<ApiWarning> parse_warnings(std::string_view header);

}  // namespace kubexx
