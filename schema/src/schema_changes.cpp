// SPDX-License-Identifier: Apache-2.0
// Goes through two schemas of the same value: types, fields, lists, defaults. schema_value_changes.cpp and
// schema_rule_changes.cpp have the other keywords.
#include <algorithm>
#include <array>
#include <set>

#include "crd_change_list.hpp"

namespace kubexx::schema::detail {
namespace {

using Spot = SchemaPlace::Spot;

enum class Fit { same, wider, narrower, other };

bool holds_all_of(const std::string& type, const std::string& other)
{
  if (type.empty() || type == other) return true;
  if (type == "int-or-string") return other == "integer" || other == "string";
  return type == "number" && other == "integer";
}

Fit fit_of(const std::string& before, const std::string& after)
{
  if (before == after) return Fit::same;
  if (holds_all_of(after, before)) return Fit::wider;
  return holds_all_of(before, after) ? Fit::narrower : Fit::other;
}

std::string shown_type(const std::string& type)
{
  return type.empty() ? "any" : type;
}

/// What becomes of members that `properties` does not name.
struct Undeclared {
  enum class Fate { pruned, kept, checked };
  Fate fate = Fate::pruned;
  const Json* schema = nullptr;  ///< set: they are checked by it
};

Undeclared undeclared_of(const Json& schema)
{
  const Json& additional = part(schema, "additionalProperties");
  if (additional.is_object()) return {Undeclared::Fate::checked, &additional};
  const bool kept = flag_part(schema, "x-kubernetes-preserve-unknown-fields") || additional == Json(true);
  return {kept ? Undeclared::Fate::kept : Undeclared::Fate::pruned, nullptr};
}

std::set<std::string> texts_of(const Json& list)
{
  std::set<std::string> texts;
  for (const auto& item : list) {
    if (item.is_string()) texts.insert(item.get<std::string>());
  }
  return texts;
}

/// Members that every object has, declared or not.
bool is_implied(const std::string& name)
{
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

bool has_implied(const Json& schema, const SchemaPlace& place)
{
  return place.spot == Spot::root || flag_part(schema, "x-kubernetes-embedded-resource");
}

/// What a schema that does not declare an implied member permits.
const Json& implied_schema(const std::string& name)
{
  static const Json text = Json::parse(R"({"type": "string"})");
  static const Json metadata = Json::parse(R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true})");
  return name == "metadata" ? metadata : text;
}

std::string list_type_of(const Json& schema)
{
  const auto type = text_part(schema, "x-kubernetes-list-type");
  return type.empty() ? "atomic" : type;
}

std::string map_type_of(const Json& schema)
{
  const auto type = text_part(schema, "x-kubernetes-map-type");
  return type.empty() ? "granular" : type;
}

class SchemaComparison {
public:
  explicit SchemaComparison(CrdChangeList& changes) : changes_(changes) {}

  void compare(const Json& before, const Json& after, const SchemaPlace& place)
  {
    if (before == after && place.required == place.was_required) return;
    if (!compare_types(before, after, place)) return;
    compare_presence(before, after, place);
    compare_values(before, after, place, changes_);
    compare_lists(before, after, place);
    compare_objects(before, after, place);
    compare_rules(before, after, place, changes_);
  }

private:
  /// False: they have nothing in common that can be compared.
  bool compare_types(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const auto old_type = type_name(before);
    const auto new_type = type_name(after);
    const auto fit = fit_of(old_type, new_type);
    const std::string change = "type: " + shown_type(old_type) + " -> " + shown_type(new_type);
    const std::string refused = "objects with a value in " + name_of(place) + " that is no " + shown_type(new_type);
    if (fit == Fit::wider) changes_.add("type-widened", place, change);
    if (fit == Fit::narrower) changes_.add_stricter("type-narrowed", place, change, refused);
    if (fit == Fit::other) changes_.add_stricter("type-changed", place, change, "objects with " + name_of(place));
    return fit != Fit::other;
  }

