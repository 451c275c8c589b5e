// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "apply/field_manager.hpp"
#include "controllers/gc.hpp"
#include "crd/conversion.hpp"
#include "crd/crd.hpp"
#include "kubexx/schema/detail/rules.hpp"
#include "schema/schema.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

void set_condition(Server& server, Json& definition, const char* type, bool holds, const char* reason,
                   const std::string& message)
{
  auto& conditions = ensure_object(definition, "status")["conditions"];
  if (!conditions.is_array()) conditions = Json::array();
  const std::string status = holds ? "True" : "False";
  for (auto& condition : conditions) {
    if (string_at(condition, {"type"}) != type) continue;
    if (string_at(condition, {"status"}) != status) condition["lastTransitionTime"] = now_text(server);
    condition["status"] = status;
    condition["reason"] = reason;
    condition["message"] = message;
    return;
  }
  conditions.push_back({{"type", type},
                        {"status", status},
                        {"reason", reason},
                        {"message", message},
                        {"lastTransitionTime", now_text(server)}});
}

ServedVersion version_of(const Json& source)
{
  ServedVersion version;
  version.name = string_at(source, {"name"});
  version.served = source.value("served", false);
  version.storage = source.value("storage", false);
  const auto* status = find(source, {"subresources", "status"});
  version.status = status != nullptr && status->is_object();
  if (const auto* scale = find(source, {"subresources", "scale"}); scale != nullptr && scale->is_object()) {
    version.scale = {string_at(*scale, {"specReplicasPath"}), string_at(*scale, {"statusReplicasPath"}),
                     string_at(*scale, {"labelSelectorPath"})};
  }
  if (const auto* schema = find(source, {"schema", "openAPIV3Schema"}); schema != nullptr && schema->is_object()) {
    FieldErrors ignored;  // it was validated when it was written
    version.schema = parse_schema(*schema, "", ignored);
    version.rules = RuleValidator::make(version.schema);
    version.schema_source = *schema;
  }
  if (const auto* columns = find(source, {"additionalPrinterColumns"}); columns != nullptr && columns->is_array()) {
    for (const auto& item : *columns) {
      Column column;
      column.name = string_at(item, {"name"});
      column.type = string_at(item, {"type"});
      column.format = string_at(item, {"format"});
      column.description = string_at(item, {"description"});
      column.json_path = string_at(item, {"jsonPath"});
      if (const auto* priority = find(item, {"priority"}); priority != nullptr && priority->is_number_integer()) {
        column.priority = priority->get<std::int64_t>();
      }
      version.columns.push_back(std::move(column));
    }
  }
  return version;
}

/// Kubernetes' order of versions: GA before beta before alpha, higher before lower, then the rest by name.
bool comes_before(const ServedVersion& a, const ServedVersion& b)
{
  struct Rank {
    int stage = 0;  // 3 GA, 2 beta, 1 alpha, 0 neither
    std::int64_t major = 0, minor = 0;
  };
  const auto rank = [](const std::string& name) {
    Rank result;
    std::size_t at = 1;
    const auto digits = [&] {
      std::int64_t value = 0;
      bool any = false;
      for (; at < name.size() && at < 12 && name[at] >= '0' && name[at] <= '9'; ++at) {
        value = value * 10 + (name[at] - '0');
        any = true;
      }
      return any ? value : -1;
    };
    if (name.empty() || name[0] != 'v') return Rank{};
    result.major = digits();
    if (result.major < 0) return Rank{};
    if (at == name.size()) {
      result.stage = 3;
      return result;
    }
    for (const auto& [word, stage] : {std::pair<std::string_view, int>{"beta", 2}, {"alpha", 1}}) {
      if (name.compare(at, word.size(), word) != 0) continue;
      at += word.size();
      result.minor = digits();
      result.stage = stage;
      return result.minor < 0 || at != name.size() ? Rank{} : result;
    }
    return Rank{};
  };
  const auto left = rank(a.name);
  const auto right = rank(b.name);
  if (left.stage != right.stage) return left.stage > right.stage;
  if (left.stage == 0) return a.name < b.name;
  if (left.major != right.major) return left.major > right.major;
  return left.minor > right.minor;
}

/// Gives each schema its number: that of the same schema in `before`, or a new one.
void number_schemas(Server& server, Kind& kind, const Kind* before)
{
  for (auto version = kind.versions.begin(); version != kind.versions.end(); ++version) {
    const auto same = [&](const ServedVersion& other) { return other.schema_source == version->schema_source; };
    const auto known = std::find_if(kind.versions.begin(), version, same);
    if (known != version) {
      version->schema_number = known->schema_number;
      continue;
    }
    version->schema_number = 0;
    if (before != nullptr) {
      const auto kept = std::find_if(before->versions.begin(), before->versions.end(), same);
      if (kept != before->versions.end()) version->schema_number = kept->schema_number;
    }
    if (version->schema_number == 0) version->schema_number = ++server.schema_numbers;
  }
}

