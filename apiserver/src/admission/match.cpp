// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "admission/webhooks.hpp"
#include "controllers/gc.hpp"
#include "verbs/selectors.hpp"

namespace kubexx::apiserver {
namespace {

/// A resource in one version, as rules name it.
struct Candidate {
  const Kind& kind;
  const std::string& version;
};

bool has_or_all(const std::vector<std::string>& items, std::string_view wanted)
{
  return std::any_of(items.begin(), items.end(),
                     [&](const std::string& item) { return item == "*" || item == wanted; });
}

bool in_scope(const MatchRule& rule, const AdmissionAttributes& attributes, const Candidate& of)
{
  if (rule.scope.empty() || rule.scope == "*") return true;
  const bool cluster = of.kind.id() == "/namespaces" || attributes.namespace_.empty();
  return rule.scope == (cluster ? "Cluster" : "Namespaced");
}

bool names_resource(const MatchRule& rule, const std::string& plural, const std::string& subresource)
{
  return std::any_of(rule.resources.begin(), rule.resources.end(), [&](const std::string& item) {
    const auto slash = item.find('/');
    const auto resource = std::string_view(item).substr(0, slash);
    const auto sub = slash == std::string::npos ? std::string_view() : std::string_view(item).substr(slash + 1);
    return (resource == "*" || resource == plural) && (sub == "*" || sub == subresource);
  });
}

bool matches(const MatchRule& rule, const AdmissionAttributes& attributes, const Candidate& of)
{
  return in_scope(rule, attributes, of) && has_or_all(rule.operations, to_string(attributes.operation)) &&
         has_or_all(rule.groups, of.kind.group) && has_or_all(rule.versions, of.version) &&
         names_resource(rule, of.kind.plural, attributes.subresource) &&
         (rule.names.empty() || std::find(rule.names.begin(), rule.names.end(), attributes.name) != rule.names.end());
}

std::map<std::string, std::string> labels_of(const Json& object)
{
  std::map<std::string, std::string> labels;
  const auto* given = find(object, {"metadata", "labels"});
  if (given == nullptr || !given->is_object()) return labels;
  for (const auto& [name, value] : given->items()) {
    if (value.is_string()) labels.emplace(name, value.get<std::string>());
  }
  return labels;
}

bool matches_namespace(Server& server, const MatchCriteria& criteria, const AdmissionAttributes& attributes)
{
  const bool of_namespace = attributes.resource->id() == "/namespaces";
  if (attributes.namespace_.empty() && !of_namespace) return true;
  if (criteria.namespace_selector.everything()) return true;
  if (of_namespace && attributes.subresource.empty() && attributes.operation != Operation::delete_) {
    return criteria.namespace_selector.matches(labels_of(attributes.object));
  }
  StoredPtr found;
  {
    const Locked locked(server);
    found = server.store.collection("/namespaces")->objects.get(attributes.namespace_);
  }
  if (!found) throw not_found("", "namespaces", attributes.namespace_);
  return criteria.namespace_selector.matches(found->labels);
}

bool matches_object(const MatchCriteria& criteria, const AdmissionAttributes& attributes)
{
  if (criteria.object_selector.everything()) return true;
  if (attributes.operation == Operation::connect) return false;  // options have no labels that could be looked at
  const auto matches = [&](const Json& object) {
    return !object.is_null() && criteria.object_selector.matches(labels_of(object));
  };
  return matches(attributes.object) || matches(attributes.old_object);
}

/// Every other resource and version under which the same objects are served.
std::vector<std::pair<KindPtr, std::string>> equivalents(Server& server, const AdmissionAttributes& attributes)
{
  std::vector<std::pair<KindPtr, std::string>> all;
  const auto collection = attributes.resource->collection();
  const Locked locked(server);
  for (const auto& [id, kind] : server.kinds) {
    if (kind->collection() != collection) continue;
    for (const auto& version : kind->versions) {
      if (!version.served) continue;
      if (kind == attributes.resource && version.name == attributes.version) continue;
      all.emplace_back(kind, version.name);
    }
  }
  return all;
}

GroupVersionKind kind_in(const AdmissionAttributes& attributes, const Kind& kind, const std::string& version)
{
  if (attributes.own_kind()) return attributes.kind;
  return {kind.group, version, kind.kind};
}

std::optional<Match> match_rules(Server& server, const std::vector<MatchRule>& rules, bool equivalent,
                                 const AdmissionAttributes& attributes)
{
  const Candidate asked{*attributes.resource, attributes.version};
  for (const auto& rule : rules) {
    if (matches(rule, attributes, asked)) return Match{attributes.resource, attributes.version, attributes.kind};
  }
  if (!equivalent || rules.empty()) return std::nullopt;
  const auto others = equivalents(server, attributes);
  for (const auto& rule : rules) {
    for (const auto& [kind, version] : others) {
      if (matches(rule, attributes, {*kind, version})) return Match{kind, version, kind_in(attributes, *kind, version)};
    }
  }
  return std::nullopt;
}

LabelSelector selector_at(const Json& source, const char* name)
{
  const auto* selector = find(source, {name});
  return selector == nullptr ? LabelSelector() : selector_of(*selector);
}

void read_rules(const Json& source, const char* name, std::vector<MatchRule>& rules)
{
  const auto* list = find(source, {name});
  if (list == nullptr || !list->is_array()) return;
  for (const auto& rule : *list) rules.push_back(MatchRule::parse(rule));
}

}  // namespace

MatchRule MatchRule::parse(const Json& source)
{
  MatchRule rule;
  rule.operations = strings_at(source, {"operations"});
  rule.groups = strings_at(source, {"apiGroups"});
  rule.versions = strings_at(source, {"apiVersions"});
  rule.resources = strings_at(source, {"resources"});
  rule.names = strings_at(source, {"resourceNames"});
  rule.scope = string_at(source, {"scope"});
  return rule;
}

void read_criteria(const Json& source, const char* rules, MatchCriteria& criteria)
{
  read_rules(source, rules, criteria.rules);
  read_rules(source, "excludeResourceRules", criteria.excluded);
  criteria.equivalent = string_at(source, {"matchPolicy"}) == "Equivalent";
  try {
    criteria.namespace_selector = selector_at(source, "namespaceSelector");
    criteria.object_selector = selector_at(source, "objectSelector");
  } catch (const Failure& failure) {
    criteria.problem = failure.what();
  }
}

std::optional<Match> match(Server& server, const MatchCriteria& criteria, const AdmissionAttributes& attributes)
{
  // The cheap questions come first; the order of the answers is that of a real server.
  if (!criteria.problem.empty()) throw internal_error(criteria.problem);
  auto found = criteria.rules.empty() && criteria.all_without_rules
                   ? std::optional<Match>({attributes.resource, attributes.version, attributes.kind})
                   : match_rules(server, criteria.rules, criteria.equivalent, attributes);
  if (!found || match_rules(server, criteria.excluded, criteria.equivalent, attributes)) return std::nullopt;
  if (!matches_object(criteria, attributes) || !matches_namespace(server, criteria, attributes)) return std::nullopt;
  return found;
}

std::optional<Invocation> invocation_of(Server& server, const Webhook& webhook, const AdmissionAttributes& attributes)
{
  auto found = match(server, webhook, attributes);
  if (!found) return std::nullopt;
  return Invocation{std::move(*found), &webhook};
}

}  // namespace kubexx::apiserver
