// SPDX-License-Identifier: Apache-2.0
// The CRD around the schemas of a kind's versions.
#include "kubexx/apimachinery/crd.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace kubexx {

namespace {

using crd::Fact;
using nlohmann::json;

std::string lower(std::string_view text)
{
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string all_of(const std::vector<std::string>& problems)
{
  std::string text = "there is no CRD for this kind:";
  for (const auto& problem : problems) text += "\n  " + problem;
  return text;
}

bool states(const DescribedKind& kind, Fact::Kind what)
{
  return std::any_of(kind.facts.begin(), kind.facts.end(), [&](const Fact& fact) { return fact.kind == what; });
}

bool has_member(const DescribedKind& kind, std::string_view name)
{
  const auto fields = kind.codec->info()->fields;
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.name() == name; });
}

json column_of(const Fact& fact)
{
  json column{{"name", fact.text}, {"type", fact.second}, {"jsonPath", fact.third}};
  if (!fact.fourth.empty()) column["format"] = fact.fourth;
  if (!fact.fifth.empty()) column["description"] = fact.fifth;
  if (fact.integer != 0) column["priority"] = fact.integer;
  return column;
}

json scale_of(const Fact& fact)
{
  json scale{{"specReplicasPath", fact.text}, {"statusReplicasPath", fact.second}};
  if (!fact.third.empty()) scale["labelSelectorPath"] = fact.third;
  return scale;
}

json version_of(const DescribedKind& kind, BuiltinSchemas builtin, std::vector<std::string>& problems)
{
  json version{{"name", kind.resource->version},
               {"served", !states(kind, Fact::Kind::not_served)},
               {"storage", !states(kind, Fact::Kind::not_stored)}};
  try {
    version["schema"]["openAPIV3Schema"] = schema_of(kind, builtin);
  } catch (const CrdError& error) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  }
  const bool has_status = kind.resource->status_subresource && has_member(kind, "status");
  if (has_status || states(kind, Fact::Kind::status)) {
    version["subresources"]["status"] = json::object();
  }
  for (const Fact& fact : kind.facts) {
    switch (fact.kind) {
      case Fact::Kind::column:
        version["additionalPrinterColumns"].push_back(column_of(fact));
        break;
      case Fact::Kind::scale:
        version["subresources"]["scale"] = scale_of(fact);
        break;
      case Fact::Kind::selectable_field:
        version["selectableFields"].push_back({{"jsonPath", fact.text}});
        break;
      case Fact::Kind::deprecated:
        version["deprecated"] = true;
        if (!fact.text.empty()) version["deprecationWarning"] = fact.text;
        break;
      default:
        break;
    }
  }
  return version;
}