/// That a version is deprecated, and by which it is to be replaced: the first that is served, newer and not deprecated.
/// The versions of `kind` are in order.
std::string usual_warning(const Kind& kind, const ServedVersion& version, const std::set<std::string>& deprecated)
{
  auto text = kind.api_version(version.name) + " " + kind.kind + " is deprecated";
  for (const auto& newer : kind.versions) {
    if (newer.name == version.name) break;
    if (newer.served && !deprecated.contains(newer.name)) {
      return text + "; use " + kind.api_version(newer.name) + " " + kind.kind;
    }
  }
  return text;
}

std::shared_ptr<CustomKind> kind_from(const Json& definition, const DefinitionNames& names)
{
  std::set<std::string> deprecated;
  const auto& spec = definition.at("spec");
  auto kind = std::make_shared<CustomKind>();
  kind->group = string_at(spec, {"group"});
  kind->plural = names.plural;
  kind->singular = names.singular;
  kind->kind = names.kind;
  kind->list_kind = names.list_kind;
  kind->short_names = names.short_names;
  kind->categories = names.categories;
  kind->namespaced = string_at(spec, {"scope"}) == "Namespaced";
  kind->custom = true;
  kind->unconditional_update = false;
  kind->generation = GenerationRule::all_but_metadata;
  kind->conversion = ConversionWebhook::parse(spec);
  for (const auto& source : spec.at("versions")) {
    kind->versions.push_back(version_of(source));
    if (const auto* fields = find(source, {"selectableFields"}); fields != nullptr && fields->is_array()) {
      for (const auto& field : *fields) {
        const auto path = string_at(field, {"jsonPath"});
        if (path.empty() || path.front() != '.') continue;
        kind->selectable_fields.emplace(path.substr(1), field_pointer(path));
      }
    }
    if (source.value("deprecated", false)) {
      deprecated.insert(kind->versions.back().name);
      kind->versions.back().deprecation_warning = string_at(source, {"deprecationWarning"});
    }
  }
  // Names are unique, so this is stable; clang 19 warns about what libstdc++ 12 uses inside stable_sort.
  std::sort(kind->versions.begin(), kind->versions.end(), comes_before);
  for (auto& version : kind->versions) {
    if (!deprecated.contains(version.name) || !version.deprecation_warning.empty()) continue;
    version.deprecation_warning = usual_warning(*kind, version, deprecated);
  }
  return kind;
}

bool has_condition(const Json& definition, std::string_view type)
{
  const auto& conditions = array_at(definition, {"status", "conditions"});
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const Json& condition) { return string_at(condition, {"type"}) == type; });
}

/// Writes the conditions of the names that the definition got.
void set_naming(Server& server, Json& definition, const GivenNames& given)
{
  definition["status"]["acceptedNames"] = given.names.json();
  if (!given.reason.empty()) {
    set_condition(server, definition, "NamesAccepted", false, given.reason.c_str(), given.message);
    if (has_condition(definition, "Established")) return;
    set_condition(server, definition, "Established", false, "NotAccepted", "not all names are accepted");
    return;
  }
  set_condition(server, definition, "NamesAccepted", true, "NoConflicts", "no conflicts found");
  if (condition_holds(definition, "Established")) return;
  set_condition(server, definition, "Established", true, "InitialNamesAccepted",
                "the initial names have been accepted");
}

void set_approval(Server& server, Json& definition)
{
  if (!protected_group(string_at(definition, {"spec", "group"}))) return;
  const auto text = string_at(definition, {"metadata", "annotations", "api-approved.kubernetes.io"});
  const bool approved = approval_of(definition) == Approval::approved;
  set_condition(server, definition, "KubernetesAPIApprovalPolicyConformant", approved,
                approved ? "ApprovedAnnotation" : "UnapprovedAnnotation",
                approved ? "approved in " + text : "not approved: " + go_quoted(text));
}

void note_stored_versions(const Kind& kind, Json& definition)
{
  auto& stored = definition["status"]["storedVersions"];
  if (!stored.is_array()) stored = Json::array();
  for (const auto& version : kind.versions) {
    const bool known = std::find(stored.begin(), stored.end(), Json(version.name)) != stored.end();
    if (version.storage && !known) stored.push_back(version.name);
  }
}

