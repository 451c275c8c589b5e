// SPDX-License-Identifier: Apache-2.0
#include "access/access.hpp"

#include <algorithm>
#include <array>

#include "core/lists.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

/// Nothing in a message looks like HTML.
std::string sanitized(const std::string& text)
{
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string forbidden_message(const Attributes& wanted)
{
  const auto who = "User " + go_quoted(wanted.user) + " cannot " + wanted.verb + " ";
  if (!wanted.resource_request) return who + "path " + go_quoted(wanted.path);
  const auto what = who + "resource " + go_quoted(wanted.whole_resource()) + " in API group " + go_quoted(wanted.group);
  return what +
         (wanted.namespace_.empty() ? " at the cluster scope" : " in the namespace " + go_quoted(wanted.namespace_));
}

/// The object that a list or watch is about when its field selector names one, so that a role's resourceNames can allow
/// it. With options that are no options it names none. RequestInfoFactory of k8s.io/apiserver.
std::string selected_name(const Query& query)
{
  const auto field_selector = query.get("fieldSelector");
  if (field_selector.empty()) return "";
  try {
    for (const char* number : {"limit", "timeoutSeconds"}) (void)query.integer(number);
    (void)LabelSelector::parse(query.get("labelSelector"));
    const auto fields = FieldSelector::parse(field_selector);
    for (const auto& term : fields.terms()) {
      if (term.field != "metadata.name" || !term.equal) continue;
      return path_segment_problem(term.value).empty() ? term.value : "";
    }
  } catch (const SelectorError&) {  // the list says so
  } catch (const Failure&) {        // likewise
  }
  return "";
}

bool is_public(std::string_view path)
{
  static constexpr std::array<std::string_view, 4> open{"/healthz", "/livez", "/readyz", "/version"};
  return std::any_of(open.begin(), open.end(), [&](std::string_view prefix) {
    return path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '/');
  });
}

}  // namespace

Failure refusal(const Attributes& wanted, const std::string& reason)
{
  auto message = sanitized(forbidden_message(wanted));
  if (!reason.empty()) message += ": " + reason;
  if (wanted.resource_request) return forbidden(wanted.group, wanted.resource, wanted.name, message).by_authorizer();
  return Failure(403, "Forbidden", "forbidden: " + message, Json::object()).by_authorizer();
}

void check_known(const Server& server, const Attributes& wanted)
{
  const auto& options = server.options;
  if (!options.require_identity || options.authorization != ApiServer::Authorization::always_allow) return;
  if (wanted.user != anonymous_user || (!wanted.resource_request && is_public(wanted.path))) return;
  throw refusal(wanted, "this server wants a client certificate, such as that of its kubeconfig, or a token");
}

Attributes attributes_of(const User& user, const HttpRequest& request, const Query& query,
                         const std::optional<ResourcePath>& path)
{
  Attributes wanted(user);
  if (!path) {
    wanted.resource_request = false;
    wanted.verb = lower(request.method);
    wanted.path = request.target.substr(0, request.target.find('?'));
    return wanted;
  }
  wanted.group = path->group;
  wanted.resource = path->resource;
  wanted.subresource = path->subresource;
  wanted.name = path->name;
  wanted.namespace_ = path->namespace_;
  if (path->group.empty() && path->resource == "namespaces" && path->namespace_.empty()) wanted.namespace_ = path->name;
  if (path->watch_prefix) {
    wanted.verb = "watch";
  } else if (request.method == "GET" || request.method == "HEAD") {
    wanted.verb = "get";
    if (path->name.empty()) {
      wanted.verb = query.flag("watch") ? "watch" : "list";
      wanted.name = selected_name(query);
    }
  } else if (request.method == "DELETE") {
    wanted.verb = path->name.empty() ? "deletecollection" : "delete";
  } else if (request.method == "POST") {
    wanted.verb = "create";
  } else if (request.method == "PUT") {
    wanted.verb = "update";
  } else if (request.method == "PATCH") {
    wanted.verb = "patch";
  }
  return wanted;
}

RbacPtr current_rbac(Server& server)
{
  auto& store = server.store;
  const auto roles = store.collection("rbac.authorization.k8s.io/roles");
  const auto role_bindings = store.collection("rbac.authorization.k8s.io/rolebindings");
  const auto cluster_roles = store.collection("rbac.authorization.k8s.io/clusterroles");
  const auto cluster_role_bindings = store.collection("rbac.authorization.k8s.io/clusterrolebindings");
  const auto changed =
      std::max({roles->changed, role_bindings->changed, cluster_roles->changed, cluster_role_bindings->changed});
  if (!server.rbac || server.rbac_version != changed) {
    server.rbac = std::make_shared<const Rbac>(
        Rbac::Objects{roles->objects, role_bindings->objects, cluster_roles->objects, cluster_role_bindings->objects},
        server.rbac.get());
    server.rbac_version = changed;
  }
  return server.rbac;
}

Decision decide(Server& server, const Attributes& wanted)
{
  if (server.options.authorization == ApiServer::Authorization::always_allow) return {true, ""};
  if (contains(wanted.groups, superusers)) return {true, ""};
  RbacPtr rbac;
  {
    const Locked locked(server);
    rbac = current_rbac(server);
  }
  auto decision = rbac->decide(wanted);
  // Of several authorizers, those that have no opinion are named.
  if (!decision.allowed && !decision.reason.empty()) decision.reason = "rbac: " + decision.reason;
  return decision;
}

void authorize(Server& server, const Attributes& wanted)
{
  const auto decision = decide(server, wanted);
  if (!decision.allowed) throw refusal(wanted, decision.reason);
}

}  // namespace kubexx::apiserver