  /// default and nullable. Whether a field is required is compared with its object.
  void compare_presence(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const Json& old_default = part(before, "default");
    const Json& new_default = part(after, "default");
    if (old_default != new_default) {
      const std::string change = "default: " + both(old_default, new_default);
      if (old_default.is_null()) {
        changes_.add("default-added", place, change);
      } else if (!new_default.is_null()) {
        changes_.add("default-changed", place, change);
      } else if (place.required && place.was_required) {
        default_of_required_removed(old_default, place);
      } else if (place.spot == Spot::item && !flag_part(before, "nullable") && !flag_part(after, "nullable")) {
        changes_.add("nullable-removed", place, change,
                     "requests with null in " + name_of(place) + ", which became that", ratcheting_of(place));
      } else {
        changes_.add("default-removed", place, change);
      }
    }
    const bool was_nullable = flag_part(before, "nullable");
    const bool is_nullable = flag_part(after, "nullable");
    if (is_nullable && !was_nullable) changes_.add("nullable-added", place, "nullable: false -> true");
    if (is_nullable || !was_nullable) return;
    // A server drops the null of a member, or puts the default in its place.
    const bool needed = place.spot == Spot::item || (place.required && new_default.is_null());
    if (!needed) return changes_.add("optional-nullable-removed", place, "nullable: true -> false");
    changes_.add("nullable-removed", place, "nullable: true -> false", "objects with null in " + name_of(place),
                 place.spot == Spot::item ? ratcheting_of(place) : ratcheting_of_absence(place));
  }

  void compare_lists(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const auto old_type = list_type_of(before);
    const auto new_type = list_type_of(after);
    const Json& old_keys = list_part(before, "x-kubernetes-list-map-keys");
    const Json& new_keys = list_part(after, "x-kubernetes-list-map-keys");
    if (old_type != new_type) {
      changes_.add("list-type-changed", place, "x-kubernetes-list-type: " + old_type + " -> " + new_type,
                   uniqueness(new_type, place) + "server-side applies that own a part of " + name_of(place),
                   uniqueness_ratcheting(new_type));
    } else if (new_type == "map" && texts_of(old_keys) != texts_of(new_keys)) {
      changes_.add("list-map-keys-changed", place, "x-kubernetes-list-map-keys: " + both(old_keys, new_keys),
                   uniqueness(new_type, place) + "server-side applies that own an item of " + name_of(place),
                   uniqueness_ratcheting(new_type));
    }
    const Json& old_items = object_part(before, "items");
    const Json& new_items = object_part(after, "items");
    if (old_items.is_null() || new_items.is_null()) return;
    auto items = inner(place, Spot::item);
    items.path = place.path + "[*]";
    if (items.list.empty() && new_type != "map") items.list = name_of(place);
    compare(old_items, new_items, items);
  }

  static std::string uniqueness(const std::string& list_type, const SchemaPlace& place)
  {
    if (list_type == "atomic") return {};
    return "objects with several items in " + name_of(place) +
           (list_type == "map" ? " with the same keys" : " that are equal") + "; ";
  }

  /// A server checks no list of an object that had such items before the update.
  static std::string uniqueness_ratcheting(const std::string& list_type)
  {
    if (list_type == "atomic") return "none: the owners of the fields cannot be carried over";
    return "an update of an object that already has such items is still accepted; creating it is refused";
  }

  void compare_objects(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const auto old_type = map_type_of(before);
    const auto new_type = map_type_of(after);
    if (old_type != new_type) {
      changes_.add("map-type-changed", place, "x-kubernetes-map-type: " + old_type + " -> " + new_type,
                   "server-side applies that own a member of " + name_of(place),
                   "none: the owners of the fields cannot be carried over");
    }
    compare_embedding(before, after, place);
    compare_undeclared(before, after, place);
    compare_members(before, after, place);
    compare_required(before, after, place);
  }

  void compare_embedding(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const bool was = flag_part(before, "x-kubernetes-embedded-resource");
    const bool is = flag_part(after, "x-kubernetes-embedded-resource");
    if (was == is) return;
    const std::string change =
        std::string("x-kubernetes-embedded-resource: ") + (is ? "false -> true" : "true -> false");
    if (is) {
      changes_.add("embedded-resource-added", place, change,
                   "objects with " + name_of(place) + " without apiVersion, kind or valid metadata",
                   "none: objects inside of others are checked by every update");
      return;
    }
    changes_.add("embedded-resource-removed", place, change);
    if (undeclared_of(after).fate != Undeclared::Fate::pruned) return;
    for (const char* name : {"apiVersion", "kind", "metadata"}) {
      if (part(before, "properties").contains(name) || part(object_part(after, "properties"), name).is_object())
        continue;
      removed(inner_member(before, after, place, name));
    }
  }

