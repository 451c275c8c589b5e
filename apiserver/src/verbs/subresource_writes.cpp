// SPDX-License-Identifier: Apache-2.0
#include "admission/pod_amounts.hpp"
#include "admission/quota.hpp"
#include "apply/field_manager.hpp"
#include "apply/manager_name.hpp"
#include "controllers/gc.hpp"
#include "validation/internal_text.hpp"
#include "validation/pod_annotations.hpp"
#include "validation/text_diff.hpp"
#include "validation/validate.hpp"
#include "validation/validate_resize.hpp"
#include "verbs/admitted.hpp"
#include "verbs/decode.hpp"
#include "verbs/patch.hpp"
#include "verbs/subresources.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

/// The object that a PUT or PATCH of a subresource asks for, with the whole object as what a patch applies to.
Json wanted_object(Call& call, const StoredPtr& current)
{
  Json object;
  if (call.http.method == "PUT") {
    object = decode_body(call);
  } else {
    const auto patch = read_patch(begin_patch(call.http, call.kind->custom), call.http);
    object = decode_patched(call, patch, current->json());
  }
  check_url_name(call, object);
  const auto version = string_at(object, {"metadata", "resourceVersion"});
  if (!version.empty() && version != std::to_string(current->version)) {
    throw modified_conflict(call.kind->group, call.kind->plural, call.path.name);
  }
  return object;
}

void refuse(const Call& call, const FieldErrors& errors)
{
  if (!errors.empty()) throw invalid(call.kind->group, call.kind->kind, call.path.name, errors);
}

void move_generation(Json& object)
{
  auto& generation = object["metadata"]["generation"];
  generation = (generation.is_number_integer() ? generation.get<std::int64_t>() : 0) + 1;
}

}  // namespace

StoredPtr store_part(Server& server, const Call& call, const StoredPtr& current, Json object)
{
  object["metadata"]["resourceVersion"] = std::to_string(current->version);
  if (object == current->json()) return current;
  if (is_dry_run(call.query)) return make_stored(std::move(object));
  auto stored = server.store.put(*call.collection, std::move(object));
  note_written(server, *stored);
  return stored;
}

