// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cel/rules.hpp"
#include "controllers/gc.hpp"
#include "crd/conversion.hpp"
#include "crd/crd.hpp"
#include "schema/schema.hpp"

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
    version.rules = cel::Validator::make(version.schema);
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

std::shared_ptr<CustomKind> kind_from(const Json& definition)
{
  const auto& spec = definition.at("spec");
  auto kind = std::make_shared<CustomKind>();
  kind->group = string_at(spec, {"group"});
  kind->plural = string_at(spec, {"names", "plural"});
  kind->singular = string_at(spec, {"names", "singular"});
  kind->kind = string_at(spec, {"names", "kind"});
  kind->list_kind = string_at(spec, {"names", "listKind"});
  kind->short_names = strings_at(spec, {"names", "shortNames"});
  kind->categories = strings_at(spec, {"names", "categories"});
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
      auto& version = kind->versions.back();
      version.deprecation_warning = string_at(source, {"deprecationWarning"});
      if (version.deprecation_warning.empty()) {
        version.deprecation_warning = kind->api_version(version.name) + " " + kind->kind + " is deprecated";
      }
    }
  }
  // Names are unique, so this is stable; clang 19 warns about what libstdc++ 12 uses inside stable_sort.
  std::sort(kind->versions.begin(), kind->versions.end(), comes_before);
  return kind;
}

/// The name that another kind of the group already has; empty when there is none.
std::pair<const char*, std::string> conflicting_name(const Server& server, const Kind& wanted)
{
  std::vector<std::string> words = wanted.short_names;
  words.push_back(wanted.singular);
  words.push_back(wanted.plural);
  for (const auto& [id, other] : server.kinds) {
    if (other->group != wanted.group || other->plural == wanted.plural) continue;
    if (other->kind == wanted.kind) return {"KindConflict", wanted.kind};
    if (other->list_kind == wanted.list_kind) return {"ListKindConflict", wanted.list_kind};
    for (const auto& word : words) {
      const bool taken =
          word == other->plural || word == other->singular ||
          std::find(other->short_names.begin(), other->short_names.end(), word) != other->short_names.end();
      if (!taken) continue;
      return {word == wanted.singular ? "SingularConflict" : "ShortNamesConflict", word};
    }
  }
  return {"", ""};
}

}  // namespace

void mark_terminating(Server& server, Json& definition)
{
  set_condition(server, definition, "Terminating", true, "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
}

void serve_definition(Server& server, const StoredPtr& definition)
{
  auto object = definition->json();
  const auto before = object;
  const auto kind = kind_from(object);
  const auto existing = server.kinds.find(kind->id());
  const bool built_in = existing != server.kinds.end() && !existing->second->custom;
  const auto [reason, name] = conflicting_name(server, *kind);
  if (built_in || !name.empty()) {
    const auto taken = built_in ? kind->plural : name;
    set_condition(server, object, "NamesAccepted", false, built_in ? "PluralConflict" : reason,
                  go_quoted(taken) + " is already in use");
    set_condition(server, object, "Established", false, "NotAccepted", "not all names are accepted");
  } else {
    auto names = object.at("spec").at("names");
    object["status"]["acceptedNames"] = std::move(names);
    set_condition(server, object, "NamesAccepted", true, "NoConflicts", "no conflicts found");
    set_condition(server, object, "Established", true, "InitialNamesAccepted", "the initial names have been accepted");
    if (protected_group(kind->group)) {
      const auto text = string_at(object, {"metadata", "annotations", "api-approved.kubernetes.io"});
      const bool approved = approval_of(object) == Approval::approved;
      set_condition(server, object, "KubernetesAPIApprovalPolicyConformant", approved,
                    approved ? "ApprovedAnnotation" : "UnapprovedAnnotation",
                    approved ? "approved in " + text : "not approved: " + go_quoted(text));
    }
    auto& stored_versions = object["status"]["storedVersions"];
    if (!stored_versions.is_array()) stored_versions = Json::array();
    for (const auto& version : kind->versions) {
      const bool known =
          std::find(stored_versions.begin(), stored_versions.end(), Json(version.name)) != stored_versions.end();
      if (version.storage && !known) stored_versions.push_back(version.name);
    }
    (void)server.store.collection(kind->collection());
    number_schemas(server, *kind, existing == server.kinds.end() ? nullptr : existing->second.get());
    server.kinds.insert_or_assign(kind->id(), kind);
  }
  if (object == before) return;
  server.store.put(*server.store.collection(definitions_collection), std::move(object));
}

bool remove_instances(Server& server, const StoredPtr& definition)
{
  const auto kind = kind_from(definition->json());
  const auto served = server.kinds.find(kind->id());
  if (served == server.kinds.end() || !served->second->custom) return true;
  const auto collection = server.store.collection(kind->collection());
  std::vector<StoredPtr> instances;
  for (const auto& [key, object] : collection->objects) instances.push_back(object);
  DeleteRequest request;
  request.propagation = DeleteRequest::Propagation::background;
  for (const auto& object : instances) {
    if (!object->deleting) delete_stored(server, *collection, object, request);
  }
  if (!collection->objects.empty()) return false;
  server.kinds.erase(kind->id());
  server.store.drop_collection(kind->collection());
  return true;
}

}  // namespace kubexx::apiserver
