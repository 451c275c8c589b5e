// SPDX-License-Identifier: Apache-2.0
#include "apply/field_manager.hpp"

#include <utility>

#include "apply/empty_objects.hpp"
#include "apply/managed_fields.hpp"
#include "apply/served_versions.hpp"
#include "core/json_text.hpp"

namespace kubexx::apiserver::apply {
namespace {

constexpr std::size_t most_updates = 10;
constexpr const char* before_first_apply = "before-first-apply";
constexpr const char* last_applied = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::size_t most_annotations = 256U * 1024U;

/// What is never part of managedFields.
const FieldSet& stripped()
{
  static const auto set = [] {
    FieldSet fields;
    for (const char* name : {"apiVersion", "kind", "metadata"}) fields.insert({PathElement::field(name)});
    for (const char* name : {"name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation",
                             "managedFields", "resourceVersion"}) {
      fields.insert({PathElement::field("metadata"), PathElement::field(name)});
    }
    return fields;
  }();
  return set;
}

void strip(Managers& managers, const ManagerId& id)
{
  const auto entry = managers.find(id);
  if (entry == managers.end()) return;
  entry->second.set = difference(std::move(entry->second.set), stripped());
  if (entry->second.set.empty()) managers.erase(entry);
}

const Json* managed_of(const Json& object)
{
  return find(object, {"metadata", "managedFields"});
}

Managed decode_or_none(const Json* list)
{
  try {
    return decode_managed(list);
  } catch (const FieldsError&) {
    return {};
  }
}

/// fieldmanager.decodeLiveOrNew
Managed managed_before(const Json* live, const Json& object, bool subresource)
{
  const auto* of_live = live == nullptr ? nullptr : managed_of(*live);
  if (subresource) return decode_or_none(of_live);
  const auto* given = managed_of(object);
  if (resets_managed(given)) return {};
  auto managed = decode_or_none(given);
  return managed.fields.empty() ? decode_or_none(of_live) : managed;
}

/// metadata.managedFields of `object` becomes `list`; null: none.
void set_managed(Json& object, Json list)
{
  auto& meta = ensure_object(object, "metadata");
  if (list.is_null()) {
    meta.erase("managedFields");
  } else {
    meta["managedFields"] = std::move(list);
  }
}

std::string printed(const ManagerId& id)
{
  auto text = go_quoted(id.manager);
  if (!id.subresource.empty()) text += " with subresource " + go_quoted(id.subresource);
  if (id.operation == "Update") text += " using " + id.api_version;
  return text;
}

bool has_last_applied(const Json& object)
{
  return !string_at(object, {"metadata", "annotations", last_applied}).empty();
}

void set_last_applied(Json& object, Json config)
{
  if (auto* annotations = find(config, {"metadata", "annotations"})) annotations->erase(last_applied);
  auto& annotations = object["metadata"]["annotations"];
  annotations[last_applied] = go_json(config) + "\n";
  std::size_t size = 0;
  for (const auto& [name, value] : annotations.items()) {
    size += name.size() + (value.is_string() ? value.get_ref<const std::string&>().size() : 0);
  }
  if (size > most_annotations) annotations.erase(last_applied);
}

}  // namespace

FieldManager::FieldManager(const Server& server, const Kind& kind, const ServedVersion& version,
                           std::string subresource)
    : server_(server), kind_(kind), subresource_(std::move(subresource))
{
  const bool scale = subresource_ == "scale";
  api_version_ = scale ? "autoscaling/v1" : kind.api_version(version.name);
  type_name_ = scale ? "Scale" : kind.kind;
}

Json FieldManager::with_type(Json object) const
{
  object["apiVersion"] = api_version_;
  object["kind"] = type_name_;
  return object;
}

Json FieldManager::empty() const
{
  if (kind_.custom && subresource_ != "scale") return Json::object();
  return read_json(empty_object(api_version_ + " " + type_name_));
}

std::string FieldManager::name_of(const Json& object) const
{
  const auto name = string_at(object, {"metadata", "name"});
  const auto space = string_at(object, {"metadata", "namespace"});
  auto version = api_version_;
  if (version.find('/') == std::string::npos) version.insert(0, "/");
  return space + "/" + name + "; " + version + ", Kind=" + type_name_;
}

void FieldManager::track(const Json& live, const Json& object, Managed& managed, const std::string& manager) const
{
  const ServedVersions versions(kind_, subresource_);
  const auto type = versions.type(api_version_).value_or(Type());
  // The built-in kinds are decoded by their types, all but the keys of lists, which the comparison looks at.
  for (const auto* side : {&object, &live}) {
    if (!kind_.custom) break;
    if (const auto problems = validate(*side, type, true); !problems.empty()) throw TypeError(to_string(problems));
  }
  const ManagerId self{"current-operation", "", "", ""};
  Updater(versions).update(live, object, api_version_, managed.fields, self);
  strip(managed.fields, self);
  const auto changed = managed.fields.find(self);
  if (changed != managed.fields.end()) {
    const ManagerId id{manager.empty() ? "unknown" : manager, "Update", api_version_, subresource_};
    auto owned = std::move(changed->second);
    managed.fields.erase(changed);
    const auto previous = managed.fields.find(id);
    if (previous != managed.fields.end()) owned.set = unite(std::move(owned.set), std::move(previous->second.set));
    managed.fields[id] = std::move(owned);
    managed.times[id] = Time(server_.options.clock->wall_now()).to_string();
  }
  cap_updates(managed, most_updates);
}

void FieldManager::update(const Json* live, Json& object, const std::string& manager) const
{
  auto managed = managed_before(live, object, !subresource_.empty());
  if (live != nullptr && managed.fields.empty())
    return set_managed(object, nullptr);  // not tracked before its first apply
  set_managed(object, nullptr);
  // What the two agree on, as apiVersion and kind, is nobody's change: they need not be there.
  try {
    if (live == nullptr) {
      track(empty(), object, managed, manager);
    } else {
      track(*live, object, managed, manager);
    }
    set_managed(object, encode_managed(managed));
  } catch (const TypeError&) {
    // As a real server: the write succeeds, and who owned what stays.
    const auto* kept = live == nullptr ? nullptr : managed_of(*live);
    set_managed(object, kept == nullptr ? Json() : *kept);
  }
}

std::optional<Json> FieldManager::merge(const Json& live, const Json& config, Managed& managed,
                                        const std::string& manager, bool force) const
{
  const ServedVersions versions(kind_, subresource_);
  const auto type = versions.type(api_version_).value_or(Type());
  if (const auto problems = validate(config, type, false); !problems.empty()) {
    throw Failure(500, "", "failed to create typed patch object (" + name_of(config) + "): " + to_string(problems));
  }
  if (const auto problems = validate(live, type, true); !problems.empty()) {
    throw Failure(500, "", "failed to create typed live object (" + name_of(live) + "): " + to_string(problems));
  }
  const ManagerId id{manager, "Apply", "", subresource_};
  auto object = Updater(versions).apply(live, config, api_version_, managed.fields, id, force);
  strip(managed.fields, id);
  if (object) managed.times[id] = Time(server_.options.clock->wall_now()).to_string();
  return object;
}

std::optional<Json> FieldManager::merge_tracked(const Json& live, const Json& config, Managed& managed,
                                                const std::string& manager, bool force) const
{
  if (managed.fields.empty()) {
    try {
      track(with_type(empty()), live, managed, before_first_apply);
    } catch (const TypeError& error) {
      const auto type = ServedVersions(kind_, subresource_).type(api_version_).value_or(Type());
      const auto problems = to_string(validate(live, type, true));
      throw Failure(500, "",
                    "failed to create manager for existing fields: failed to convert new object (" + name_of(live) +
                        ") to smd typed: " + (problems.empty() ? error.what() : problems));
    }
  }
  return merge(live, config, managed, manager, force);
}

std::optional<FieldSet> FieldManager::last_applied_fields(const Json& live) const
{
  Json applied;
  try {
    applied = parse_json(string_at(live, {"metadata", "annotations", last_applied}), "");
  } catch (const Failure&) {
    return std::nullopt;
  }
  if (string_at(applied, {"apiVersion"}) != api_version_) return std::nullopt;
  const ServedVersions versions(kind_, subresource_);
  const auto type = versions.type(api_version_).value_or(Type());
  if (!validate(applied, type, false).empty() || !validate(live, type, false).empty()) return std::nullopt;
  const auto change = compare(applied, live, type);
  return difference(difference(difference(to_field_set(applied, type), change.modified), change.added), change.removed);
}

Failure FieldManager::conflict_failure(const std::vector<Conflict>& conflicts) const
{
  auto causes = Json::array();
  std::string message;
  const ManagerId* last = nullptr;
  for (const auto& [id, path] : conflicts) {
    causes.push_back(
        {{"reason", "FieldManagerConflict"}, {"message", "conflict with " + printed(id)}, {"field", to_string(path)}});
    if (conflicts.size() > 1 && (last == nullptr || !(*last == id))) {
      message += (message.empty() ? "" : "\n") + ("conflicts with " + printed(id)) + ":";
    }
    if (conflicts.size() > 1) message += "\n- " + to_string(path);
    last = &id;
  }
  if (conflicts.size() == 1)
    message = "conflict with " + printed(conflicts[0].manager) + ": " + to_string(conflicts[0].path);
  return {409, "Conflict",
          "Apply failed with " + std::to_string(conflicts.size()) +
              (conflicts.size() == 1 ? " conflict: " : " conflicts: ") + message,
          Json{{"causes", std::move(causes)}}};
}

FieldManager::Applied FieldManager::apply(const Json* live, Json config, const std::string& manager, bool force) const
{
  auto managed = decode_or_none(live == nullptr ? nullptr : managed_of(*live));
  if (const auto* given = managed_of(config); given != nullptr && given->is_array()) {
    throw bad_request("metadata.managedFields must be nil");
  }
  auto before = with_type(live == nullptr ? empty() : *live);
  if (live != nullptr) before["metadata"].erase("managedFields");
  Applied applied;
  try {
    const auto original = managed;
    try {
      applied.object = merge_tracked(before, config, managed, manager, force);
    } catch (ConflictError& error) {
      // What kubectl applied on the client's side, and nobody changed since, it may apply here.
      const auto allowed = manager == "kubectl" ? last_applied_fields(before) : std::nullopt;
      if (!allowed) throw;
      std::erase_if(error.conflicts, [&](const Conflict& one) { return allowed->has(one.path); });
      if (!error.conflicts.empty()) throw;
      managed = original;
      applied.object = merge_tracked(before, config, managed, manager, true);
    }
  } catch (const ConflictError& error) {
    throw conflict_failure(error.conflicts);
  } catch (const TypeError& error) {
    throw Failure(500, "", error.what());
  }
  if (manager == "kubectl" && has_last_applied(applied.object ? *applied.object : before)) {
    if (!applied.object) applied.object = before;
    set_last_applied(*applied.object, std::move(config));
    if (equal_values(*applied.object, before)) applied.object.reset();
  }
  applied.managed_fields = encode_managed(managed);
  return applied;
}

void keep_times(const Json& before, Json& after)
{
  const auto* old_list = managed_of(before);
  auto* new_list = find(after, {"metadata", "managedFields"});
  if (old_list == nullptr || new_list == nullptr || !new_list->is_array() || new_list->size() != old_list->size())
    return;
  bool other_times = false;
  for (std::size_t place = 0; place < new_list->size(); ++place) {
    const auto& a = (*old_list)[place];
    const auto& b = (*new_list)[place];
    other_times = other_times || string_at(a, {"time"}) != string_at(b, {"time"});
    for (const char* name : {"manager", "operation", "apiVersion", "subresource", "fieldsType"}) {
      if (string_at(a, {name}) != string_at(b, {name})) return;
    }
    if (a.at("fieldsV1") != b.at("fieldsV1")) return;
  }
  if (!other_times) return;
  auto with_old_times = *old_list;
  std::swap(*new_list, with_old_times);
  if (after != before) std::swap(*new_list, with_old_times);
}

}  // namespace kubexx::apiserver::apply
