// SPDX-License-Identifier: Apache-2.0
// What a client streams with: endpoints/handlers/rest.go ConnectResource, and the subresources of pods, services and
// nodes. There is no kubelet and no network behind this server, so each ends with what a real server says then.
#include <algorithm>
#include <cstdint>

#include "access/access.hpp"
#include "columns/cells.hpp"
#include "core/text.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
#include "verbs/subresources.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

Json forwarded_ports(const Query& query)
{
  auto ports = Json::array();
  for (const auto& listed : query.all("ports")) {
    for_each_part(listed, ',', [&](std::string_view text) {
      std::uint16_t port = 0;
      if (const auto problem = read_number(text, port); problem != nullptr) {
        throw bad_request("cannot convert to []int32: strconv.ParseUint: parsing " + go_quoted(text) + ": " + problem);
      }
      ports.push_back(port);
    });
  }
  return ports;
}

/// What the path has behind the subresource, as the proxied server gets it.
std::string path_behind(const Call& call)
{
  const auto target = std::string_view(call.http.target);
  const auto decoded = percent_decode(target.substr(0, target.find('?')), false).value_or("");
  const auto segments = split_path(target.substr(0, target.find('?'))).value_or(std::vector<std::string>());
  std::string path;
  const std::size_t before = call.kind->namespaced ? 7 : 5;  // /api/v1/namespaces/NAMESPACE/pods/NAME/proxy
  for (std::size_t index = before; index < segments.size(); ++index) path += "/" + segments[index];
  if (decoded.ends_with('/') && !path.ends_with('/')) path += "/";
  return path;
}

/// The options of the kind that the subresource takes, as the query has them.
Json options_in(const Call& call, const std::string& kind)
{
  auto options = Json::object();
  if (kind == "PodPortForwardOptions") {
    if (auto ports = forwarded_ports(call.query); !ports.empty()) options["ports"] = std::move(ports);
    return options;
  }
  if (call.path.subresource == "proxy") {
    if (auto path = path_behind(call); !path.empty()) options["path"] = std::move(path);
    return options;
  }
  for (const char* flag : {"stdin", "stdout", "stderr", "tty"}) {
    if (call.query.flag(flag)) options[flag] = true;
  }
  if (auto container = call.query.get("container"); !container.empty()) options["container"] = std::move(container);
  if (kind == "PodExecOptions") {
    const auto command = call.query.all("command");
    options["command"] = command.empty() ? Json() : Json(command);
  }
  return options;
}

/// The options after admission.
awaitable<Json> admitted_options(std::shared_ptr<Server> server, Call& call)
{
  if (call.query.has("dryRun")) throw bad_request("dryRun is not supported");
  const GroupVersionKind kind{"", "v1", find_subresource(*call.kind, call.path.subresource)->kind};
  auto options = options_in(call, kind.kind);
  const auto admission = admission_now(*server);
  co_await admit_connect(server, call, admission, kind, options);
  co_return options;
}

/// [SCHEME:]NAME[:PORT], or NAME alone.
struct ProxyTarget {
  std::string name, port;
};

ProxyTarget proxy_target(const Call& call, const char* what)
{
  std::vector<std::string> parts;
  for_each_part(call.path.name, ':', [&](std::string_view part) { parts.emplace_back(part); });
  ProxyTarget target;
  if (parts.size() == 3) {
    const bool known = parts[0].empty() || parts[0] == "http" || parts[0] == "https";
    if (known) target = {parts[1], parts[2]};
  } else if (parts.size() < 3) {
    target = {parts[0], parts.size() == 2 ? parts[1] : ""};
  }
  if (target.name.empty()) {
    throw bad_request(std::string("invalid ") + what + " request " + go_quoted(call.path.name));
  }
  return target;
}

/// The object of the call's kind with that name. Takes the lock.
Json connected_object(Server& server, const Call& call, const std::string& name)
{
  const Locked locked(server);
  const auto found = call.collection->objects.get(key_of(call.path.namespace_, name));
  if (!found) throw not_found("", call.kind->plural, name);
  return found->json();
}

void check_node_address(const Json& node)
{
  if (size_at(node, {"status", "addresses"}) == 0) {
    throw Failure(500, "", "no preferred addresses found; known addresses: []");
  }
}

