// SPDX-License-Identifier: Apache-2.0
#include "verbs/admitted.hpp"

#include "admission/pod_security.hpp"
#include "apply/field_manager.hpp"
#include "apply/managed_fields.hpp"
#include "apply/manager_name.hpp"
#include "crd/conversion.hpp"
#include "schema/schema.hpp"
#include "verbs/decode.hpp"
#include "verbs/metadata.hpp"

namespace kubexx::apiserver {
namespace {

Json options_of(const Call& call, const char* kind)
{
  Json options{{"kind", kind}, {"apiVersion", "meta.k8s.io/v1"}};
  if (is_dry_run(call.query)) options["dryRun"] = Json::array({"All"});
  for (const char* name : {"fieldManager", "fieldValidation"}) {
    if (auto value = call.query.get(name); !value.empty()) options[name] = std::move(value);
  }
  return options;
}

/// What the mutated object says of them; if that is nonsense, what they were `before`.
Ownership ownership_in(Call& call, Json& object, const Json& before)
{
  const auto* fields = find(object, {"metadata", "managedFields"});
  try {
    (void)apply::decode_managed(fields);
  } catch (const apply::FieldsError& error) {
    call.warnings.push_back(
        std::string(".metadata.managedFields was in an invalid state after admission; this could be caused by an "
                    "outdated mutating admission controller; please fix your requests: ") +
        error.what());
    object["metadata"]["managedFields"] = before;
    return {std::nullopt, call.path.subresource, before};
  }
  return {std::nullopt, call.path.subresource, fields == nullptr ? Json() : *fields};
}

Json managed_fields_of(const Json& object)
{
  const auto* fields = find(object, {"metadata", "managedFields"});
  return fields == nullptr ? Json() : *fields;
}

Json without_type(Json object)
{
  object.erase("apiVersion");
  object.erase("kind");
  return object;
}

}  // namespace

AdmissionAttributes attributes_for(const Call& call, Operation operation)
{
  AdmissionAttributes attributes;
  attributes.operation = operation;
  attributes.resource = call.kind;
  attributes.version = call.version->name;
  attributes.subresource = call.path.subresource;
  attributes.kind = {call.kind->group, call.version->name, call.kind->kind};
  attributes.name = call.path.name;
  attributes.namespace_ = call.kind->id() == "/namespaces" ? call.path.name : call.path.namespace_;
  if (operation == Operation::create || operation == Operation::update) {
    attributes.options = options_of(call, operation == Operation::create ? "CreateOptions" : "UpdateOptions");
    attributes.dry_run = is_dry_run(call.query);
  }
  attributes.user = call.user;
  attributes.deadline = call.deadline;
  return attributes;
}

namespace {

AdmissionAttributes creation(const Call& call, Json object)
{
  auto attributes = attributes_for(call, Operation::create);
  if (attributes.name.empty()) attributes.name = string_at(object, {"metadata", "name"});
  if (call.kind->id() == "/namespaces") attributes.namespace_ = attributes.name;
  attributes.object = std::move(object);
  return attributes;
}

}  // namespace

awaitable<void> admit_create(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, const Plugins& plugins,
                             Json& object, Ownership& ownership)
{
  if (!admission) co_return;
  for (const char* member : {"deletionTimestamp", "deletionGracePeriodSeconds", "creationTimestamp", "uid"}) {
    object["metadata"].erase(member);
  }
  own_fields(*server, *call.kind, *call.version, nullptr, object, ownership);
  const auto fields = managed_fields_of(object);
  auto attributes = creation(call, std::move(object));
  std::function<void(Json&)> complete;
  if (Plugins::concern(*call.kind)) complete = [&](Json& changed) { plugins.admit(*call.kind, changed); };
  co_await admit(server, std::move(admission), attributes, call.warnings, std::move(complete));
  object = std::move(attributes.object);
  drop_repeated_owners(call, object, true);
  ownership = ownership_in(call, object, fields);
}

awaitable<void> validate_create(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                const Json& prepared)
{
  if (!admission) co_return;
  const auto attributes = creation(call, prepared);
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
}

awaitable<void> admit_update(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, UpdateRequest& request)
{
  if (!admission) co_return;
  if (request.before.is_null()) request.before = request.current->json();
  own_fields(*server, *call.kind, *call.version, &request.before, request.object, request.ownership);
  const auto fields = managed_fields_of(request.object);
  std::function<void(Json&)> complete = [&](Json& changed) {
    Plugins::admit_update(*call.kind, call.path.subresource, changed, request.before);
  };
  complete(request.object);
  auto attributes = attributes_for(call, Operation::update);
  attributes.object = std::move(request.object);
  attributes.old_object = request.before;
  co_await admit(server, std::move(admission), attributes, call.warnings, std::move(complete));
  request.object = std::move(attributes.object);
  drop_repeated_owners(call, request.object, true);
  request.ownership = ownership_in(call, request.object, fields);
}

awaitable<void> validate_update(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                const Json& prepared, const Json& before)
{
  check_pod_security(*server, call, prepared, &before);
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::update);
  attributes.object = prepared;
  attributes.old_object = before;
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
}

