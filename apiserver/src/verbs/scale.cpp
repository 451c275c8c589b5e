// SPDX-License-Identifier: Apache-2.0
#include "verbs/scale.hpp"

#include <limits>

#include "apply/field_manager.hpp"
#include "apply/managed_fields.hpp"
#include "apply/manager_name.hpp"
#include "crd/conversion.hpp"
#include "render/small_table.hpp"
#include "render/tables.hpp"
#include "verbs/admitted.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
#include "verbs/patch.hpp"
#include "verbs/selectors.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

using apply::Path;

/// What a custom object without replicas has in the scale that a write begins with.
constexpr std::int64_t no_replicas = std::numeric_limits<std::int32_t>::min();

Json scale_of(const Call& call, const Stored& stored)
{
  const auto object = stored.json();
  const auto& paths = call.version->scale;
  Json scale{{"kind", "Scale"}, {"apiVersion", "autoscaling/v1"}};
  auto& meta = scale["metadata"] = Json::object();
  for (const char* member : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    if (const auto* value = find(object, {"metadata", member})) meta[member] = *value;
  }
  scale["spec"] = Json::object();
  scale["status"] = {{"replicas", 0}};
  const auto read = [&](const std::string& path) -> const Json* {
    if (path.empty()) return nullptr;
    const auto pointer = field_pointer(path);
    return object.contains(pointer) ? &object.at(pointer) : nullptr;
  };
  const auto* replicas = read(paths.spec_replicas);
  if (replicas != nullptr && *replicas != 0) scale["spec"]["replicas"] = *replicas;
  if (const auto* count = read(paths.status_replicas)) scale["status"]["replicas"] = *count;
  if (const auto* selector = read(paths.label_selector)) {
    // That of a replication controller is a map of labels.
    const bool labels = call.kind->id() == "/replicationcontrollers";
    scale["status"]["selector"] = selector->is_string() ? selector->get<std::string>()
                                  : labels              ? selector_of(Json{{"matchLabels", *selector}}).to_string()
                                                        : selector_of(*selector).to_string();
  }
  if (call.kind->custom && replicas == nullptr) scale["spec"]["replicas"] = no_replicas;
  return scale;
}

/// Sets the number at a path, whose parents become objects where there is nothing.
void set_replicas(Json& object, const std::string& path, std::int64_t count)
{
  const auto place = field_pointer(path);
  std::vector<std::string> names;
  for (auto left = place; !left.empty(); left.pop_back()) names.push_back(left.back());
  auto* at = &object;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (!at->is_object() && !at->is_null()) throw Failure(500, "", path + " does not lead through objects");
    at = &(*at)[*name];
  }
  *at = count;
}

std::map<std::string, Path> replicas_paths(const Kind& kind)
{
  std::map<std::string, Path> paths;
  for (const auto& version : kind.versions) {
    auto& path = paths[kind.api_version(version.name)];
    if (version.scale.spec_replicas.empty()) continue;
    for (auto left = field_pointer(version.scale.spec_replicas); !left.empty(); left.pop_back()) {
      path.insert(path.begin(), apply::PathElement::field(left.back()));
    }
  }
  return paths;
}

apply::ScaleFields scale_fields(const Call& call, const Json& object)
{
  return {find(object, {"metadata", "managedFields"}), call.kind->api_version(call.version->name),
          replicas_paths(*call.kind)};
}

/// The scale with its managedFields.
Json tracked_scale_of(const Call& call, const Stored& stored)
{
  auto scale = scale_of(call, stored);
  if (auto list = scale_fields(call, stored.json()).to_scale(); !list.is_null()) {
    scale["metadata"]["managedFields"] = std::move(list);
  }
  return scale;
}

/// Decodes; warns of unknown fields, or refuses them with a DecodeError, by fieldValidation.
void decode_scale(Call& call, Json& scale)
{
  std::vector<std::string> unknown;
  decode_builtin("autoscaling.v1.Scale", scale, unknown);
  const auto mode = call.query.get("fieldValidation");
  if (mode == "Ignore" || unknown.empty()) return;
  std::string text;
  for (const auto& field : unknown) {
    auto problem = "unknown field " + go_quoted(field);
    text.append(text.empty() ? "" : ", ").append(problem);
    if (mode != "Strict") call.warnings.push_back(std::move(problem));
  }
  if (mode == "Strict") throw DecodeError("strict decoding error: " + text);
}

