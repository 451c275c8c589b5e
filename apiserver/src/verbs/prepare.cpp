// SPDX-License-Identifier: Apache-2.0
// What the registry's strategies do with an object before it is stored: k8s.io/apiserver/pkg/registry/rest,
// BeforeCreate and BeforeUpdate.
#include <map>
#include <string>

#include "apply/field_manager.hpp"
#include "controllers/graceful.hpp"
#include "crd/crd.hpp"
#include "kinds/prepare_status.hpp"
#include "kinds/type_defaults.hpp"
#include "kubexx/schema/detail/rules.hpp"
#include "schema/schema.hpp"
#include "validation/internal_text.hpp"
#include "validation/names.hpp"
#include "validation/validate_certificates.hpp"
#include "validation/validate_status.hpp"
#include "verbs/decode.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

std::string generated_name(Random& random, std::string base)
{
  static constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
  constexpr std::size_t longest = 63 - 5;
  if (base.size() > longest) base.resize(longest);
  for (int count = 0; count < 5; ++count) base.push_back(alphabet[random.below(alphabet.size())]);
  return base;
}

Json without(const Json& object, std::initializer_list<const char*> members)
{
  Json copy = object;
  for (const char* member : members) copy.erase(member);
  return copy;
}

Json member_of(const Json& object, std::initializer_list<std::string_view> path)
{
  const auto* found = find(object, path);
  return found == nullptr ? Json() : *found;
}

bool moves_generation(const Kind& kind, const ServedVersion& version, const Json& before, const Json& after)
{
  switch (kind.generation) {
    case GenerationRule::none:
      return false;
    case GenerationRule::spec:
      return member_of(before, {"spec"}) != member_of(after, {"spec"});
    case GenerationRule::spec_or_annotations:
      return member_of(before, {"spec"}) != member_of(after, {"spec"}) ||
             member_of(before, {"metadata", "annotations"}) != member_of(after, {"metadata", "annotations"});
    case GenerationRule::all_but_metadata:
      return version.status ? without(before, {"metadata", "status"}) != without(after, {"metadata", "status"})
                            : without(before, {"metadata"}) != without(after, {"metadata"});
  }
  return false;
}

/// x-kubernetes-validations, which see apiVersion and kind too.
void check_rules(const Kind& kind, const ServedVersion& version, const Json& object, const Json* current,
                 FieldErrors& errors)
{
  if (rules_are_blocked(errors)) return;
  const auto whole = [&](Json copy) {
    copy["apiVersion"] = kind.api_version(version.name);
    copy["kind"] = kind.kind;
    return copy;
  };
  const auto full = whole(object);
  const auto before = current == nullptr ? Json() : whole(*current);
  version.rules->validate(full, current == nullptr ? nullptr : &before, errors);
}

/// The metadata of a custom object is validated by rest.BeforeUpdate, and by the strategy: as changed, and as it is.
/// The first alone looks at finalizers.
void repeat_metadata_errors(FieldErrors& errors)
{
  const auto once = errors;
  const auto of = [](const FieldError& error, std::string_view field) { return error.field.starts_with(field); };
  for (const auto& error : once) {
    if (!of(error, "metadata.finalizers")) errors.push_back(error);
  }
  for (const auto& error : once) {
    if (of(error, "metadata.labels") || of(error, "metadata.annotations") || of(error, "metadata.ownerReferences")) {
      errors.push_back(error);
    }
  }
}

void validate(const Kind& kind, const ServedVersion& version, const Json& object, const Json* current,
              const StatusCheck& check_status = {})
{
  FieldErrors errors;
  // These strategies look at no metadata. What is demanded of all kinds comes after what the strategy says.
  const bool late = kind.id() == "policy/poddisruptionbudgets" || kind.id() == "/events";
  if (!late) validate_metadata(kind, object, current, errors);
  if (kind.custom && current != nullptr) repeat_metadata_errors(errors);
  if (version.schema && kind.custom) validate_schema(*version.schema, object, "", errors, current);
  if (version.rules) check_rules(kind, version, object, current, errors);
  if (check_status) {
    check_status(object, *current, errors);
  } else if (kind.validate) {
    kind.validate(object, current, errors);
  }
  if (late && errors.empty()) validate_metadata(kind, object, current, errors);
  // What our validation of built-in kinds says twice, a real server says once.
  if (!kind.custom) drop_repeated(errors);
  if (!kind.custom && !errors.empty()) show_internal(internal_type(kind), errors);
  // Kinds that share another's store are validated as that kind: events.k8s.io's are of the core group here.
  const auto group = kind.stored_as.empty() ? kind.group : kind.stored_as.substr(0, kind.stored_as.find('/'));
  if (!errors.empty()) throw invalid(group, kind.kind, string_at(object, {"metadata", "name"}), errors);
}