awaitable<void> admit_delete(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                             const StoredPtr& stored, Json options)
{
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::delete_);
  attributes.old_object = co_await json_in(server, call.kind, stored, call.version->name);
  const auto* dry_run = find(options, {"dryRun"});
  attributes.dry_run = dry_run != nullptr && !dry_run->empty();
  attributes.options = std::move(options);
  co_await admit(server, admission, attributes, call.warnings);
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
}

AdmissionPtr admission_now(Server& server)
{
  const Locked locked(server);
  return current_admission(server);
}

namespace {

void own_posted(Server& server, const Call& call, const GroupVersionKind& gvk, Json& object)
{
  Kind kind;
  kind.group = gvk.group;
  kind.kind = gvk.kind;
  ServedVersion version;
  version.name = gvk.version;
  version.schema = builtin_schema(gvk.group, gvk.version, gvk.kind);
  kind.versions = {version};
  const Locked locked(server);
  apply::FieldManager(server, kind, version, call.path.subresource).update(nullptr, object, apply::manager_of(call));
}

}  // namespace

awaitable<void> admit_posted(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, GroupVersionKind kind,
                             Json& object)
{
  own_posted(*server, call, kind, object);
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::create);
  attributes.kind = std::move(kind);
  object["metadata"]["namespace"] = call.path.namespace_;
  attributes.object = without_type(std::move(object));
  co_await admit(server, std::move(admission), attributes, call.warnings);
  object = std::move(attributes.object);
}

awaitable<void> validate_posted(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission,
                                GroupVersionKind kind, const Json& object)
{
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::create);
  attributes.kind = std::move(kind);
  attributes.object = without_type(object);
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
}

namespace {

/// That a webhook's patch left the options of a stream what Go's types can hold.
void check_stream_options(const std::string& kind, const Json& options)
{
  for (const auto& [name, value] : options.items()) {
    const bool text = name == "container" || name == "path";
    const bool list = name == "command" || name == "ports";
    const bool flag = name == "stdin" || name == "stdout" || name == "stderr" || name == "tty";
    if (!text && !list && !flag) continue;
    const bool right = text ? value.is_string() : list ? value.is_array() : value.is_boolean();
    if (right || value.is_null()) continue;
    const auto* type = text ? "string" : name == "command" ? "[]string" : list ? "[]int32" : "bool";
    throw internal_error(cannot_unmarshal(value, kind, name, type).what());
  }
}

}  // namespace

awaitable<void> admit_connect(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, GroupVersionKind kind,
                              Json& options)
{
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::connect);
  attributes.kind = std::move(kind);
  attributes.object = std::move(options);
  co_await admit(server, admission, attributes, call.warnings);
  check_stream_options(attributes.kind.kind, attributes.object);
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
  options = std::move(attributes.object);
}

awaitable<void> admit_part(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, const StoredPtr& current,
                           Json& wanted)
{
  if (!admission) co_return;
  auto attributes = attributes_for(call, Operation::update);
  attributes.object = std::move(wanted);
  attributes.old_object = current->json();
  co_await admit(server, std::move(admission), attributes, call.warnings);
  wanted = std::move(attributes.object);
}

namespace {

AdmissionAttributes of_scale(const Call& call, const Json& before, const Json& after)
{
  auto attributes = attributes_for(call, Operation::update);
  attributes.kind = {"autoscaling", "v1", "Scale"};
  attributes.old_object = without_type(before);
  attributes.object = without_type(after);
  return attributes;
}

}  // namespace

awaitable<void> admit_scale(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, const Json& before,
                            Json& wanted)
{
  if (!admission) co_return;
  auto attributes = of_scale(call, before, wanted);
  co_await admit(server, std::move(admission), attributes, call.warnings);
  wanted = std::move(attributes.object);
  wanted["apiVersion"] = "autoscaling/v1";
  wanted["kind"] = "Scale";
}

awaitable<void> validate_scale(std::shared_ptr<Server> server, Call& call, AdmissionPtr admission, const Json& before,
                               const Json& after)
{
  if (!admission) co_return;
  const auto attributes = of_scale(call, before, after);
  co_await validate_admission(server, std::move(admission), attributes, call.warnings);
}

}  // namespace kubexx::apiserver