  void compare_undeclared(const Json& before, const Json& after, const SchemaPlace& place)
  {
    using Fate = Undeclared::Fate;
    if (!holds_all_of(type_name(before), "object") || !holds_all_of(type_name(after), "object")) return;
    const auto was = undeclared_of(before);
    const auto is = undeclared_of(after);
    auto values = inner(place, Spot::value);
    values.path = place.path + ".*";
    if (was.fate == Fate::checked && is.fate == Fate::checked) return compare(*was.schema, *is.schema, values);
    if (was.fate == Fate::kept && is.fate == Fate::checked) return compare(any_value(), *is.schema, values);
    if (was.fate == is.fate) return;
    const std::string name = "x-kubernetes-preserve-unknown-fields: ";
    const std::string lost =
        "objects with other members in " + name_of(place) + " than the schema declares: the server drops them";
    if (is.fate == Fate::kept) {
      changes_.add("preserve-unknown-on", place, name + "false -> true");
    } else if (is.fate == Fate::checked) {
      changes_.add("additional-properties-added", place, "additionalProperties: none -> " + shown(*is.schema));
    } else if (was.fate == Fate::kept) {
      changes_.add("preserve-unknown-off", place, name + "true -> false", lost, pruning_text());
    } else {
      changes_.add("additional-properties-removed", place, "additionalProperties: " + both(*was.schema, Json()), lost,
                   pruning_text());
    }
  }

  static const Json& any_value()
  {
    static const Json schema = Json::parse(R"({"x-kubernetes-preserve-unknown-fields": true})");
    return schema;
  }

  void compare_members(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const Json& old_members = object_part(before, "properties");
    const Json& new_members = object_part(after, "properties");
    const auto old_rest = undeclared_of(before);
    const auto new_rest = undeclared_of(after);
    const bool now_free =
        new_members.empty() && new_rest.fate == Undeclared::Fate::kept && old_rest.fate != new_rest.fate;
    std::set<std::string> names;
    for (const auto* members : {&old_members, &new_members}) {
      if (!members->is_object()) continue;
      for (const auto& [name, schema] : members->items()) names.insert(name);
    }
    for (const auto& name : names) {
      const Json& was = object_part(old_members, name);
      const Json& is = object_part(new_members, name);
      const auto member = inner_member(before, after, place, name);
      const Json* const old_schema = member_schema(was, old_rest, has_implied(before, place), name);
      const Json* const new_schema = member_schema(is, new_rest, has_implied(after, place), name);
      if (name == "metadata" && has_implied(before, place) && has_implied(after, place)) {
        compare_metadata(was, is, member);
      } else if (old_schema != nullptr && new_schema != nullptr) {
        compare(*old_schema, *new_schema, member);
      } else if (old_schema != nullptr && new_rest.fate == Undeclared::Fate::pruned) {
        removed(member);
      } else if (old_schema != nullptr) {
        undeclared(*old_schema, member, now_free);
      } else if (new_schema != nullptr) {
        added(*new_schema, old_rest, member, !part(after, "maxProperties").is_null());
      }
    }
  }

  /// Of metadata, which has its own form, a schema can restrict only the names.
  void compare_metadata(const Json& before, const Json& after, const SchemaPlace& place)
  {
    for (const char* name : {"name", "generateName"}) {
      const auto schema_of = [&](const Json& metadata) -> const Json& {
        const Json& declared = object_part(object_part(metadata, "properties"), name);
        return declared.is_object() ? declared : implied_schema(name);
      };
      compare(schema_of(before), schema_of(after), inner_member(before, after, place, name));
    }
  }

  static const Json* member_schema(const Json& declared, const Undeclared& rest, bool implied, const std::string& name)
  {
    if (declared.is_object()) return &declared;
    if (implied && is_implied(name)) return &implied_schema(name);
    return rest.schema;
  }

