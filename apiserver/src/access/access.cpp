// SPDX-License-Identifier: Apache-2.0
#include "access/access.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

constexpr const char* anonymous = "system:anonymous";
constexpr const char* everyone_known = "system:authenticated";
constexpr const char* everyone_else = "system:unauthenticated";
constexpr std::string_view account_prefix = "system:serviceaccount:";

Failure unauthorized()
{
  return {401, "Unauthorized", "Unauthorized"};
}

std::string forbidden_message(const Attributes& wanted)
{
  const auto who = "User " + go_quoted(wanted.user) + " cannot " + wanted.verb + " ";
  if (!wanted.resource_request) return who + "path " + go_quoted(wanted.path);
  const auto what = who + "resource " + go_quoted(wanted.whole_resource()) + " in API group " + go_quoted(wanted.group);
  return what +
         (wanted.namespace_.empty() ? " at the cluster scope" : " in the namespace " + go_quoted(wanted.namespace_));
}

Failure refusal(const Attributes& wanted, const std::string& reason)
{
  auto message = forbidden_message(wanted);
  if (!reason.empty()) message += ": " + reason;
  if (wanted.resource_request) return forbidden(wanted.group, wanted.resource, wanted.name, message);
  return {403, "Forbidden", "forbidden: " + message, Json::object()};
}

bool is_public(std::string_view path)
{
  static constexpr std::array<std::string_view, 4> open{"/healthz", "/livez", "/readyz", "/version"};
  return std::any_of(open.begin(), open.end(), [&](std::string_view prefix) {
    return path == prefix || (path.starts_with(prefix) && path[prefix.size()] == '/');
  });
}

/// "NAMESPACE:NAME" of a ServiceAccount's user; empty for anybody else.
std::pair<std::string, std::string> account_of(const std::string& user)
{
  if (!user.starts_with(account_prefix)) return {};
  const auto rest = user.substr(account_prefix.size());
  const auto colon = rest.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == rest.size()) return {};
  return {rest.substr(0, colon), rest.substr(colon + 1)};
}

std::vector<std::string> groups_of_account(const std::string& namespace_)
{
  return {"system:serviceaccounts", "system:serviceaccounts:" + namespace_};
}

void add_group(std::vector<std::string>& groups, const char* group)
{
  if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.emplace_back(group);
}

void add_group_of_all(const std::string& user, std::vector<std::string>& groups)
{
  const bool unknown = user == anonymous || std::find(groups.begin(), groups.end(), everyone_else) != groups.end();
  add_group(groups, unknown ? everyone_else : everyone_known);
}

/// Whoever embeds a server that lets everybody in may know tokens of its own.
bool wants_identity(const Server& server)
{
  return server.options.require_identity || server.options.authorization != ApiServer::Authorization::always_allow;
}

void become_anonymous(HttpRequest& request)
{
  request.user = anonymous;
  request.groups = {everyone_else};
}

void authenticate(Server& server, HttpRequest& request)
{
  if (!request.user.empty()) return add_group_of_all(request.user, request.groups);
  const auto given = header(request.headers, "Authorization");
  if (given.empty()) return become_anonymous(request);
  const auto blank = given.find(' ');
  if (blank == std::string::npos || lower(given.substr(0, blank)) != "bearer") throw unauthorized();
  const Locked locked(server);
  auto user = user_of_token(server, std::string_view(given).substr(blank + 1));
  if (!user && !wants_identity(server)) return become_anonymous(request);
  if (!user) throw unauthorized();
  const bool for_us = std::find(user->audiences.begin(), user->audiences.end(), token_issuer) != user->audiences.end();
  if (!for_us) throw unauthorized();
  request.user = user->name;
  request.groups = std::move(user->groups);
}

