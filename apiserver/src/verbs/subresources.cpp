// SPDX-License-Identifier: Apache-2.0
#include "verbs/subresources.hpp"

#include <algorithm>

#include "kubexx/apimachinery/time.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t shortest_token = 600;
constexpr std::int64_t longest_token = std::int64_t{1} << 32U;
constexpr std::int64_t usual_token = 3600;

/// As of a server without PodDisruptionBudgets: an eviction is a deletion.
HttpResponse evict_pod(Server& server, Call& call)
{
  const auto eviction = parse_body(call.http, "Eviction", "policy/v1");
  if (const auto name = string_at(eviction, {"metadata", "name"}); name != call.path.name) {
    throw bad_request("name in URL does not match name in Eviction object: " + call.path.name + " != " + name);
  }
  const auto* options = find(eviction, {"deleteOptions"});
  HttpRequest request = call.http;
  request.body = options == nullptr ? std::string() : dump(*options);
  request.headers.set("Content-Type", "application/json");
  Call deletion{request, call.query, call.kind, call.version, call.path, call.collection, call.as, {}};
  deletion.path.subresource.clear();
  (void)delete_one(server, deletion);
  return json_response(201, dump(Json{{"kind", "Status"},
                                      {"apiVersion", "v1"},
                                      {"metadata", Json::object()},
                                      {"status", "Success"},
                                      {"code", 201}}));
}

HttpResponse issue_token(Server& server, Call& call)
{
  auto request = parse_body(call.http, "TokenRequest", "authentication.k8s.io/v1");
  try {
    decode_builtin("authentication.v1.TokenRequest", request);
  } catch (const DecodeError& error) {
    throw unreadable("TokenRequest", "v1", error);
  }
  const auto account = current_object(call);
  auto& spec = request["spec"];
  if (!spec.is_object()) spec = Json::object();
  if (!spec.contains("audiences") || spec["audiences"].empty()) spec["audiences"] = Json::array({token_issuer});
  if (!spec.contains("expirationSeconds")) spec["expirationSeconds"] = usual_token;
  if (!spec.contains("boundObjectRef")) spec["boundObjectRef"] = nullptr;
  const auto seconds = spec["expirationSeconds"].get<std::int64_t>();
  if (seconds < shortest_token || seconds > longest_token) {
    const char* problem = seconds < shortest_token ? "may not specify a duration less than 10 minutes"
                                                   : "may not specify a duration larger than 2^32 seconds";
    throw invalid("authentication.k8s.io", "TokenRequest", "",
                  {invalid_value("spec.expirationSeconds", seconds, problem)});
  }
  const auto now = server.options.clock->wall_now();
  request["kind"] = "TokenRequest";
  request["apiVersion"] = "authentication.k8s.io/v1";
  request["metadata"] = {{"name", call.path.name}, {"namespace", call.path.namespace_}};
  IssuedToken token{call.path.namespace_,
                    call.path.name,
                    account->uid,
                    spec["audiences"].get<std::vector<std::string>>(),
                    {},
                    now + std::chrono::seconds(seconds)};
  const auto expires = Time(token.expires).to_string();
  request["status"] = {{"token", server.tokens.issue(std::move(token), *server.options.random, now)},
                       {"expirationTimestamp", expires}};
  return json_response(201, dump(request));
}

/// exec, attach and portforward, which lead to a kubelet.
HttpResponse reach_pod(Server& /*server*/, Call& call)
{
  const auto pod = current_object(call)->json();
  if (string_at(pod, {"spec", "nodeName"}).empty()) {
    throw bad_request("pod " + call.path.name + " does not have a host assigned");
  }
  throw internal_error("this server runs no pods, so nothing can be reached in pod " + call.path.name);
}

HttpResponse read_log(Server& /*server*/, Call& call)
{
  const auto pod = current_object(call)->json();
  std::vector<std::string> containers;
  if (const auto* listed = find(pod, {"spec", "containers"})) {
    for (const auto& container : *listed) containers.push_back(string_at(container, {"name"}));
  }
  const auto wanted = call.query.get("container");
  if (wanted.empty() && containers.size() > 1) {
    std::string names;
    for (const auto& name : containers) names += (names.empty() ? "" : " ") + name;
    throw bad_request("a container name must be specified for pod " + call.path.name + ", choose one of: [" + names +
                      "]");
  }
  if (!wanted.empty() && std::find(containers.begin(), containers.end(), wanted) == containers.end()) {
    throw bad_request("container " + wanted + " is not valid for pod " + call.path.name);
  }
  if (string_at(pod, {"spec", "nodeName"}).empty()) {
    throw bad_request("pod " + call.path.name + " does not have a host assigned");
  }
  throw internal_error("this server runs no pods, so there is no log of pod " + call.path.name);
}

}  // namespace

const std::vector<Subresource>& subresources_of(const Kind& kind)
{
  static const std::vector<Subresource> none;
  static const std::vector<Subresource> of_pods{
      {"attach", "POST", "create", "", "v1", "PodAttachOptions", reach_pod},
      {"eviction", "POST", "create", "policy", "v1", "Eviction", evict_pod},
      {"exec", "POST", "create", "", "v1", "PodExecOptions", reach_pod},
      {"portforward", "POST", "create", "", "v1", "PodPortForwardOptions", reach_pod},
      {"log", "GET", "get", "", "v1", "Pod", read_log}};
  static const std::vector<Subresource> of_accounts{
      {"token", "POST", "create", "authentication.k8s.io", "v1", "TokenRequest", issue_token}};
  if (kind.id() == "/pods") return of_pods;
  return kind.id() == "/serviceaccounts" ? of_accounts : none;
}

const Subresource* find_subresource(const Kind& kind, std::string_view name)
{
  const auto& all = subresources_of(kind);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Subresource& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace kubexx::apiserver
