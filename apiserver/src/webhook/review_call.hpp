// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/server.hpp"

/// How admission and conversion webhooks are asked: k8s.io/apiserver/pkg/util/webhook and client-go's rest.
namespace kubexx::apiserver {

/// A webhook that could not be asked, or did not answer as it must, in the words of a real server.
class WebhookProblem : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Where a webhook is: WebhookClientConfig.
struct WebhookTarget {
  std::string url;  ///< of a service with the host NAME.NAMESPACE.svc
  std::optional<WebhookService> service;
  std::string ca_bundle;
  [[nodiscard]] static WebhookTarget parse(const Json& client_config);
};

/// A kind of review, as answers name it.
struct ReviewKind {
  std::string group, version, kind;
};

/// POSTs `review` and returns the answer's object. With `tell_timeout` the URL says how long is waited. Throws
/// WebhookProblem. Takes the lock.
[[nodiscard]] awaitable<Json> post_review(std::shared_ptr<Server> server, WebhookTarget target, ReviewKind kind,
                                          std::string review, Duration timeout, bool tell_timeout);

/// "GROUP/VERSION, Kind=KIND", as Go prints it.
[[nodiscard]] std::string described(const std::string& api_version, const std::string& kind);

}  // namespace kubexx::apiserver