StatusCheck status_check_of(const Kind& kind, const UpdateRequest& request, WallTime now)
{
  if (kind.custom || !request.status_only) return {};
  return request.approval ? check_approval_of_request : status_check(kind.collection(), now);
}

void forget_empty_lists(const Kind& kind, const ServedVersion& version, Json& object)
{
  if (!kind.custom && version.schema && !kind.from_stored) forget_empty(*version.schema, object);
}

/// metadata.resourceVersion as a number; 0, as etcd's storage sees it, is no version.
std::uint64_t version_at(const Json& meta)
{
  const auto text = string_at(meta, {"resourceVersion"});
  std::uint64_t value = 0;
  if (text.empty()) return value;
  if (const auto* problem = read_number(text, value); problem != nullptr) {
    throw Failure(500, "", "strconv.ParseUint: parsing " + go_quoted(text) + ": " + problem);
  }
  return value;
}

}  // namespace

void keep_system_metadata(Json& meta, const Json& old)
{
  for (const char* member : {"creationTimestamp", "deletionTimestamp", "generation", "namespace"}) {
    if (const auto* kept = find(old, {member})) meta[member] = *kept;
  }
  for (const char* member : {"uid", "deletionGracePeriodSeconds"}) {
    const auto* kept = find(old, {member});
    if (kept != nullptr && !meta.contains(member)) meta[member] = *kept;
  }
  if (find(old, {"generation"}) == nullptr) meta.erase("generation");
}

std::string registry_key(const Kind& kind)
{
  static const std::map<std::string, std::string, std::less<>> others{
      {"/endpoints", "services/endpoints"},
      {"/services", "services/specs"},
      {"/nodes", "minions"},
      {"/replicationcontrollers", "controllers"},
      {"networking.k8s.io/ingresses", "ingress"},
      {"apiextensions.k8s.io/customresourcedefinitions", "apiextensions.k8s.io/customresourcedefinitions"}};
  const auto other = others.find(kind.id());
  if (other != others.end()) return "/registry/" + other->second;
  return "/registry/" + (kind.custom ? kind.group + "/" : std::string()) + kind.plural;
}

void own_fields(const Server& server, const Kind& kind, const ServedVersion& version, const Json* live, Json& object,
                const Ownership& ownership)
{
  auto& meta = object["metadata"];
  if (ownership.manager) {
    const apply::FieldManager fields(server, kind, version, ownership.subresource);
    if (!kind.from_stored) return fields.update(live, object, *ownership.manager);
    auto served = kind.from_stored(object, version.name);
    const auto before = live == nullptr ? Json() : kind.from_stored(*live, version.name);
    fields.update(live == nullptr ? nullptr : &before, served, *ownership.manager);
    const auto* list = find(served, {"metadata", "managedFields"});
    meta["managedFields"] = list == nullptr ? Json() : *list;
  } else if (ownership.managed_fields) {
    meta["managedFields"] = *ownership.managed_fields;
  } else {
    const auto* kept = live == nullptr ? nullptr : find(*live, {"metadata", "managedFields"});
    meta["managedFields"] = kept == nullptr ? Json() : *kept;
  }
  if (meta["managedFields"].is_null()) meta.erase("managedFields");
}

Json prepare_create(Server& server, const Kind& kind, const ServedVersion& version, Json object,
                    const Ownership& ownership)
{
  auto& meta = object["metadata"];
  for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds"}) meta.erase(member);
  own_fields(server, kind, version, nullptr, object, ownership);
  if (const auto* generation = find(meta, {"generation"}); generation != nullptr && *generation < 0) {
    throw invalid(kind.group, kind.kind, string_at(meta, {"name"}),
                  {invalid_value("metadata.generation", *generation, "must be greater than or equal to 0")});
  }
  if (const auto base = string_at(meta, {"generateName"}); !base.empty() && string_at(meta, {"name"}).empty()) {
    meta["name"] = generated_name(*server.options.random, base);
  }
  meta["uid"] = server.options.random->uuid();
  meta["creationTimestamp"] = now_text(server);
  if (kind.generation != GenerationRule::none) meta["generation"] = 1;
  if (version.status && kind.custom) object.erase("status");
  if (kind.prepare_create) kind.prepare_create(object);
  validate(kind, version, object, nullptr);
  forget_empty_lists(kind, version, object);
  return object;
}

