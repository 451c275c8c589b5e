// SPDX-License-Identifier: Apache-2.0
#include "webhooks.hpp"

#include "kubexx/base/base64.hpp"

namespace kubexx::testing {
namespace {

std::string path_of(const std::string& url)
{
  const auto host = url.find("://") + 3;
  const auto path = url.find('/', host);
  return url.substr(path, url.find('?', path) - path);
}

Json answer_to(const Json& review, Json response)
{
  response["uid"] = review.at("request").at("uid");
  return {{"apiVersion", review.at("apiVersion")}, {"kind", review.at("kind")}, {"response", std::move(response)}};
}

}  // namespace

awaitable<WebhookAnswer> InProcessWebhooks::call(WebhookCall request)
{
  calls.push_back(request);
  reviews.push_back(Json::parse(request.body));
  const auto path = path_of(request.url);
  if (const auto found = instead.find(path); found != instead.end()) co_return found->second();
  WebhookAnswer answer;
  if (const auto found = at.find(path); found != at.end()) {
    const auto review = reviews.back();  // `reviews` may grow meanwhile
    answer.body = found->second(review).dump();
  } else {
    answer.error = "no webhook at " + path;
  }
  co_return answer;
}

Json allowed(const Json& review, const Json& patch, const Json& more)
{
  Json response = more;
  response["allowed"] = true;
  if (!patch.is_null()) {
    response["patchType"] = "JSONPatch";
    response["patch"] = encode_base64(patch.dump());
  }
  return answer_to(review, std::move(response));
}

Json denied(const Json& review, const Json& status)
{
  Json response{{"allowed", false}};
  if (!status.is_null()) response["status"] = status;
  return answer_to(review, std::move(response));
}

WebhooksTest::WebhooksTest(std::shared_ptr<InProcessWebhooks> given) : ApiServerTest(10000, given), hooks(given) {}

void WebhooksTest::add_webhook(const std::string& sort, const std::string& name, const Json& rule, const Json& more)
{
  Json webhook{{"name", name + ".test.io"},
               {"clientConfig", {{"url", "https://127.0.0.1:9443/" + name}}},
               {"rules", Json::array({rule})},
               {"sideEffects", "None"},
               {"admissionReviewVersions", {"v1"}}};
  webhook.update(more);
  const auto kind = sort + "WebhookConfiguration";
  const std::string plural = sort == "Mutating" ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations";
  create("/apis/admissionregistration.k8s.io/v1/" + plural, {{"apiVersion", "admissionregistration.k8s.io/v1"},
                                                             {"kind", kind},
                                                             {"metadata", {{"name", name}}},
                                                             {"webhooks", Json::array({webhook})}});
}

void WebhooksTest::mutating(const std::string& name, const Json& rule, const Json& more)
{
  add_webhook("Mutating", name, rule, more);
}

void WebhooksTest::validating(const std::string& name, const Json& rule, const Json& more)
{
  add_webhook("Validating", name, rule, more);
}

Json WebhooksTest::rule(std::vector<std::string> operations, std::vector<std::string> resources)
{
  return {{"operations", std::move(operations)},
          {"apiGroups", {"*"}},
          {"apiVersions", {"*"}},
          {"resources", std::move(resources)}};
}

std::vector<std::string> WebhooksTest::called()
{
  std::vector<std::string> paths;
  for (; seen_ < hooks->calls.size(); ++seen_) paths.push_back(path_of(hooks->calls[seen_].url));
  return paths;
}

}  // namespace kubexx::testing
