// SPDX-License-Identifier: Apache-2.0
#include "apply/managed_fields.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace kubexx::apiserver::apply {
namespace {

constexpr const char* scale_version = "autoscaling/v1";
constexpr const char* ancient = "ancient-changes";

FieldSet scale_replicas()
{
  FieldSet set;
  set.insert({PathElement::field("spec"), PathElement::field("replicas")});
  return set;
}

ManagerId id_of(const Json& entry)
{
  ManagerId id{string_at(entry, {"manager"}), string_at(entry, {"operation"}), string_at(entry, {"apiVersion"}),
               string_at(entry, {"subresource"})};
  if (id.operation == "Apply") id.api_version.clear();
  return id;
}

}  // namespace

Managed decode_managed(const Json* list)
{
  Managed managed;
  if (list == nullptr || !list->is_array()) return managed;
  for (std::size_t place = 0; place < list->size(); ++place) {
    const auto& entry = (*list)[place];
    const auto operation = string_at(entry, {"operation"});
    const auto version = string_at(entry, {"apiVersion"});
    if (operation != "Apply" && operation != "Update") throw FieldsError("operation must be `Apply` or `Update`");
    if (version.empty()) throw FieldsError("apiVersion must not be empty");
    if (const auto type = string_at(entry, {"fieldsType"}); type != "FieldsV1") {
      const auto where = " in managed fields entry " + std::to_string(place);
      throw FieldsError(type.empty() ? "missing fieldsType" + where : "invalid fieldsType " + go_quoted(type) + where);
    }
    const auto id = id_of(entry);
    const auto* fields = find(entry, {"fieldsV1"});
    managed.fields[id] = {fields == nullptr ? FieldSet() : decode_fields(*fields), version, operation == "Apply"};
    if (const auto time = string_at(entry, {"time"}); !time.empty()) managed.times[id] = time;
  }
  return managed;
}

Json encode_managed(const Managed& managed)
{
  if (managed.fields.empty()) return nullptr;
  using Entry = std::pair<const ManagerId*, const VersionedSet*>;
  std::vector<Entry> entries;
  for (const auto& [id, owned] : managed.fields) entries.emplace_back(&id, &owned);
  const auto time_of = [&](const ManagerId& id) {
    const auto found = managed.times.find(id);
    return found == managed.times.end() ? std::string() : found->second;
  };
  const auto rank = [&](const Entry& entry) {
    const auto& [id, owned] = entry;
    return std::tuple(id->operation, time_of(*id), id->manager, owned->api_version, id->subresource);
  };
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return rank(a) < rank(b); });
  auto list = Json::array();
  for (const auto& [id, owned] : entries) {
    Json entry{{"operation", id->operation},
               {"apiVersion", owned->api_version},
               {"fieldsType", "FieldsV1"},
               {"fieldsV1", encode_fields(owned->set)}};
    if (!id->manager.empty()) entry["manager"] = id->manager;
    if (!id->subresource.empty()) entry["subresource"] = id->subresource;
    if (auto time = time_of(*id); !time.empty()) entry["time"] = std::move(time);
    list.push_back(std::move(entry));
  }
  return list;
}

bool resets_managed(const Json* list)
{
  if (list == nullptr || !list->is_array()) return false;
  return list->empty() || (list->size() == 1 && list->front().is_object() && list->front().empty());
}

void cap_updates(Managed& managed, std::size_t most)
{
  std::vector<std::pair<std::string, ManagerId>> updates;
  for (const auto& [id, owned] : managed.fields) {
    if (owned.applied) continue;
    const auto time = managed.times.find(id);
    updates.emplace_back(time == managed.times.end() ? std::string() : time->second, id);
  }
  if (updates.size() <= most) return;
  std::sort(updates.begin(), updates.end());
  std::map<std::string, ManagerId> first;  // of each version
  auto left = updates.size();
  for (const auto& [time, id] : updates) {
    if (left <= most) break;
    const auto [known, fresh] = first.emplace(managed.fields.at(id).api_version, id);
    if (fresh) continue;
    auto owned = std::move(managed.fields.at(id));
    const ManagerId bucket{ancient, "Update", owned.api_version, ""};
    if (!managed.fields.contains(bucket)) {
      auto moved = managed.fields.extract(known->second);
      moved.key() = bucket;
      managed.fields.insert(std::move(moved));
    }
    auto& set = managed.fields.at(bucket).set;
    set = unite(std::move(owned.set), std::move(set));
    managed.fields.erase(id);
    --left;
    managed.times[bucket] = time;
  }
}

ScaleFields::ScaleFields(const Json* parent, std::string api_version, std::map<std::string, Path> paths)
    : parent_(decode_managed(parent)), api_version_(std::move(api_version)), paths_(std::move(paths))
{
}

Json ScaleFields::to_scale() const
{
  Managed scale;
  for (const auto& [id, owned] : parent_.fields) {
    const auto path = paths_.find(owned.api_version);
    if (path == paths_.end() || !owned.set.has(path->second)) continue;
    scale.fields[id] = {scale_replicas(), scale_version, owned.applied};
    if (const auto time = parent_.times.find(id); time != parent_.times.end()) scale.times[id] = time->second;
  }
  return encode_managed(scale);
}

Json ScaleFields::to_parent(const Json* scale) const
{
  auto of_scale = decode_managed(scale).fields;
  Managed parent;
  const auto keep = [&](const ManagerId& id, VersionedSet owned) {
    if (const auto time = parent_.times.find(id); time != parent_.times.end()) parent.times[id] = time->second;
    parent.fields[id] = std::move(owned);
  };
  for (const auto& [id, owned] : parent_.fields) {
    const auto path = paths_.find(owned.api_version);
    if (path == paths_.end()) continue;
    auto kept = owned;
    if (owned.set.has(path->second)) {
      // In the scale the version of an entry that is no apply is another.
      auto as_scale = id;
      if (!owned.applied) as_scale.api_version = scale_version;
      if (of_scale.erase(as_scale) == 0) {
        FieldSet replicas;
        replicas.insert(path->second);
        kept.set = difference(owned.set, replicas);
      }
    }
    if (!kept.set.empty()) keep(id, std::move(kept));
  }
  FieldSet replicas;
  replicas.insert(paths_.at(api_version_));
  for (const auto& [id, owned] : of_scale) {
    if (!owned.set.has({PathElement::field("spec"), PathElement::field("replicas")})) continue;
    auto known = id;
    if (!owned.applied) known.api_version = api_version_;
    keep(known, {replicas, api_version_, owned.applied});
  }
  return encode_managed(parent);
}

}  // namespace kubexx::apiserver::apply
