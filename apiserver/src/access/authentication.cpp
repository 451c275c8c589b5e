// SPDX-License-Identifier: Apache-2.0
#include "access/access.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view account_prefix = "system:serviceaccount:";
constexpr Duration leeway = std::chrono::minutes(1);  // jwt.DefaultLeeway

Failure unauthorized()
{
  return {401, "Unauthorized", "Unauthorized"};
}

/// authenticator group.AuthenticatedGroupAdder.
void add_group_of_all(User& user)
{
  if (contains(user.groups, authenticated_users) || contains(user.groups, unauthenticated_users)) return;
  user.groups.emplace_back(user.name == anonymous_user ? unauthenticated_users : authenticated_users);
}

User nobody()
{
  return {anonymous_user, "", {unauthenticated_users}, {}};
}

/// Whoever embeds a server that lets everybody in may know tokens of its own.
bool wants_identity(const Server& server)
{
  return server.options.require_identity || server.options.authorization != ApiServer::Authorization::always_allow;
}

/// The object that a token is bound to is still there.
std::string bound_problem(Server& server, const IssuedToken& token)
{
  if (token.bound.kind.empty()) return "";
  const auto& bound = token.bound;
  const auto namespace_ = bound.kind == "Node" ? std::string() : token.namespace_;
  const auto object = server.store.collection(bound.collection())->objects.get(key_of(namespace_, bound.name));
  if (!object) return "service account token has been invalidated";
  if (object->uid == bound.uid) return "";
  return lower(bound.kind) + " UID (" + object->uid + ") does not match service account " + lower(bound.kind) +
         " ref claim (" + bound.uid + ")";
}

/// pkg/serviceaccount/claims.go: validator.Validate.
std::string account_problem(Server& server, const IssuedToken& token)
{
  const auto account = server.store.collection("/serviceaccounts")->objects.get(key_of(token.namespace_, token.name));
  if (!account) return "serviceaccounts " + go_quoted(token.name) + " not found";
  if (account->uid != token.uid) {
    return "service account UID (" + account->uid + ") does not match claim (" + token.uid + ")";
  }
  return bound_problem(server, token);
}

std::vector<std::string> in_both(const std::vector<std::string>& wanted, const std::vector<std::string>& given)
{
  std::vector<std::string> both;
  for (const auto& one : wanted) {
    if (contains(given, one)) both.push_back(one);
  }
  return both;
}

User user_of_account(const IssuedToken& token)
{
  User user{account_user(token.namespace_, token.name), token.uid, account_groups(token.namespace_), {}};
  const std::string prefix = "authentication.kubernetes.io/";
  user.extra[prefix + "credential-id"] = {"JTI=" + token.id};
  if (token.bound.kind == "Pod") {
    user.extra[prefix + "pod-name"] = {token.bound.name};
    user.extra[prefix + "pod-uid"] = {token.bound.uid};
  }
  if (!token.node_name.empty()) user.extra[prefix + "node-name"] = {token.node_name};
  if (!token.node_uid.empty()) user.extra[prefix + "node-uid"] = {token.node_uid};
  return user;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> account_of(std::string_view user)
{
  if (!user.starts_with(account_prefix)) return std::nullopt;
  const auto rest = user.substr(account_prefix.size());
  const auto colon = rest.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto namespace_ = rest.substr(0, colon);
  const auto name = rest.substr(colon + 1);
  if (!dns_label_problem(namespace_).empty() || !dns_subdomain_problem(name).empty()) return std::nullopt;
  return std::pair(std::string(namespace_), std::string(name));
}

std::string account_user(const std::string& namespace_, const std::string& name)
{
  return std::string(account_prefix) + namespace_ + ":" + name;
}

std::vector<std::string> account_groups(const std::string& namespace_)
{
  return {"system:serviceaccounts", "system:serviceaccounts:" + namespace_};
}

std::optional<TokenUser> user_of_token(Server& server, std::string_view token,
                                       const std::vector<std::string>& audiences, std::string& problem)
{
  problem = "invalid bearer token";
  const auto fixed = server.options.tokens.find(std::string(token));
  if (fixed != server.options.tokens.end()) {
    const auto& known = fixed->second;
    TokenUser found{{known.user, known.uid, known.groups, {}}, in_both(audiences, {server.options.issuer})};
    if (found.audiences.empty()) return std::nullopt;
    add_group_of_all(found.user);
    return found;
  }
  const auto* issued = server.tokens.find(token);
  if (issued == nullptr) return std::nullopt;
  const auto invalid = [&](const std::string& reason) {
    problem = "[invalid bearer token, " + reason + "]";
    return std::nullopt;
  };
  auto both = in_both(audiences, issued->audiences);
  if (both.empty()) {
    return invalid("token audiences " + go_quoted_list(issued->audiences) + " is invalid for the target audiences " +
                   go_quoted_list(audiences));
  }
  if (issued->expires + leeway < server.options.clock->wall_now()) return invalid("service account token has expired");
  if (auto reason = account_problem(server, *issued); !reason.empty()) return invalid(reason);
  TokenUser found{user_of_account(*issued), std::move(both)};
  add_group_of_all(found.user);
  return found;
}

User authenticate(Server& server, const HttpRequest& request)
{
  if (!request.user.empty()) {
    User user{request.user, "", request.groups, {}};
    add_group_of_all(user);
    return user;
  }
  const auto given = header(request.headers, "Authorization");
  const auto blank = given.find(' ');
  if (blank == std::string::npos || lower(given.substr(0, blank)) != "bearer") return nobody();
  auto token = std::string_view(given).substr(blank + 1);
  while (token.starts_with(' ')) token.remove_prefix(1);
  token = token.substr(0, token.find(' '));
  if (token.empty()) return nobody();
  std::string problem;
  const Locked locked(server);
  auto found = user_of_token(server, token, {server.options.issuer}, problem);
  if (found) return std::move(found->user);
  if (!wants_identity(server)) return nobody();
  throw unauthorized();
}

}  // namespace kubexx::apiserver