/// The conversion that a kind states; null: none.
json conversion_of(const DescribedKind& kind)
{
  for (const Fact& fact : kind.facts) {
    const bool has_url = fact.kind == Fact::Kind::conversion_webhook_url;
    if (!has_url && fact.kind != Fact::Kind::conversion_webhook) continue;
    json config;
    if (has_url) {
      config["url"] = fact.text;
    } else {
      json& service = config["service"];
      service = {{"namespace", fact.text}, {"name", fact.second}};
      if (!fact.third.empty()) service["path"] = fact.third;
      if (fact.integer != 443) service["port"] = fact.integer;
    }
    if (!fact.fourth.empty()) config["caBundle"] = fact.fourth;
    json webhook{{"clientConfig", std::move(config)}, {"conversionReviewVersions", json::array()}};
    for (auto rest = fact.fifth; !rest.empty();) {
      const auto comma = std::min(rest.find(','), rest.size());
      webhook["conversionReviewVersions"].push_back(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return {{"strategy", "Webhook"}, {"webhook", std::move(webhook)}};
  }
  return nullptr;
}

json names_of(const DescribedKind& kind)
{
  json names{{"kind", kind.resource->kind},
             {"plural", kind.resource->plural},
             {"singular", lower(kind.resource->kind)},
             {"listKind", std::string(kind.resource->kind) + "List"}};
  for (const Fact& fact : kind.facts) {
    if (fact.kind == Fact::Kind::singular) names["singular"] = fact.text;
    if (fact.kind == Fact::Kind::list_kind) names["listKind"] = fact.text;
    if (fact.kind == Fact::Kind::short_name) names["shortNames"].push_back(fact.text);
    if (fact.kind == Fact::Kind::category) names["categories"].push_back(fact.text);
  }
  return names;
}

/// What must be the same in all versions.
void compare_versions(std::span<const DescribedKind> versions, std::vector<std::string>& problems)
{
  const ResourceInfo& first = *versions.front().resource;
  const std::string name = std::string(first.plural) + "." + std::string(first.group);
  std::set<std::string_view> names;
  std::size_t stored = 0;
  for (const DescribedKind& version : versions) {
    const ResourceInfo& one = *version.resource;
    const auto differs = [&](const char* what) {
      problems.push_back(name + ": the versions " + std::string(first.version) + " and " + std::string(one.version) +
                         " have another " + what);
    };
    if (one.group != first.group) differs("group");
    if (one.kind != first.kind) differs("kind");
    if (one.plural != first.plural) differs("plural");
    if (one.scope != first.scope) differs("scope");
    if (!names.insert(one.version).second)
      problems.push_back(name + ": two versions are called " + std::string(one.version));
    if (!states(version, Fact::Kind::not_stored)) ++stored;
  }
  if (stored == 0) problems.push_back(name + ": no version is stored: one of them must not state not_stored");
  if (stored > 1) {
    problems.push_back(name + ": " + std::to_string(stored) + " versions are stored: state not_stored in all but one");
  }
  if (first.group.empty()) problems.push_back(name + ": a CRD needs a group, such as \"example.org\"");
}

/// The name of a fact about the kind as a whole; null for others.
const char* name_of_common(Fact::Kind kind)
{
  switch (kind) {
    case Fact::Kind::singular:
      return "singular";
    case Fact::Kind::list_kind:
      return "list_kind";
    case Fact::Kind::short_name:
      return "short_name";
    case Fact::Kind::category:
      return "category";
    case Fact::Kind::annotation:
      return "annotation";
    case Fact::Kind::label:
      return "label";
    case Fact::Kind::conversion_webhook:
      return "conversion_webhook";
    case Fact::Kind::conversion_webhook_url:
      return "conversion_webhook_url";
    default:
      return nullptr;
  }
}

/// A fact about the kind as a whole is read from the stored version; another version may repeat it.
void check_common_facts(const DescribedKind& stored, const DescribedKind& other, std::vector<std::string>& problems)
{
  for (const Fact& fact : other.facts) {
    const char* name = name_of_common(fact.kind);
    if (name == nullptr) continue;
    const bool repeats = std::any_of(stored.facts.begin(), stored.facts.end(), [&](const Fact& one) {
      return one.kind == fact.kind && one.integer == fact.integer && one.text == fact.text &&
             one.second == fact.second && one.third == fact.third && one.fourth == fact.fourth &&
             one.fifth == fact.fifth;
    });
    if (repeats) continue;
    problems.push_back(std::string(other.resource->plural) + "." + std::string(other.resource->group) + ": " +
                       std::string(other.resource->version) + " states " + name + "(\"" + std::string(fact.text) +
                       "\"), which is for the stored version " + std::string(stored.resource->version));
  }
}

}  // namespace

CrdError::CrdError(std::vector<std::string> problems)
    : std::invalid_argument(all_of(problems)), problems_(std::move(problems))
{
}

json crd_of(std::span<const DescribedKind> versions, BuiltinSchemas builtin)
{
  if (versions.empty()) throw std::invalid_argument("crd_of: a kind has at least one version");
  std::vector<std::string> problems;
  compare_versions(versions, problems);
  const auto stored = std::find_if(versions.begin(), versions.end(),
                                   [](const DescribedKind& one) { return !states(one, Fact::Kind::not_stored); });
  const DescribedKind& main = stored == versions.end() ? versions.front() : *stored;
  for (const DescribedKind& version : versions) {
    if (&version != &main) check_common_facts(main, version, problems);
  }
  json crd{{"apiVersion", "apiextensions.k8s.io/v1"}, {"kind", "CustomResourceDefinition"}};
  crd["metadata"]["name"] = std::string(main.resource->plural) + "." + std::string(main.resource->group);
  for (const Fact& fact : main.facts) {
    if (fact.kind == Fact::Kind::annotation) crd["metadata"]["annotations"][std::string(fact.text)] = fact.second;
    if (fact.kind == Fact::Kind::label) crd["metadata"]["labels"][std::string(fact.text)] = fact.second;
  }
  json& spec = crd["spec"];
  spec["group"] = main.resource->group;
  spec["names"] = names_of(main);
  spec["scope"] = main.resource->scope == Scope::namespaced ? "Namespaced" : "Cluster";
  if (json conversion = conversion_of(main); !conversion.is_null()) spec["conversion"] = std::move(conversion);
  for (const DescribedKind& version : versions) spec["versions"].push_back(version_of(version, builtin, problems));
  if (!problems.empty()) throw CrdError(std::move(problems));
  return crd;
}

json crd_of(const DescribedKind& kind, BuiltinSchemas builtin)
{
  return crd_of(std::span(&kind, 1), builtin);
}

}  // namespace kubexx
