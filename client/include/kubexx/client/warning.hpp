// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kubexx {

/// A warning that the API server sends with a response: a deprecated version, an unknown field, a policy that would
/// refuse the request. https://kubernetes.io/docs/reference/using-api/deprecation-guide, RFC 7234 §5.5.
struct ApiWarning {
  unsigned code = 299;  ///< the API server sends only 299
  std::string agent;    ///< the sender; "-" or empty for an API server
  std::string text;
};

/// Called for each warning, with the call that it belongs to (`create deployments.apps "web" in namespace
/// "default"`), from any thread and possibly concurrently. Its exceptions propagate out of the verb, although the
/// server has carried out the call.
using WarningHandler = std::function<void(const ApiWarning& warning, std::string_view call)>;

/// Parses one Warning header field, which may contain several warnings; stops at the first malformed one.
/// k8s.io/apimachinery net.ParseWarningHeader.
[[nodiscard]] std::vector<ApiWarning> parse_warnings(std::string_view header);

}  // namespace kubexx
