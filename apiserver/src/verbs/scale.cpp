// SPDX-License-Identifier: Apache-2.0
#include "verbs/scale.hpp"

#include "apply/field_manager.hpp"
#include "apply/managed_fields.hpp"
#include "verbs/apply.hpp"
#include "verbs/decode.hpp"
#include "verbs/patch.hpp"
#include "verbs/selectors.hpp"
#include "verbs/verbs.hpp"

namespace kubexx::apiserver {
namespace {

using apply::Path;

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
  if (call.kind->custom && replicas == nullptr) {
    throw not_found(call.kind->group, call.kind->plural + "/scale", stored.name);
  }
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

/// The object's managedFields after its scale became `scale`.
Json managed_fields_after(Server& server, const Call& call, const Stored& current, const Json& scale)
{
  const auto fields = scale_fields(call, current.json());
  auto before = scale_of(call, current);
  if (auto list = fields.to_scale(); !list.is_null()) before["metadata"]["managedFields"] = std::move(list);
  auto after = scale;
  apply::FieldManager(server, *call.kind, *call.version, "scale").update(&before, after, apply::manager_of(call));
  return fields.to_parent(find(after, {"metadata", "managedFields"}));
}

/// `scale` decoded.
HttpResponse store_scale(Server& server, Call& call, const StoredPtr& current, const Json& scale,
                         const std::optional<Json>& managed_fields = std::nullopt)
{
  if (string_at(scale, {"metadata", "name"}) != call.path.name) {
    throw bad_request("the name of the object (" + string_at(scale, {"metadata", "name"}) +
                      ") does not match the name on the URL (" + call.path.name + ")");
  }
  const auto* replicas = find(scale, {"spec", "replicas"});
  const std::int64_t count = replicas == nullptr ? 0 : replicas->get<std::int64_t>();
  if (count < 0) {
    throw invalid("autoscaling", "Scale", call.path.name,
                  {invalid_value("spec.replicas", count, "must be greater than or equal to 0")});
  }
  UpdateRequest request;
  request.object = current->json();
  set_replicas(request.object, call.version->scale.spec_replicas, count);
  const auto version = string_at(scale, {"metadata", "resourceVersion"});
  if (version.empty()) {
    request.object["metadata"].erase("resourceVersion");
  } else {
    request.object["metadata"]["resourceVersion"] = version;
  }
  request.current = current;
  request.dry_run = is_dry_run(call.query);
  request.ownership.managed_fields =
      managed_fields ? *managed_fields : managed_fields_after(server, call, *current, scale);
  const auto stored = store_update(server, *call.kind, *call.collection, *call.version, std::move(request));
  return json_response(200, dump(scale_of(call, *stored)));
}

}  // namespace

HttpResponse get_scale(Server& /*server*/, Call& call)
{
  return json_response(200, dump(scale_of(call, *current_object(call))));
}

HttpResponse update_scale(Server& server, Call& call)
{
  auto scale = parse_body(call.http, "Scale", "autoscaling/v1");
  try {
    decode_builtin("autoscaling.v1.Scale", scale);
  } catch (const DecodeError& error) {
    throw unreadable("Scale", "v1", error);
  }
  return store_scale(server, call, current_object(call), scale);
}

HttpResponse patch_scale(Server& server, Call& call)
{
  const auto patch = parse_patch(call.http, call.kind->custom);
  const auto current = current_object(call);
  auto scale = scale_of(call, *current);
  apply_patch(patch, scale, nullptr);
  auto decoded = scale;
  try {
    decode_builtin("autoscaling.v1.Scale", decoded);
  } catch (const DecodeError& error) {
    throw unreadable_patched(scale, error);
  }
  return store_scale(server, call, current, decoded);
}

HttpResponse apply_scale(Server& server, Call& call)
{
  auto config = parse_apply(call, "autoscaling/v1", "Scale");
  const auto current = current_object(call);
  const auto fields = scale_fields(call, current->json());
  auto before = scale_of(call, *current);
  if (auto list = fields.to_scale(); !list.is_null()) before["metadata"]["managedFields"] = std::move(list);
  const apply::FieldManager manager(server, *call.kind, *call.version, "scale");
  auto applied = manager.apply(&before, std::move(config), call.query.get("fieldManager"), is_forced(call));
  auto scale = applied.object ? std::move(*applied.object) : before;
  auto decoded = scale;
  try {
    decode_builtin("autoscaling.v1.Scale", decoded);
  } catch (const DecodeError& error) {
    throw unreadable_patched(scale, error);
  }
  return store_scale(server, call, current, decoded, fields.to_parent(&applied.managed_fields));
}

}  // namespace kubexx::apiserver