PreparedUpdate prepare_update(Server& server, const Kind& kind, const ServedVersion& version, UpdateRequest request)
{
  const auto current = request.before.is_null() ? request.current->json() : std::move(request.before);
  auto object = std::move(request.object);
  auto& meta = object["metadata"];
  const auto& old = current.at("metadata");
  const auto name = request.current->name;

  const auto wanted_version = version_at(meta);
  if (wanted_version == 0) {
    if (request.require_version) {
      FieldErrors errors;
      errors.push_back(
          {"FieldValueInvalid", "Invalid value: 0: must be specified for an update", "metadata.resourceVersion"});
      throw invalid(kind.group, kind.plural, name, errors);
    }
  }
  if (const auto uid = string_at(meta, {"uid"}); !request.patch && !uid.empty() && uid != request.current->uid) {
    throw conflict(kind.group, kind.plural, name,
                   "StorageError: invalid object, Code: 4, Key: " +
                       registry_key(kind).substr(request.dry_run ? std::string_view("/registry").size() : 0) + "/" +
                       request.current->key +
                       ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                       "precondition: " +
                       uid + ", UID in object meta: " + request.current->uid);
  }
  if (wanted_version != 0 && wanted_version != static_cast<std::uint64_t>(request.current->version)) {
    throw modified_conflict(kind.group, kind.plural, name);
  }

  own_fields(server, kind, version, &current, object, request.ownership);
  auto* owners = find(object, {"metadata", "managedFields"});
  auto managed_fields = owners == nullptr ? Json() : std::move(*owners);

  if (request.status_only) {
    auto status = object.contains("status") ? std::move(object["status"]) : Json();
    auto given = std::move(meta);
    object = current;
    // The status strategies of built-in kinds put the spec back, and of the metadata a Deployment's labels alone.
    if (!kind.custom && kind.id() != definitions_collection) {
      keep_system_metadata(given, old);
      if (kind.id() == "apps/deployments") {
        given["labels"] = member_of(old, {"labels"});
        if (given["labels"].is_null()) given.erase("labels");
      }
      object["metadata"] = std::move(given);
    }
    if (status.is_null()) {
      object.erase("status");
    } else {
      object["status"] = std::move(status);
    }
    if (!kind.custom) prepare_status(kind.collection(), object, current, now_text(server));
    if (kind.id() == signing_requests) prepare_request_status(object, current, request.approval, now_text(server));
  } else {
    keep_system_metadata(meta, old);
    if (version.status) {
      object.erase("status");
      if (const auto* status = find(current, {"status"})) object["status"] = *status;
    }
    if (kind.prepare_update) kind.prepare_update(object, current);
  }
  object["metadata"]["resourceVersion"] = old.at("resourceVersion");
  if (managed_fields.is_null()) {
    object["metadata"].erase("managedFields");
  } else {
    object["metadata"]["managedFields"] = std::move(managed_fields);
  }
  validate(kind, version, object, &current, status_check_of(kind, request, server.options.clock->wall_now()));
  forget_empty_lists(kind, version, object);

  apply::keep_times(current, object);
  if (object == current) return {PreparedUpdate::Then::unchanged, std::move(object)};
  if (!request.status_only && moves_generation(kind, version, current, object)) {
    const auto* generation = find(current, {"metadata", "generation"});
    object["metadata"]["generation"] = (generation == nullptr ? 0 : generation->get<std::int64_t>()) + 1;
  }
  const bool held = find(object, {"metadata", "finalizers"}) != nullptr;
  const bool ends =
      request.current->deleting && !held && kind.collection() != "/namespaces" && remaining_grace(current) == 0;
  return {ends ? PreparedUpdate::Then::remove : PreparedUpdate::Then::write, std::move(object)};
}

}  // namespace kubexx::apiserver
