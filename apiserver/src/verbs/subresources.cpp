// SPDX-License-Identifier: Apache-2.0
#include "verbs/subresources.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "access/token_request.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "render/small_table.hpp"
#include "render/tables.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

/// ValidatePodLogOptions.
void check_log_options(const Call& call)
{
  FieldErrors errors;
  const auto check = [&](const char* name, std::int64_t least, const char* problem) {
    const auto value = call.query.integer(name);
    if (value && *value < least) errors.push_back(invalid_value(name, *value, problem));
  };
  check("tailLines", 0, "must be greater than or equal to 0");
  check("limitBytes", 1, "must be greater than 0");
  if (call.query.has("sinceSeconds") && call.query.has("sinceTime")) {
    errors.push_back(forbidden_value("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else {
    check("sinceSeconds", 1, "must be greater than 0");
  }
  if (call.query.has("stream")) errors.push_back(forbidden_value("stream", "may not be specified"));
  if (!errors.empty()) throw invalid("", "PodLogOptions", call.path.name, errors);
}

/// The pod that the path names. Takes the lock.
Json present_pod(Server& server, const Call& call)
{
  const Locked locked(server);
  return current_object(call)->json();
}

awaitable<HttpResponse> read_log(std::shared_ptr<Server> server, Call& call)
{
  check_log_options(call);
  const auto pod = present_pod(*server, call);
  check_container(pod, call.path.name, call.query.get("container"));
  if (string_at(pod, {"spec", "nodeName"}).empty()) {
    // Nothing has run yet.
    HttpResponse nothing;
    nothing.status = 204;
    nothing.headers.add("Cache-Control", "no-cache, private");
    co_return nothing;
  }
  throw internal_error("this server runs no pods, so there is no log of pod " + call.path.name);
  co_return HttpResponse();
}

}  // namespace

bool Subresource::takes(std::string_view method) const
{
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> methods{
      {{"create", "POST"}, {"delete", "DELETE"}, {"get", "GET"}, {"patch", "PATCH"}, {"update", "PUT"}}};
  return std::any_of(verbs.begin(), verbs.end(), [method](const std::string& verb) {
    return std::any_of(methods.begin(), methods.end(),
                       [&](const auto& one) { return one.first == verb && one.second == method; });
  });
}

const std::vector<Subresource>& subresources_of(const Kind& kind)
{
  using Verbs = std::vector<std::string>;
  const Verbs all_verbs{"create", "delete", "get", "patch", "update"}, create{"create"}, connect{"create", "get"},
      write{"get", "patch", "update"};
  static const std::map<std::string, std::vector<Subresource>> all{
      {"/pods",
       {{"attach", connect, "", "v1", "PodAttachOptions", connect_pod, true},
        {"binding", create, "", "v1", "Binding", bind_pod},
        {"ephemeralcontainers", write, "", "v1", "Pod", write_ephemeral_containers},
        {"eviction", create, "policy", "v1", "Eviction", evict_pod},
        {"exec", connect, "", "v1", "PodExecOptions", connect_pod, true},
        {"log", {"get"}, "", "v1", "Pod", read_log},
        {"portforward", connect, "", "v1", "PodPortForwardOptions", connect_pod, true},
        {"proxy", all_verbs, "", "v1", "PodProxyOptions", connect_proxy, true},
        {"resize", write, "", "v1", "Pod", resize_pod}}},
      {"/nodes", {{"proxy", all_verbs, "", "v1", "NodeProxyOptions", connect_proxy, true}}},
      {"/services", {{"proxy", all_verbs, "", "v1", "ServiceProxyOptions", connect_proxy, true}}},
      {"/serviceaccounts", {{"token", create, "authentication.k8s.io", "v1", "TokenRequest", issue_token}}},
      {"/namespaces", {{"finalize", {"update"}, "", "v1", "Namespace", finalize_namespace}}},
      {"certificates.k8s.io/certificatesigningrequests",
       {{"approval", write, "certificates.k8s.io", "v1", "CertificateSigningRequest", nullptr}}},
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

awaitable<HttpResponse> create_binding(std::shared_ptr<Server> server, Call& call)
{
  const auto body = parse_body(call.http, "Binding", "v1");
  const auto name = string_at(body, {"metadata", "name"});
  if (name.empty() && string_at(body, {"target", "name"}).empty()) {
    throw Failure(500, "", required_value("target.name", "").text());
  }
  if (name.empty()) throw bad_request("Name parameter required.");
  Call binding = call;
  {
    const Locked locked(*server);
    binding.kind = find_kind(*server, "", "pods");
    binding.collection = server->store.collection(binding.kind->collection());
  }
  binding.version = &binding.kind->versions.front();
  binding.path.name = name;
  auto response = co_await bind_pod(server, binding);
  call.warnings = std::move(binding.warnings);
  co_return response;
}

HttpResponse read_component_status(const Call& call)
{
  // What a real server finds out by asking; of the three, there is the store alone.
  const auto status = [](const char* name, const char* healthy, const std::string& message) {
    return Json{{"metadata", {{"name", name}}},
                {"conditions", Json::array({{{"type", "Healthy"}, {"status", healthy}, {"message", message}}})}};
  };
  const auto refused = [](const std::string& port) {
    return "Get \"https://127.0.0.1:" + port + "/healthz\": dial tcp 127.0.0.1:" + port +
           ": connect: connection refused";
  };
  Json items = Json::array({status("scheduler", "False", refused("10259")),
                            status("controller-manager", "False", refused("10257")), status("etcd-0", "True", "ok")});
  if (call.as.form == Form::table) {
    std::vector<SmallRow> rows;
    for (auto& item : items) {
      const auto& condition = item["conditions"].front();
      if (!call.path.name.empty() && string_at(item, {"metadata", "name"}) != call.path.name) continue;
      auto cells =
          Json::array({string_at(item, {"metadata", "name"}),
                       condition.at("status") == "True" ? "Healthy" : "Unhealthy", condition.at("message"), ""});
      item["kind"] = "ComponentStatus";
      item["apiVersion"] = "v1";
      rows.push_back({std::move(cells), std::move(item)});
    }
    if (rows.empty()) throw not_found("", "componentstatus", call.path.name);
    const std::vector<Column> columns{name_column(),
                                      {"Status", "string", "", "Status of the component conditions", 0, ""},
                                      {"Message", "string", "", "Message of the component conditions", 0, ""},
                                      {"Error", "string", "", "Error of the component conditions", 0, ""}};
    return json_response(200, small_table(call.as, columns, std::move(rows), ""));
  }
  if (call.path.name.empty()) {
    return json_response(200, dump(Json{{"kind", "ComponentStatusList"},
                                        {"apiVersion", "v1"},
                                        {"metadata", Json::object()},
                                        {"items", std::move(items)}}));
  }
  for (auto& item : items) {
    if (string_at(item, {"metadata", "name"}) != call.path.name) continue;
    item["kind"] = "ComponentStatus";
    item["apiVersion"] = "v1";
    return json_response(200, dump(item));
  }
  throw not_found("", "componentstatus", call.path.name);
}

}  // namespace kubexx::apiserver
