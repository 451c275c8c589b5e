// SPDX-License-Identifier: Apache-2.0
// Fields that only one of two served versions has. Without a webhook a server changes nothing but apiVersion, so they
// are lost as soon as a client of the other version writes.
#include <algorithm>
#include <set>
#include <tuple>

#include "crd_change_list.hpp"

namespace kubexx::schema::detail {
namespace {

struct Difference {
  std::string_view rule;
  std::string version;  ///< the one that has or requires the field
  std::string other;
  std::string path;
  std::string change;
  std::string breaks;

  [[nodiscard]] auto key() const { return std::tie(rule, version, other, path); }
};

bool keeps_undeclared(const Json& schema)
{
  const Json& additional = part(schema, "additionalProperties");
  return additional.is_object() || additional == Json(true) ||
         flag_part(schema, "x-kubernetes-preserve-unknown-fields");
}

bool has_text(const Json& list, const std::string& text)
{
  return std::find(list.begin(), list.end(), Json(text)) != list.end();
}

/// What `version` has and `other` has not.
class VersionComparison {
public:
  VersionComparison(std::string version, std::string other, std::vector<Difference>& differences)
      : version_(std::move(version)), other_(std::move(other)), differences_(differences)
  {
  }

  void compare(const Json& schema, const Json& other, const std::string& path)
  {
    if (schema == other) return;
    const auto type = type_name(schema);
    const auto other_type = type_name(other);
    if (type != other_type && !type.empty() && !other_type.empty()) {
      if (version_ < other_) {
        add("versions-type-differs", path, type + " in " + version_ + ", " + other_type + " in " + other_,
            "objects with " + path + ": one of the two versions cannot write them back");
      }
      return;
    }
    const Json& items = object_part(schema, "items");
    const Json& other_items = object_part(other, "items");
    if (!items.is_null() && !other_items.is_null()) compare(items, other_items, path + "[*]");
    compare_members(schema, other, path);
  }

private:
  void add(std::string_view rule, const std::string& path, std::string change, std::string breaks)
  {
    differences_.push_back({rule, version_, other_, path, std::move(change), std::move(breaks)});
  }

  void compare_members(const Json& schema, const Json& other, const std::string& path)
  {
    const Json& values = object_part(schema, "additionalProperties");
    const Json& other_values = object_part(other, "additionalProperties");
    if (!values.is_null() && !other_values.is_null()) compare(values, other_values, path + ".*");
    if (keeps_undeclared(schema) && !keeps_undeclared(other)) lost(path + ".*");
    const Json& members = object_part(schema, "properties");
    if (!members.is_object()) return;
    const Json& other_members = object_part(other, "properties");
    for (const auto& [name, member] : members.items()) {
      const bool is_implied = path.empty() && (name == "apiVersion" || name == "kind" || name == "metadata");
      if (is_implied) continue;
      const auto at = below(path, name);
      const Json& found = object_part(other_members, name);
      if (found.is_object()) {
        compare_required(schema, other, member, name, at);
        compare(member, found, at);
      } else if (!other_values.is_null()) {
        compare(member, other_values, at);
      } else if (!keeps_undeclared(other)) {
        lost(at);
      }
    }
  }

  void compare_required(const Json& schema, const Json& other, const Json& member, const std::string& name,
                        const std::string& path)
  {
    if (!has_text(list_part(schema, "required"), name) || has_text(list_part(other, "required"), name)) return;
    if (!part(member, "default").is_null()) return;
    add("versions-required-differs", path, "required in " + version_ + ", optional in " + other_,
        "objects that were written as " + other_ + " without " + path + ": updates as " + version_ + " are refused");
  }

  void lost(const std::string& path)
  {
    add("versions-field-lost", path, "declared in " + version_ + ", not in " + other_,
        "objects with " + path + ": it is dropped when they are stored as " + other_ + " or a client of " + other_ +
            " writes them");
  }

  std::string version_, other_;
  std::vector<Difference>& differences_;
};

std::vector<Difference> differences_of(const Json& crd)
{
  std::vector<Difference> differences;
  const Json& spec = object_part(crd, "spec");
  if (text_part(object_part(spec, "conversion"), "strategy") == "Webhook") return differences;
  const Json& versions = list_part(spec, "versions");
  for (const auto& version : versions) {
    for (const auto& other : versions) {
      const auto name = text_part(version, "name");
      const auto other_name = text_part(other, "name");
      if (name == other_name || !flag_part(version, "served") || !flag_part(other, "served")) continue;
      VersionComparison(name, other_name, differences)
          .compare(object_part(object_part(version, "schema"), "openAPIV3Schema"),
                   object_part(object_part(other, "schema"), "openAPIV3Schema"), {});
    }
  }
  return differences;
}

}  // namespace

void compare_served_versions(const Json& old_crd, const Json& new_crd, CrdChangeList& changes)
{
  auto differences = differences_of(new_crd);
  if (differences.empty()) return;
  const auto before = differences_of(old_crd);
  std::set<decltype(before.front().key())> known;
  for (const auto& difference : before) known.insert(difference.key());
  for (auto& difference : differences) {
    if (known.contains(difference.key())) continue;
    SchemaPlace place;
    place.version = difference.version;
    place.path = difference.path;
    changes.add(difference.rule, place, std::move(difference.change), std::move(difference.breaks),
                "none: nothing but apiVersion is converted");
  }
}

}  // namespace kubexx::schema::detail
