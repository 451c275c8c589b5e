// SPDX-License-Identifier: Apache-2.0
#include "verbs/metadata.hpp"

#include <array>
#include <set>
#include <string_view>

#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/schema/detail/go_time.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

void check_time(const std::string& text)
{
  try {
    (void)Time::parse(text);
  } catch (const ValueError&) {
    throw DecodeError(schema::detail::go_time_problem(text, false));
  }
}

/// What Go makes of a null among the owners.
Json empty_owner()
{
  return {{"apiVersion", ""}, {"kind", ""}, {"name", ""}, {"uid", ""}};
}

/// Checks types, and drops what is unknown, which is named with `place` before it.
void clean_owner(Json& owner, const std::string& place, bool custom, std::vector<std::string>& unknown)
{
  for (auto member = owner.begin(); member != owner.end();) {
    const auto& name = member.key();
    const bool flag = name == "controller" || name == "blockOwnerDeletion";
    const bool text = name == "apiVersion" || name == "kind" || name == "name" || name == "uid";
    if (!flag && !text) {
      unknown.push_back(place + "." + name);
      member = owner.erase(member);
      continue;
    }
    if (!member->is_null() && !(flag ? member->is_boolean() : member->is_string())) {
      const std::string type = flag ? "bool" : name == "uid" ? "types.UID" : "string";
      throw cannot_unmarshal(*member, "OwnerReference",
                             (custom ? "ownerReferences." : "metadata.ownerReferences.") + name, type);
    }
    ++member;
  }
}

void check_managed_entry(const Json& entry)
{
  const auto& known = builtin_schemas().at("meta.v1.ManagedFieldsEntry")->properties;
  for (const auto& [name, value] : entry.items()) {
    if (name == "fieldsV1" || !known.contains(name) || value.is_null() || value.is_string()) continue;
    throw cannot_unmarshal(value, "ManagedFieldsEntry", "metadata.managedFields." + name, "string");
  }
}

}  // namespace

void clean_metadata(Json& object, const Kind& kind, std::vector<std::string>& unknown)
{
  enum class Type { text, number, map, list };
  static constexpr std::array<std::pair<std::string_view, Type>, 15> known{{
      {"annotations", Type::map},
      {"creationTimestamp", Type::text},
      {"deletionGracePeriodSeconds", Type::number},
      {"deletionTimestamp", Type::text},
      {"finalizers", Type::list},
      {"generateName", Type::text},
      {"generation", Type::number},
      {"labels", Type::map},
      {"managedFields", Type::list},
      {"name", Type::text},
      {"namespace", Type::text},
      {"ownerReferences", Type::list},
      {"resourceVersion", Type::text},
      {"selfLink", Type::text},
      {"uid", Type::text},
  }};
  const auto wrong = [](const std::string& field, const Json& value, const std::string& wanted) {
    throw cannot_unmarshal(value, "ObjectMeta", field, wanted);
  };
  auto& given = object["metadata"];
  if (given.is_null()) given = Json::object();
  if (!given.is_object() && kind.custom) {
    throw DecodeError(std::string("json: cannot unmarshal ") + json_type_of(given) +
                      " into Go value of type v1.ObjectMeta");
  }
  if (!given.is_object()) throw cannot_unmarshal(given, kind.kind, "metadata", "v1.ObjectMeta");
  Json clean = Json::object();
  for (auto& [name, value] : given.items()) {
    const auto* entry =
        std::find_if(known.begin(), known.end(), [&](const auto& field) { return field.first == name; });
    if (entry == known.end()) {
      unknown.push_back("metadata." + name);
      continue;
    }
    if (value.is_null()) continue;
    const auto field = (kind.custom ? "" : "metadata.") + name;
    switch (entry->second) {
      case Type::text:
        if (!value.is_string()) wrong(field, value, "string");
        if (name.ends_with("Timestamp")) check_time(value.get_ref<const std::string&>());
        if (value.get_ref<const std::string&>().empty()) continue;
        break;
      case Type::number:
        if (!has_json_type(Schema::Type::integer, value)) wrong(field, value, "int64");
        break;
      case Type::map:
        if (!value.is_object()) wrong(field, value, "map[string]string");
        for (auto& item : value) {
          if (item.is_null()) item = "";
          if (!item.is_string()) wrong(field, item, "string");
        }
        if (value.empty()) continue;
        break;
      case Type::list:
        if (!value.is_array()) {
          wrong(field, value,
                name == "managedFields" ? "[]v1.ManagedFieldsEntry"
                : name == "finalizers"  ? "[]string"
                                        : "[]v1.OwnerReference");
        }
        for (std::size_t place = 0; place < value.size(); ++place) {
          auto& item = value[place];
          const bool text = name == "finalizers";
          const bool owner = name == "ownerReferences";
          if (item.is_null()) item = text ? Json("") : owner ? empty_owner() : Json::object();
          if (text ? !item.is_string() : !item.is_object()) {
            wrong(field, item, text ? "string" : owner ? "v1.OwnerReference" : "v1.ManagedFieldsEntry");
          }
          if (owner) clean_owner(item, "metadata.ownerReferences[" + std::to_string(place) + "]", kind.custom, unknown);
        }
        if (value.empty() && name != "managedFields") continue;  // an empty list of these is a wish
        break;
    }
    clean[name] = std::move(value);
  }
  clean.erase("selfLink");
  if (auto* entries = find(clean, {"managedFields"})) {
    for (std::size_t place = 0; place < entries->size(); ++place) {
      auto& entry = (*entries)[place];
      std::vector<std::string> dropped;
      check_managed_entry(entry);
      decode_typed(*builtin_schemas().at("meta.v1.ManagedFieldsEntry"), entry, "ManagedFieldsEntry", dropped);
      for (const auto& name : dropped) {
        unknown.push_back("metadata.managedFields[" + std::to_string(place) + "]." + name);
      }
    }
  }
  given = std::move(clean);
}

void drop_repeated_owners(Call& call, Json& object, bool after_admission)
{
  auto* owners = find(object, {"metadata", "ownerReferences"});
  if (owners == nullptr || owners->size() < 2) return;
  std::set<std::string> seen;
  const auto given = owners->size();
  std::string repeated;
  Json kept = Json::array();
  for (auto& owner : *owners) {
    if (seen.insert(dump(owner)).second) {
      kept.push_back(std::move(owner));
    } else {
      repeated.append(repeated.empty() ? "" : ", ").append(string_at(owner, {"uid"}));
    }
  }
  *owners = std::move(kept);
  if (owners->size() == given) return;
  call.warnings.push_back(
      std::string(".metadata.ownerReferences contains duplicate entries") +
      (after_admission ? " after mutating admission happens" : "") +
      "; API server dedups owner references in 1.20+, and may "
      "reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: " +
      repeated);
}

}  // namespace kubexx::apiserver
