// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fixture.hpp"

namespace kubexx::testing {

/// Webhooks in the test's own process: functions of the request, by the path of their URL.
class InProcessWebhooks final : public WebhookCaller {
public:
  /// Of an AdmissionReview or ConversionReview, the whole of the answer.
  using Answers = std::function<Json(const Json& review)>;

  awaitable<WebhookAnswer> call(WebhookCall request) override;

  std::map<std::string, Answers> at;                              ///< by path: "/deny"
  std::map<std::string, std::function<WebhookAnswer()>> instead;  ///< likewise, whatever is asked
  std::vector<WebhookCall> calls;
  std::vector<Json> reviews;  ///< what came, in order
};

/// The answer to `review` that allows it, with `patch` unless that is null, and further members of the response.
[[nodiscard]] Json allowed(const Json& review, const Json& patch = nullptr, const Json& more = Json::object());
[[nodiscard]] Json denied(const Json& review, const Json& status = nullptr);

/// An embedded server whose webhooks are functions of the test.
class WebhooksTest : public ApiServerTest {
protected:
  explicit WebhooksTest(std::shared_ptr<InProcessWebhooks> hooks = std::make_shared<InProcessWebhooks>());

  /// Registers the webhook `name`.test.io at the path /name of a configuration of the same name. `more` are members of
  /// the webhook.
  void add_webhook(const std::string& sort, const std::string& name, const Json& rule,
                   const Json& more = Json::object());
  void mutating(const std::string& name, const Json& rule, const Json& more = Json::object());
  void validating(const std::string& name, const Json& rule, const Json& more = Json::object());
  /// A rule for these operations on these resources, of any group and version.
  static Json rule(std::vector<std::string> operations, std::vector<std::string> resources);
  /// The paths that were called, in order, since the last time.
  std::vector<std::string> called();

  std::shared_ptr<InProcessWebhooks> hooks;

private:
  std::size_t seen_ = 0;
};

}  // namespace kubexx::testing
