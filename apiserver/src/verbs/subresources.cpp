// SPDX-License-Identifier: Apache-2.0
#include "verbs/subresources.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "kubexx/apimachinery/time.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::int64_t shortest_token = 600;
constexpr std::int64_t longest_token = std::int64_t{1} << 32U;
constexpr std::int64_t usual_token = 3600;

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

/// attach, exec and portforward: there is no kubelet that could be asked.
HttpResponse connect_pod(Server& /*server*/, Call& call)
{
  const auto pod = current_object(call)->json();
  if (string_at(pod, {"spec", "nodeName"}).empty()) {
    throw bad_request("pod " + call.path.name + " does not have a host assigned");
  }
  throw internal_error("this server runs no pods: pod " + call.path.name + " cannot be reached");
}

}  // namespace

bool Subresource::takes(std::string_view method) const
{
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> methods{
      {{"create", "POST"}, {"get", "GET"}, {"patch", "PATCH"}, {"update", "PUT"}}};
  return std::any_of(verbs.begin(), verbs.end(), [method](const std::string& verb) {
    return std::any_of(methods.begin(), methods.end(),
                       [&](const auto& one) { return one.first == verb && one.second == method; });
  });
}

const std::vector<Subresource>& subresources_of(const Kind& kind)
{
  using Verbs = std::vector<std::string>;
  const Verbs create{"create"}, connect{"create", "get"}, write{"get", "patch", "update"};
  static const std::map<std::string, std::vector<Subresource>> all{
      {"/pods",
       {{"attach", connect, "", "v1", "PodAttachOptions", connect_pod},
        {"binding", create, "", "v1", "Binding", bind_pod},
        {"ephemeralcontainers", write, "", "v1", "Pod", write_ephemeral_containers},
        {"eviction", create, "policy", "v1", "Eviction", evict_pod},
        {"exec", connect, "", "v1", "PodExecOptions", connect_pod},
        {"log", {"get"}, "", "v1", "Pod", read_log},
        {"portforward", connect, "", "v1", "PodPortForwardOptions", connect_pod},
        {"resize", write, "", "v1", "Pod", resize_pod}}},
      {"/serviceaccounts", {{"token", create, "authentication.k8s.io", "v1", "TokenRequest", issue_token}}},
      {"/namespaces", {{"finalize", {"update"}, "", "v1", "Namespace", finalize_namespace}}},
      {"certificates.k8s.io/certificatesigningrequests",
       {{"approval", write, "certificates.k8s.io", "v1", "CertificateSigningRequest", approve_request}}},
  };
  static const std::vector<Subresource> none;
  const auto found = all.find(kind.id());
  return found == all.end() ? none : found->second;
}

const Subresource* find_subresource(const Kind& kind, std::string_view name)
{
  const auto& all = subresources_of(kind);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Subresource& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace kubexx::apiserver