namespace {

Json finalized(Server& /*server*/, const Call& call, Json object, const Json& wanted)
{
  auto changed = wanted;
  keep_system_metadata(changed["metadata"], object.at("metadata"));
  if (array_at(changed, {"spec", "finalizers"}).empty()) ensure_object(changed, "spec").erase("finalizers");
  changed["status"] = std::move(object["status"]);
  FieldErrors errors;
  validate_namespace(changed, nullptr, errors);
  refuse(call, errors);
  return changed;
}

/// The end of a namespace, once nothing holds it any more.
StoredPtr store_finalized(Server& server, const Call& call, const StoredPtr& current, Json object)
{
  const bool held =
      !array_at(object, {"spec", "finalizers"}).empty() || !array_at(object, {"metadata", "finalizers"}).empty();
  if (!current->deleting || held || is_dry_run(call.query)) return store_part(server, call, current, std::move(object));
  object["metadata"]["resourceVersion"] = std::to_string(current->version);
  auto last = make_stored(std::move(object));
  const auto removed = server.store.remove(*call.collection, current->key);
  note_removed(server, *call.collection, *removed);
  return last;
}

Json with_ephemeral_containers(Server& /*server*/, const Call& call, Json object, const Json& wanted)
{
  const auto& given = array_at(wanted, {"spec", "ephemeralContainers"});
  const auto before = array_at(object, {"spec", "ephemeralContainers"});
  FieldErrors errors;
  for (const auto& present : before) {
    const auto name = string_at(present, {"name"});
    const auto kept =
        std::find_if(given.begin(), given.end(), [&](const Json& one) { return string_at(one, {"name"}) == name; });
    if (kept == given.end()) {
      errors.push_back(forbidden_value("spec.ephemeralContainers",
                                       "existing ephemeral containers " + go_quoted(name) + " may not be removed\n"));
    } else if (*kept != present) {
      errors.push_back(forbidden_value("spec.ephemeralContainers",
                                       "existing ephemeral containers " + go_quoted(name) + " may not be changed\n" +
                                           unified_diff(internal_lines("core.EphemeralContainer", present),
                                                        internal_lines("core.EphemeralContainer", *kept))));
    }
  }
  if (given.empty()) {
    object["spec"].erase("ephemeralContainers");
  } else {
    object["spec"]["ephemeralContainers"] = given;
  }
  const FieldValue pod(&object, "", errors);
  validate_pod_metadata_and_spec(pod);
  validate_pod_annotations(pod["metadata"]["annotations"], pod["spec"]);
  refuse(call, errors);
  if (given != before) move_generation(object);
  return object;
}

/// The plugin PodResizeValidator: the node of the pod must be one that can give what it asks for.
void check_node_of_resize(Server& server, const Call& call, const Json& pod)
{
  const auto name = string_at(pod, {"spec", "nodeName"});
  if (name.empty()) return;
  StoredPtr node;
  {
    const Locked locked(server);
    node = server.store.collection("/nodes")->objects.get(key_of("", name));
  }
  const auto refuse_resize = [&call](const std::string& why, const char* cause) {
    throw forbidden("", "pods", call.path.name, why,
                    cause == nullptr ? Json() : Json::array({Json{{"reason", cause}}}));
  };
  if (!node) return refuse_resize("node " + go_quoted(name) + " not found", nullptr);
  const auto object = node->json();
  const auto system = string_at(object, {"metadata", "labels", "kubernetes.io/os"});
  if (!system.empty() && system != "linux") {
    refuse_resize("pod resize is only supported on linux nodes, node " + go_quoted(name) + " is " + go_quoted(system),
                  "UnsupportedPlatform");
  }
  const auto requests = pod_requests(pod);
  const auto allocatable = resource_amounts(json_at(object, {"status", "allocatable"}));
  std::string problem;
  const auto check = [&](const char* resource, auto number) {
    const auto wanted = requests.find(resource);
    const auto found = allocatable.find(resource);
    const auto most = found == allocatable.end() ? Quantity(0) : found->second;
    if (wanted == requests.end() || wanted->second <= most) return;
    problem += (problem.empty() ? "" : "; ") + std::string(resource) +
               ", requested: " + std::to_string(number(wanted->second)) +
               ", allocatable: " + std::to_string(number(most));
  };
  check("cpu", [](const Quantity& amount) { return amount.milli_value(); });
  check("memory", [](const Quantity& amount) { return amount.value(); });
  if (!problem.empty()) refuse_resize("node didn't have enough allocatable resources: " + problem, "NodeCapacity");
}

Json resized(Server& server, const Call& call, Json object, const Json& wanted)
{
  const Json before = object;
  object = resized_pod(std::move(object), wanted);
  FieldErrors errors;
  validate_resize(object, before, errors);
  refuse(call, errors);
  if (object.at("spec") == before.at("spec")) return object;
  move_generation(object);
  check_node_of_resize(server, call, object);
  return object;
}

/// Writes who owns what to `wanted`, in which the user's managedFields are those of the whole object.
void own_part(const Server& server, const Call& call, const Json& before, Json& wanted)
{
  own_fields(server, *call.kind, *call.version, &before, wanted, {apply::manager_of(call), call.path.subresource, {}});
}

void take_managed_fields(Json& object, const Json& wanted, const Json& before)
{
  const auto* fields = find(wanted, {"metadata", "managedFields"});
  if (fields == nullptr) {
    object["metadata"].erase("managedFields");
  } else {
    object["metadata"]["managedFields"] = *fields;
  }
  apply::keep_times(before, object);
}

/// One of them: how the new object is made of what is there and what is asked for, and how it is stored.
struct Part {
  Json (*make)(Server& server, const Call& call, Json object, const Json& wanted);
  StoredPtr (*store)(Server& server, const Call& call, const StoredPtr& current, Json object) = store_part;
};

awaitable<HttpResponse> write_part(std::shared_ptr<Server> server, Call& call, Part part)
{
  const auto warnings = call.warnings.size();
  while (true) {
    call.warnings.resize(warnings);
    StoredPtr current;
    AdmissionPtr admission;
    {
      const Locked locked(*server);
      current = current_object(call);
      admission = current_admission(*server);
    }
    if (call.http.method == "GET") co_return object_response(*server, call, 200, *current);
    const auto before = current->json();
    auto wanted = wanted_object(call, current);
    own_part(*server, call, before, wanted);
    co_await admit_part(server, call, admission, current, wanted);
    auto object = part.make(*server, call, before, wanted);
    take_managed_fields(object, wanted, before);
    co_await validate_update(server, call, admission, object, before);
    StoredPtr stored;
    {
      const Locked locked(*server);
      if (call.collection->objects.get(current->key) != current) continue;
      if (has_quotas(*server, call.path.namespace_)) {
        charge_quotas(*server, {*call.kind, Operation::update, call.path.subresource, call.path.namespace_, object,
                                &before, is_dry_run(call.query)});
      }
      stored = part.store(*server, call, current, std::move(object));
    }
    co_return object_response(*server, call, 200, *stored);
  }
}

}  // namespace

awaitable<HttpResponse> finalize_namespace(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {finalized, store_finalized});
}

awaitable<HttpResponse> write_ephemeral_containers(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {with_ephemeral_containers});
}

awaitable<HttpResponse> resize_pod(std::shared_ptr<Server> server, Call& call)
{
  return write_part(std::move(server), call, {resized});
}

}  // namespace kubexx::apiserver
