// SPDX-License-Identifier: Apache-2.0
#include "access/escalation.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "access/access.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"

namespace kubexx::apiserver {
namespace {

using Strings = std::vector<std::string>;

/// One verb on one thing.
struct Permission {
  std::string verb, group, resource;
  std::optional<std::string> name;
  std::optional<std::string> url;  ///< instead of group, resource and name
};

/// A rule of a few bytes can stand for any number of permissions; a real server would work through all of them.
constexpr std::size_t most_permissions = 200000;

std::vector<Permission> permissions_of(const PolicyRule& rule)
{
  const double count = static_cast<double>(rule.verbs.size()) *
                       (static_cast<double>(rule.api_groups.size()) * static_cast<double>(rule.resources.size()) *
                            static_cast<double>(std::max<std::size_t>(rule.resource_names.size(), 1)) +
                        static_cast<double>(rule.urls.size()));
  if (count > static_cast<double>(most_permissions)) {
    throw bad_request("a rule stands for more than " + std::to_string(most_permissions) +
                      " permissions, which cannot be compared with those of the caller");
  }
  std::vector<Permission> all;
  for (const auto& group : rule.api_groups) {
    for (const auto& resource : rule.resources) {
      for (const auto& verb : rule.verbs) {
        if (rule.resource_names.empty()) all.push_back({verb, group, resource, std::nullopt, std::nullopt});
        for (const auto& name : rule.resource_names) all.push_back({verb, group, resource, name, std::nullopt});
      }
    }
  }
  for (const auto& url : rule.urls) {
    for (const auto& verb : rule.verbs) all.push_back({verb, "", "", std::nullopt, url});
  }
  return all;
}

bool covers_url(std::string_view owned, const std::string& url)
{
  if (owned == url) return true;
  if (!owned.ends_with('*')) return false;
  while (owned.ends_with('*')) owned.remove_suffix(1);
  return url.starts_with(owned);
}

bool covers(const PolicyRule& rule, const Permission& wanted)
{
  if (!contains(rule.verbs, "*") && !contains(rule.verbs, wanted.verb)) return false;
  if (wanted.url) {
    const bool named = std::any_of(rule.urls.begin(), rule.urls.end(),
                                   [&](const std::string& owned) { return covers_url(owned, *wanted.url); });
    // A rule with names is one about resources.
    return named && rule.resource_names.empty();
  }
  if (!contains(rule.api_groups, "*") && !contains(rule.api_groups, wanted.group)) return false;
  if (!contains(rule.resources, "*") && !contains(rule.resources, wanted.resource)) {
    const auto slash = wanted.resource.find('/');
    if (slash == std::string::npos || !contains(rule.resources, "*" + wanted.resource.substr(slash))) return false;
  }
  return rule.resource_names.empty() || (wanted.name && contains(rule.resource_names, *wanted.name));
}

/// rbacv1helpers.CompactString of what is missing: sorted, the verbs of one resource together.
std::string describe(const std::vector<Permission>& missing)
{
  std::set<std::string> lines;
  std::map<std::tuple<std::string, std::string, std::optional<std::string>>, Strings> verbs;
  for (const auto& one : missing) {
    if (one.url) {
      lines.insert("{NonResourceURLs:" + go_quoted_list(Strings{*one.url}) +
                   ", Verbs:" + go_quoted_list(Strings{one.verb}) + "}");
    } else {
      verbs[{one.group, one.resource, one.name}].push_back(one.verb);
    }
  }
  for (const auto& [what, list] : verbs) {
    const auto& [group, resource, name] = what;
    lines.insert("{APIGroups:" + go_quoted_list(Strings{group}) + ", Resources:" + go_quoted_list(Strings{resource}) +
                 (name ? ", ResourceNames:" + go_quoted_list(Strings{*name}) : "") + ", Verbs:" + go_quoted_list(list) +
                 "}");
  }
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

/// The caller, in the namespace of the request.
Attributes caller_of(const Call& call)
{
  Attributes caller(call.user);
  caller.namespace_ = call.path.namespace_;
  return caller;
}

/// validation.ConfirmNoEscalation: what is wrong, or empty.
std::string escalation_problem(const Rbac& rbac, const Call& call, const std::vector<PolicyRule>& rules)
{
  const auto own = rbac.rules_of(caller_of(call));
  std::vector<Permission> missing;
  for (const auto& rule : rules) {
    for (auto& wanted : permissions_of(rule)) {
      const bool covered = std::any_of(own.rules.begin(), own.rules.end(),
                                       [&](const PolicyRule& owned) { return covers(owned, wanted); });
      if (!covered) missing.push_back(std::move(wanted));
    }
  }
  if (missing.empty()) return "";
  auto text = "user " + go_quoted(call.user.name) + " (groups=" + go_quoted_list(call.user.groups) +
              ") is attempting to grant RBAC permissions not currently held:\n" + describe(missing);
  if (!own.problem.empty()) text += "; resolution errors: [" + own.problem + "]";
  return text;
}

Failure escalation_refused(const Call& call, const Json& object, const std::string& problem)
{
  return forbidden(call.kind->group, call.kind->plural, string_at(object, {"metadata", "name"}), problem);
}

/// rbacregistry.IsOnlyMutatingGCFields.
bool only_for_garbage_collection(Json object, Json current)
{
  for (auto* one : {&object, &current}) {
    for (const char* member : {"apiVersion", "kind"}) one->erase(member);
    for (const char* member : {"ownerReferences", "finalizers", "managedFields"}) (*one)["metadata"].erase(member);
  }
  return object == current;
}

bool has_aggregation(const Json* role)
{
  const auto* selectors = role == nullptr ? nullptr : find(*role, {"aggregationRule", "clusterRoleSelectors"});
  return selectors != nullptr && selectors->is_array() && !selectors->empty();
}

void check_role(Server& server, const Call& call, const Rbac& rbac, const Json& object, const Json* current)
{
  auto escalate = caller_of(call);
  escalate.verb = "escalate";
  escalate.group = rbac_api_group;
  escalate.resource = call.kind->plural;
  escalate.name = call.path.name;
  if (decide(server, escalate).allowed) return;
  if (current != nullptr && only_for_garbage_collection(object, *current)) return;
  if (const auto problem = escalation_problem(rbac, call, policy_rules(object)); !problem.empty()) {
    throw escalation_refused(call, object, problem);
  }
  if (!has_aggregation(&object) && !has_aggregation(current)) return;
  const Strings all{"*"};
  if (!escalation_problem(rbac, call, {{all, all, all, {}, {}}, {all, {}, {}, {}, all}}).empty()) {
    throw escalation_refused(call, object, "must have cluster-admin privileges to use the aggregationRule");
  }
}

void check_binding(Server& server, const Call& call, const Rbac& rbac, const Json& object, const Json* current)
{
  if (current != nullptr && only_for_garbage_collection(object, *current)) return;
  const auto kind = string_at(object, {"roleRef", "kind"});
  const auto name = string_at(object, {"roleRef", "name"});
  if (kind != "Role" && kind != "ClusterRole") {
    throw Failure(500, "", "unsupported role reference kind: " + go_quoted(kind));
  }
  auto bind = caller_of(call);
  bind.verb = "bind";
  bind.group = string_at(object, {"roleRef", "apiGroup"});
  bind.resource = kind == "Role" ? "roles" : "clusterroles";
  bind.name = name;
  if (decide(server, bind).allowed) return;
  const auto* rules = rbac.rules_of_role(kind, name, call.path.namespace_);
  if (rules == nullptr) throw not_found(call.kind->group, call.kind->plural, name);
  if (const auto problem = escalation_problem(rbac, call, *rules); !problem.empty()) {
    throw escalation_refused(call, object, problem);
  }
}

}  // namespace

void check_escalation(Server& server, const Call& call, const Json& object, const Json* current)
{
  if (call.kind->group != rbac_api_group || server.options.authorization == ApiServer::Authorization::always_allow)
    return;
  if (contains(call.user.groups, superusers)) return;
  RbacPtr rbac;
  {
    const Locked locked(server);
    rbac = current_rbac(server);
  }
  const bool role = call.kind->kind == "Role" || call.kind->kind == "ClusterRole";
  (role ? check_role : check_binding)(server, call, *rbac, object, current);
}

}  // namespace kubexx::apiserver