/// `patch` is what made it so.
Json decoded_scale(Call& call, const Json& scale, const Patch& patch = {Patch::Type::merge, {}, {}})
{
  auto decoded = scale;
  try {
    decode_scale(call, decoded);
  } catch (const DecodeError& error) {
    throw unreadable_patched(patch, scale, *builtin_schemas().at("autoscaling.v1.Scale"), error);
  }
  return decoded;
}

/// Why a real server cannot finish an apply to the scale of a custom object, of which it makes an object of no Go type.
/// `named` is the object that it names.
Failure unconverted(const std::string& what, const Json& named)
{
  return {500, "",
          what + " (" + string_at(named, {"metadata", "namespace"}) + "/" + string_at(named, {"metadata", "name"}) +
              "; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: "
              "autoscaling/v1"};
}

/// The scale that a request asks for, with its managedFields. `before` has them too.
Json wanted_scale(Server& server, Call& call, const Json& before)
{
  const apply::FieldManager manager(server, *call.kind, *call.version, "scale");
  if (is_apply(call.http)) {
    const auto given = parse_apply(call, "autoscaling/v1", "Scale");
    if (call.kind->custom && find(before, {"metadata", "managedFields"}) == nullptr) {
      throw unconverted("failed to create manager for existing fields: failed to convert live object", Json::object());
    }
    auto applied = manager.apply(&before, given, call.query.get("fieldManager"), is_forced(call));
    if (call.kind->custom && applied.object) throw unconverted("failed to convert new object", given);
    auto scale = decoded_scale(call, applied.object ? *applied.object : before);
    scale["metadata"]["managedFields"] = std::move(applied.managed_fields);
    return scale;
  }
  Json scale;
  if (call.http.method == "PUT") {
    scale = parse_body(call.http, "Scale", "autoscaling/v1");
    check_named_type(scale, "autoscaling/v1", "Scale", "autoscaling");
    try {
      decode_scale(call, scale);
    } catch (const DecodeError& error) {
      throw unreadable("Scale", "v1", error);
    }
    if (call.kind->namespaced) scale["metadata"]["namespace"] = call.path.namespace_;
    if (!scale.contains("status")) scale["status"] = {{"replicas", 0}};
  } else {
    auto patched = before;
    patched["metadata"].erase("managedFields");
    const auto patch = read_patch(begin_patch(call.http, call.kind->custom), call.http);
    apply_patch(patch, patched, nullptr);
    scale = decoded_scale(call, patched, patch);
  }
  manager.update(&before, scale, apply::manager_of(call));
  return scale;
}

/// `scale` decoded, with its managedFields.
UpdateRequest update_of(Call& call, const StoredPtr& current, const Json& scale)
{
  check_url_name(call, scale);
  const auto* replicas = find(scale, {"spec", "replicas"});
  const std::int64_t count = replicas == nullptr ? 0 : replicas->get<std::int64_t>();
  if (call.kind->custom && count == no_replicas) {
    throw bad_request("the spec replicas field " + go_quoted(call.version->scale.spec_replicas) + " cannot be empty");
  }
  if (count < 0 && call.kind->custom) {
    throw invalid(call.kind->group, call.kind->kind, call.path.name,
                  {invalid_value(call.version->scale.spec_replicas, count, "should be a non-negative integer")});
  }
  if (count < 0) {
    throw invalid("autoscaling", "Scale", call.path.name,
                  {invalid_value("spec.replicas", count, "must be greater than or equal to 0")});
  }
  UpdateRequest request;
  request.object = current->json();
  set_replicas(request.object, call.version->scale.spec_replicas, count);
  const auto version = string_at(scale, {"metadata", "resourceVersion"});
  if (const auto uid = string_at(scale, {"metadata", "uid"}); !uid.empty()) request.object["metadata"]["uid"] = uid;
  if (!version.empty()) {
    request.object["metadata"]["resourceVersion"] = version;
  } else if (!call.kind->custom) {
    request.object["metadata"].erase("resourceVersion");
  }
  request.current = current;
  request.ownership.managed_fields =
      scale_fields(call, current->json()).to_parent(find(scale, {"metadata", "managedFields"}));
  return request;
}

}  // namespace