/// The Impersonate headers, each of which needs a permission of its own.
void impersonate(Server& server, HttpRequest& request)
{
  const auto user = header(request.headers, "Impersonate-User");
  std::vector<std::string> groups;
  for (const auto& [name, value] : request.headers) {
    if (lower(name) == "impersonate-group") groups.push_back(value);
  }
  if (user.empty()) {
    if (!groups.empty()) {
      throw internal_error("requested [{Group  " + groups.front() +
                           "  authentication.k8s.io/v1  }] without impersonating a user name");
    }
    return;
  }
  Attributes wanted;
  wanted.user = request.user;
  wanted.groups = request.groups;
  wanted.verb = "impersonate";
  const auto need = [&](std::string resource, std::string namespace_, const std::string& name) {
    wanted.resource = std::move(resource);
    wanted.namespace_ = std::move(namespace_);
    wanted.name = name;
    authorize(server, wanted);
  };
  const auto [namespace_, account] = account_of(user);
  if (account.empty()) {
    need("users", "", user);
  } else {
    need("serviceaccounts", namespace_, account);
  }
  for (const auto& group : groups) need("groups", "", group);
  request.user = user;
  request.groups = groups.empty() && !account.empty() ? groups_of_account(namespace_) : std::move(groups);
  add_group_of_all(request.user, request.groups);
}

}  // namespace

std::optional<TokenUser> user_of_token(Server& server, std::string_view token)
{
  const auto* issued = server.tokens.find(token, server.options.clock->wall_now());
  if (issued == nullptr) return std::nullopt;
  const auto account =
      server.store.collection("/serviceaccounts")->objects.get(key_of(issued->namespace_, issued->name));
  if (!account || account->uid != issued->uid) return std::nullopt;
  TokenUser user{std::string(account_prefix) + issued->namespace_ + ":" + issued->name, issued->uid, issued->id,
                 groups_of_account(issued->namespace_), issued->audiences};
  user.groups.emplace_back(everyone_known);
  return user;
}

void identify(Server& server, HttpRequest& request)
{
  authenticate(server, request);
  const bool open = server.options.authorization == ApiServer::Authorization::always_allow;
  if (request.user == anonymous && open && server.options.require_identity) {
    const auto path = request.target.substr(0, request.target.find('?'));
    if (!is_public(path)) {
      Attributes wanted;
      wanted.user = anonymous;
      wanted.verb = lower(request.method);
      wanted.resource_request = false;
      wanted.path = path;
      throw refusal(wanted, "this server wants a client certificate, such as that of its kubeconfig, or a token");
    }
  }
  impersonate(server, request);
}

Attributes attributes_of(const HttpRequest& request, const Query& query, const std::optional<ResourcePath>& path)
{
  Attributes wanted;
  wanted.user = request.user;
  wanted.groups = request.groups;
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
  if (request.method == "GET" || request.method == "HEAD") {
    const bool watch = path->watch_prefix || query.flag("watch");
    wanted.verb = watch ? "watch" : path->name.empty() ? "list" : "get";
  } else if (request.method == "DELETE") {
    wanted.verb = path->name.empty() ? "deletecollection" : "delete";
  } else if (request.method == "POST") {
    wanted.verb = "create";
  } else {
    wanted.verb = request.method == "PUT" ? "update" : lower(request.method);
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
        Rbac::Objects{roles->objects, role_bindings->objects, cluster_roles->objects, cluster_role_bindings->objects});
    server.rbac_version = changed;
  }
  return server.rbac;
}

Decision decide(Server& server, const Attributes& wanted)
{
  if (server.options.authorization == ApiServer::Authorization::always_allow) return {true, ""};
  if (std::find(wanted.groups.begin(), wanted.groups.end(), superusers) != wanted.groups.end()) return {true, ""};
  RbacPtr rbac;
  {
    const Locked locked(server);
    rbac = current_rbac(server);
  }
  return rbac->decide(wanted);
}

void authorize(Server& server, const Attributes& wanted)
{
  const auto decision = decide(server, wanted);
  if (!decision.allowed) throw refusal(wanted, decision.reason);
}

}  // namespace kubexx::apiserver