  void removed(const SchemaPlace& member)
  {
    changes_.add("field-removed", member, "field removed", "objects with " + name_of(member) + ": the server drops it",
                 pruning_text());
  }

  /// `now_free`: it is one of many, in an object that is free as a whole, which is one change.
  void undeclared(const Json& schema, const SchemaPlace& member, bool now_free)
  {
    if (!now_free) changes_.add("field-undeclared", member, "schema removed");
    const Json& value = part(schema, "default");
    if (!value.is_null() && member.required && member.was_required) default_of_required_removed(value, member);
  }

  void default_of_required_removed(const Json& value, const SchemaPlace& place)
  {
    changes_.add("required-default-removed", place, "default: " + both(value, Json()),
                 "objects without " + name_of(place) + ", which is required", ratcheting_of_absence(place));
  }

  void added(const Json& schema, const Undeclared& old_rest, const SchemaPlace& member, bool counted)
  {
    if (old_rest.fate == Undeclared::Fate::kept) {
      changes_.add("field-declared", member, "schema added",
                   "perhaps objects with " + name_of(member) + ", which was not checked before", ratcheting_of(member));
      return;
    }
    const Json& value = part(schema, "default");
    if (!value.is_null() && counted) {
      changes_.add("default-added", member,
                   "field added, default " + shown(value) + ", which counts for maxProperties");
    } else if (!value.is_null()) {
      changes_.add("field-added-with-default", member, "field added, default " + shown(value));
    } else if (!member.required) {
      changes_.add("field-added", member, "field added");
    }
  }

  void compare_required(const Json& before, const Json& after, const SchemaPlace& place)
  {
    const auto old_names = texts_of(list_part(before, "required"));
    const auto new_names = texts_of(list_part(after, "required"));
    const Json& old_members = object_part(before, "properties");
    const auto old_rest = undeclared_of(before);
    for (const auto& name : new_names) {
      if (old_names.contains(name)) continue;
      if (is_implied(name) && has_implied(before, place)) continue;
      auto member = inner_member(before, after, place, name);
      const bool existed = part(old_members, name).is_object() || old_rest.fate != Undeclared::Fate::pruned;
      const Json& value = part(object_part(object_part(after, "properties"), name), "default");
      if (!value.is_null()) {
        if (existed) changes_.add("required-added-with-default", member, "required, default " + shown(value));
        continue;
      }
      const std::string owner = place.path.empty() ? "objects" : "objects with " + place.path;
      changes_.add("required-added", member, existed ? "optional -> required" : "added and required",
                   owner + " without " + name_of(member), ratcheting_of(place));
    }
    for (const auto& name : old_names) {
      const bool exists = part(object_part(after, "properties"), name).is_object() ||
                          undeclared_of(after).fate != Undeclared::Fate::pruned;
      if (new_names.contains(name) || !exists) continue;
      changes_.add("required-removed", inner_member(before, after, place, name), "required -> optional");
    }
  }

  static SchemaPlace inner(const SchemaPlace& place, Spot spot)
  {
    SchemaPlace result = place;
    result.spot = spot;
    result.required = result.was_required = false;
    return result;
  }

  static SchemaPlace inner_member(const Json& before, const Json& after, const SchemaPlace& place,
                                  const std::string& name)
  {
    auto member = inner(place, Spot::member);
    member.path = below(place.path, name);
    member.owner = place.path;
    const auto is_required = [&](const Json& schema) {
      const Json& names = list_part(schema, "required");
      return std::find(names.begin(), names.end(), Json(name)) != names.end();
    };
    member.required = is_required(after);
    member.was_required = is_required(before);
    member.always_checked =
        place.always_checked || (place.spot == Spot::root && (name == "apiVersion" || name == "kind"));
    return member;
  }

  CrdChangeList& changes_;
};

}  // namespace

std::string type_name(const Json& schema)
{
  return flag_part(schema, "x-kubernetes-int-or-string") ? "int-or-string" : text_part(schema, "type");
}

void compare_schemas(const Json& before, const Json& after, const SchemaPlace& place, CrdChangeList& changes)
{
  SchemaComparison(changes).compare(before, after, place);
}

}  // namespace kubexx::schema::detail