namespace {

/// With the columns that a built-in kind and a custom one have.
std::string scale_table(Server& server, const Call& call, Json scale)
{
  const bool custom = call.kind->custom;
  auto name = name_column();
  if (!custom) name.format.clear();
  const std::vector<Column> columns{
      name,
      {"Desired", "integer", "",
       custom ? "Number of desired replicas" : "replicas is the desired number of instances for the scaled object.", 0,
       ""},
      {"Available", "integer", "",
       custom ? "Number of actual replicas"
              : "replicas is the actual number of observed instances of the scaled object.",
       0, ""},
      {"Age", custom ? "date" : "string", "", creation_description(), 0, ""}};
  const auto* desired = find(scale, {"spec", "replicas"});
  const auto created = string_at(scale, {"metadata", "creationTimestamp"});
  auto cells =
      Json::array({string_at(scale, {"metadata", "name"}), desired == nullptr ? Json(0) : *desired,
                   json_at(scale, {"status", "replicas"}), human_age(created, server.options.clock->wall_now())});
  const auto version = string_at(scale, {"metadata", "resourceVersion"});
  return small_table(call.as, columns, {{std::move(cells), std::move(scale)}}, version);
}

/// In the version of the call.
awaitable<StoredPtr> shown(std::shared_ptr<Server> server, const Call& call, StoredPtr stored)
{
  std::vector<StoredPtr> one{std::move(stored)};
  one = co_await stored_in(std::move(server), call.kind, std::move(one), call.version->name);
  co_return one.front();
}

}  // namespace

awaitable<HttpResponse> get_scale(std::shared_ptr<Server> server, Call& call)
{
  StoredPtr stored;
  {
    const Locked locked(*server);
    stored = current_object(call);
  }
  stored = co_await shown(server, call, std::move(stored));
  auto scale = scale_of(call, *stored);
  if (json_at(scale, {"spec", "replicas"}) == no_replicas) {
    throw internal_error("the spec replicas field " + go_quoted(call.version->scale.spec_replicas) + " does not exist");
  }
  if (call.as.form == Form::table) co_return json_response(200, scale_table(*server, call, std::move(scale)));
  co_return json_response(200, dump(scale));
}

awaitable<HttpResponse> write_scale(std::shared_ptr<Server> server, Call& call)
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
    const auto present = co_await shown(server, call, current);
    const auto before = tracked_scale_of(call, *present);
    auto scale = wanted_scale(*server, call, before);
    if (admission) {
      co_await admit_scale(server, call, admission, before, scale);
      scale = decoded_scale(call, scale);
    }
    const bool dry_run = is_dry_run(call.query);
    auto prepared = prepare_update(*server, *call.kind, *call.version, update_of(call, present, scale));
    if (admission) {
      co_await validate_scale(server, call, admission, before, tracked_scale_of(call, *make_stored(prepared.object)));
    }
    if (call.kind->custom && call.version->schema) {
      // A real server stores replicas that the schema does not have, and prunes them whenever it reads the object.
      std::vector<std::string> unknown;
      prune(*call.version->schema, prepared.object, unknown);
    }
    StoredPtr stored;
    const bool unchanged = prepared.then == PreparedUpdate::Then::unchanged;
    if (dry_run || (unchanged && is_stored_as_now(*call.kind, *current))) {
      stored = make_stored(std::move(prepared.object), call.version->name, call.version->schema_number);
    } else {
      auto draft = co_await draft_of(server, call.kind, std::move(prepared.object), call.version->name);
      const Locked locked(*server);
      if (call.collection->objects.get(current->key) != current) continue;
      const auto then = unchanged ? PreparedUpdate::Then::write : prepared.then;
      const bool same = unchanged && draft.same_as(*current);
      stored = same ? current : commit_update(*server, *call.kind, *call.collection, current, std::move(draft), then);
    }
    stored = co_await shown(server, call, std::move(stored));
    auto written = scale_of(call, *stored);
    if (json_at(written, {"spec", "replicas"}) == no_replicas) written["spec"].erase("replicas");
    co_return json_response(200, dump(written));
  }
}

}  // namespace kubexx::apiserver