/// Gives a definition its names and serves it. True when others may get theirs now.
bool serve_one(Server& server, const StoredPtr& definition)
{
  auto object = definition->json();
  const auto before = object;
  const auto wanted = DefinitionNames::parse(find(object, {"spec", "names"}));
  const auto accepted = DefinitionNames::parse(find(object, {"status", "acceptedNames"}));
  const auto group = string_at(object, {"spec", "group"});
  const auto id = group + "/" + wanted.plural;
  const auto existing = server.kinds.find(id);
  auto given = give_names(server.definitions, group, wanted, accepted);
  if (existing != server.kinds.end() && !existing->second->custom) {
    given = {accepted, "PluralConflict", go_quoted(wanted.plural) + " is already in use"};
  }
  server.definitions.all[definition->name] = {group, given.names, given.names != wanted};
  set_naming(server, object, given);
  set_approval(server, object);
  if (condition_holds(object, "Established")) {
    const auto kind = kind_from(object, given.names);
    note_stored_versions(*kind, object);
    (void)server.store.collection(kind->collection());
    number_schemas(server, *kind, existing == server.kinds.end() ? nullptr : existing->second.get());
    server.kinds.insert_or_assign(kind->id(), kind);
  }
  if (object != before) {
    own_status(server, before, object);
    server.store.put(*server.store.collection(definitions_collection), std::move(object));
  }
  return given.names != accepted;
}

/// The definitions of a group that ask for names that they have not got, but for `but`.
std::vector<std::string> waiting_for_names(Server& server, const std::string& group, const std::string& but)
{
  const auto collection = server.store.collection(definitions_collection);
  std::vector<std::string> waiting;
  for (const auto& [name, known] : server.definitions.all) {
    if (known.group != group || !known.wants_others || name == but) continue;
    const auto stored = collection->objects.get(name);
    if (stored && !stored->deleting) waiting.push_back(name);
  }
  return waiting;
}

}  // namespace

bool condition_holds(const Json& definition, std::string_view type)
{
  for (const auto& condition : array_at(definition, {"status", "conditions"})) {
    if (string_at(condition, {"type"}) == type) return string_at(condition, {"status"}) == "True";
  }
  return false;
}

void set_terminating(Server& server, Json& definition, Terminating step)
{
  const auto set = [&](bool holds, const char* reason, const char* message) {
    set_condition(server, definition, "Terminating", holds, reason, message);
  };
  switch (step) {
    case Terminating::pending:
      return set(true, "InstanceDeletionPending",
                 "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    case Terminating::in_progress:
      return set(true, "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    case Terminating::completed:
      return set(false, "InstanceDeletionCompleted", "removed all instances");
    case Terminating::never_established:
      return set(false, "NeverEstablished", "resource was never established");
  }
}

void own_status(Server& server, const Json& before, Json& object)
{
  const auto kind = find_kind(server, "apiextensions.k8s.io", "customresourcedefinitions");
  own_fields(server, *kind, kind->versions.front(), &before, object, {"kube-apiserver", "status", {}});
  apply::keep_times(before, object);
}

void serve_definition(Server& server, const std::string& name)
{
  const auto collection = server.store.collection(definitions_collection);
  std::deque<std::string> queue{name};
  while (!queue.empty()) {
    const auto next = std::move(queue.front());
    queue.pop_front();
    const auto stored = collection->objects.get(next);
    if (!stored || stored->deleting || !serve_one(server, stored)) continue;
    for (auto& other : waiting_for_names(server, server.definitions.all.at(next).group, next)) {
      queue.push_back(std::move(other));
    }
  }
}

void forget_definition(Server& server, const std::string& name)
{
  const auto found = server.definitions.all.find(name);
  if (found == server.definitions.all.end()) return;
  const auto kind = server.kinds.find(found->second.id());
  if (kind != server.kinds.end() && kind->second->custom) server.kinds.erase(kind);
  server.definitions.freed_groups.insert(found->second.group);
  server.definitions.all.erase(found);
  server.definitions.ending.erase(name);
}

void serve_freed_names(Server& server)
{
  for (const auto& group : std::exchange(server.definitions.freed_groups, {})) {
    for (const auto& waiting : waiting_for_names(server, group, {})) serve_definition(server, waiting);
  }
}

InstancesLeft remove_instances(Server& server, const std::string& name)
{
  const auto known = server.definitions.all.find(name);
  const auto served =
      known == server.definitions.all.end() ? server.kinds.end() : server.kinds.find(known->second.id());
  if (served == server.kinds.end() || !served->second->custom) return InstancesLeft::never_served;
  const auto collection = server.store.collection(served->second->collection());
  std::vector<StoredPtr> instances;
  for (const auto& [key, instance] : collection->objects) instances.push_back(instance);
  DeleteRequest request;
  request.propagation = DeleteRequest::Propagation::background;
  for (const auto& instance : instances) {
    if (!instance->deleting) delete_stored(server, *collection, instance, request);
  }
  if (!collection->objects.empty()) return InstancesLeft::some;
  const auto gone = collection->id;
  server.kinds.erase(served);
  server.store.drop_collection(gone);
  return InstancesLeft::none;
}

}  // namespace kubexx::apiserver