[[noreturn]] void proxy_to_service(Server& server, const Call& call)
{
  const auto target = proxy_target(call, "service");
  std::int64_t number = 0;
  if (read_number(target.port, number) == nullptr) {
    const auto service = connected_object(server, call, target.name);
    const auto* ports = find(service, {"spec", "ports"});
    const bool has_it = ports != nullptr && std::any_of(ports->begin(), ports->end(), [number](const Json& port) {
                          return number_at(port, {"port"}) == number;
                        });
    if (!has_it) {
      throw Failure(503, "ServiceUnavailable",
                    "no service port " + std::to_string(number) + " found for service " + go_quoted(target.name));
    }
  }
  throw Failure(503, "ServiceUnavailable", "no endpoints available for service " + go_quoted(target.name));
}

/// "[a b]" of all containers, in the order of podutil.VisitContainers.
std::string container_names(const Json& pod)
{
  std::string names;
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    const auto* containers = find(pod, {"spec", list});
    if (containers == nullptr || !containers->is_array()) continue;
    for (const auto& container : *containers) names += (names.empty() ? "" : " ") + string_at(container, {"name"});
  }
  return "[" + names + "]";
}

bool has_container(const Json& pod, const std::string& name)
{
  for (const char* list : {"containers", "initContainers", "ephemeralContainers"}) {
    const auto* containers = find(pod, {"spec", list});
    if (containers == nullptr || !containers->is_array()) continue;
    for (const auto& container : *containers) {
      if (string_at(container, {"name"}) == name) return true;
    }
  }
  return false;
}

/// Whoever may only read pods opens no stream with GET either.
void check_may_create(Server& server, const Call& call)
{
  auto wanted = attributes_of(call.user, call.http, call.query, call.path);
  if (wanted.verb == "create") return;
  wanted.verb = "create";
  const auto decision = decide(server, wanted);
  if (!decision.allowed) throw forbidden("", call.kind->plural, call.path.name, decision.reason);
}

bool wants_upgrade(const Headers& headers)
{
  return lower(header(headers, "connection")).find("upgrade") != std::string::npos;
}

}  // namespace

void check_container(const Json& pod, const std::string& pod_name, const std::string& container)
{
  if (!container.empty()) {
    if (has_container(pod, container)) return;
    throw bad_request("container " + container + " is not valid for pod " + pod_name);
  }
  if (size_at(pod, {"spec", "containers"}) == 1) return;
  throw bad_request("a container name must be specified for pod " + pod_name +
                    ", choose one of: " + container_names(pod));
}

awaitable<HttpResponse> connect_proxy(std::shared_ptr<Server> server, Call& call)
{
  (void)co_await admitted_options(server, call);
  if (call.kind->id() == "/services") proxy_to_service(*server, call);
  const bool is_node = call.kind->id() == "/nodes";
  const auto target = proxy_target(call, is_node ? "node" : "pod");
  const auto object = connected_object(*server, call, target.name);
  if (is_node) {
    check_node_address(object);
  } else if (string_at(object, {"status", "podIP"}).empty()) {
    throw bad_request("address not allowed");
  }
  throw Failure(503, "ServiceUnavailable",
                "this server has no network behind it: " + target.name + " cannot be reached");
  co_return HttpResponse();
}

awaitable<HttpResponse> connect_pod(std::shared_ptr<Server> server, Call& call)
{
  const auto options = co_await admitted_options(server, call);
  check_may_create(*server, call);
  const auto pod = connected_object(*server, call, call.path.name);
  if (call.path.subresource != "portforward") {
    check_container(pod, call.path.name, string_at(options, {"container"}));
  }
  const auto node_name = string_at(pod, {"spec", "nodeName"});
  if (node_name.empty()) throw bad_request("pod " + call.path.name + " does not have a host assigned");
  {
    const Locked locked(*server);
    const auto node = server->store.collection("/nodes")->objects.get(key_of("", node_name));
    if (!node) throw not_found("", call.kind->plural, node_name);  // a real server, too, calls it a pod
    check_node_address(node->json());
  }
  if (!wants_upgrade(call.http.headers)) throw bad_request("Upgrade request required");
  throw internal_error("this server runs no pods: pod " + call.path.name + " cannot be reached");
  co_return HttpResponse();
}

}  // namespace kubexx::apiserver
