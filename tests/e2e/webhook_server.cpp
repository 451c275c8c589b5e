// SPDX-License-Identifier: Apache-2.0
#include "webhook_server.hpp"

#include <algorithm>

#include "kubexx/base/base64.hpp"
#include "recording.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

ListenerOptions with_certificate(const CertificateAuthority& authority)
{
  CertificateRequest leaf;
  leaf.common_name = "webhook";
  leaf.ip_addresses = {"127.0.0.1"};
  const auto issued = authority.issue(leaf);
  ListenerOptions options;
  options.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, {}};
  return options;
}

void move_value(json& object, const json::json_pointer& from, const json::json_pointer& to)
{
  if (!object.contains(from)) return;
  auto value = object.at(from);
  object.at(from.parent_pointer()).erase(from.back());
  object[to] = std::move(value);
}

std::string version_in(const std::string& api_version)
{
  return api_version.substr(api_version.find('/') + 1);
}

json converted(json object, const json& moves, const std::string& desired_api_version)
{
  const auto from = version_in(object.at("apiVersion").get<std::string>());
  const auto desired = version_in(desired_api_version);
  for (const auto& [version, pairs] : moves.items()) {
    if (from == desired || (version != desired && version != from)) continue;
    for (const auto& pair : pairs) {
      const json::json_pointer here(pair[0].get<std::string>());
      const json::json_pointer there(pair[1].get<std::string>());
      version == desired ? move_value(object, here, there) : move_value(object, there, here);
    }
  }
  object["apiVersion"] = desired_api_version;
  return object;
}

}  // namespace

WebhookServer::WebhookServer(Runtime runtime) : runtime_(std::move(runtime)), authority_(*runtime_.clock, "webhook-ca")
{
  listener_ = std::make_unique<HttpListener>(runtime_, with_certificate(authority_),
                                             [this](HttpRequest request) { return answer(*this, std::move(request)); });
}

WebhookServer::~WebhookServer()
{
  block_on(runtime_.executor, [this] { return listener_->async_stop(); }, "async_stop");
}

std::string WebhookServer::ca_bundle() const
{
  return encode_base64(authority_.cert_pem());
}

void WebhookServer::answer_with(json answers)
{
  const std::lock_guard lock(mutex_);
  answers_ = std::move(answers);
  asked_.clear();
}

std::vector<json> WebhookServer::take()
{
  const std::lock_guard lock(mutex_);
  return std::exchange(asked_, {});
}

bool WebhookServer::was_called(const std::string& path)
{
  const std::lock_guard lock(mutex_);
  return std::find(paths_.begin(), paths_.end(), path) != paths_.end();
}

HttpResponse WebhookServer::made(const json& spec, const json& review) const
{
  HttpResponse response;
  response.status = spec.value("status", 200U);
  response.headers.add("Content-Type", spec.value("type", "application/json"));
  const auto& request = review.at("request");
  if (spec.contains("text")) {
    response.body = fill_in(spec.at("text").get<std::string>(), {{"uid", request.at("uid").get<std::string>()}});
    return response;
  }
  json body{{"apiVersion", review.at("apiVersion")}, {"kind", review.at("kind")}};
  body.update(spec.value("review", json::object()));
  json given{{"uid", request.at("uid")}};
  if (!spec.contains("response")) given["allowed"] = true;
  if (spec.contains("patch")) {
    given["patch"] = encode_base64(spec.at("patch").dump());
    given["patchType"] = "JSONPatch";
  }
  if (spec.contains("convert")) {
    given.erase("allowed");
    given["result"] = {{"status", "Success"}};
    const auto desired = request.at("desiredAPIVersion").get<std::string>();
    for (const auto& object : request.at("objects")) {
      given["convertedObjects"].push_back(converted(object, spec.at("convert"), desired));
    }
  }
  const auto more = spec.value("response", json::object());
  given.update(more);
  body["response"] = std::move(given);
  response.body = body.dump();
  return response;
}

awaitable<HttpResponse> WebhookServer::answer(WebhookServer& self, HttpRequest request)
{
  const auto path = request.target.substr(0, request.target.find('?'));
  const auto name = path.substr(1, path.find('/', 1) - 1);
  const auto review = json::parse(request.body);
  json spec;
  {
    const std::lock_guard lock(self.mutex_);
    self.paths_.push_back(path);
    spec = self.answers_.value(name, json::object());
    if (name != "sync") self.asked_.push_back({{"path", path}, {"review", review}});
  }
  if (spec.value("hang", false)) {
    co_await async_sleep(*self.runtime_.clock, std::chrono::seconds(3));
  }
  co_return self.made(spec, review);
}

}  // namespace kubexx::e2e
