// SPDX-License-Identifier: Apache-2.0
// Compares two CRDs outside of their schemas, and the schemas of the versions that both have.
#include "kubexx/schema/crd_changes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "crd_change_list.hpp"
#include "kubexx/apimachinery/detail/json_problem.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::schema {
namespace detail {
namespace {

using Versions = std::map<std::string, const Json*>;

void check_depth(const Json& crd, const char* which)
{
  const auto problem = kubexx::detail::json_problem(crd, Object::max_tree_depth);
  if (!problem.empty()) throw ObjectError(std::string("the ") + which + " CRD " + problem);
}

/// Every version of a CRD, by its name.
Versions versions_of(const Json& crd)
{
  Versions versions;
  for (const auto& version : list_part(object_part(crd, "spec"), "versions")) {
    const auto name = text_part(version, "name");
    if (!name.empty()) versions.emplace(name, &version);
  }
  return versions;
}

std::set<std::string> stored_versions_of(const Json& crd)
{
  std::set<std::string> names;
  for (const auto& name : list_part(object_part(crd, "status"), "storedVersions")) {
    if (name.is_string()) names.insert(name.get<std::string>());
  }
  for (const auto& [name, version] : versions_of(crd)) {
    if (flag_part(*version, "storage")) names.insert(name);
  }
  return names;
}

std::string storage_version_of(const Json& crd)
{
  for (const auto& [name, version] : versions_of(crd)) {
    if (flag_part(*version, "storage")) return name;
  }
  return {};
}

std::set<std::string> names_in(const Json& list)
{
  std::set<std::string> names;
  for (const auto& name : list) {
    if (name.is_string()) names.insert(name.get<std::string>());
  }
  return names;
}

std::string shown_text(const std::string& text)
{
  return shown(text.empty() ? Json() : Json(text));
}

std::string lower(std::string text)
{
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// The schema of a version; what spec.preserveUnknownFields means is stated in it.
Json root_schema(const Json& crd, const Json& version)
{
  Json schema = object_part(object_part(version, "schema"), "openAPIV3Schema");
  if (schema.is_null()) schema = {{"type", "object"}};
  if (flag_part(object_part(crd, "spec"), "preserveUnknownFields"))
    schema["x-kubernetes-preserve-unknown-fields"] = true;
  return schema;
}

class CrdComparison {
public:
  CrdComparison(const Json& before, const Json& after)
      : before_(before),
        after_(after),
        old_spec_(object_part(before, "spec")),
        new_spec_(object_part(after, "spec")),
        old_versions_(versions_of(before)),
        new_versions_(versions_of(after))
  {
  }

  std::vector<CrdChange> compare()
  {
    compare_names();
    compare_conversion();
    compare_storage();
    for (const auto& [name, version] : old_versions_) {
      if (!new_versions_.contains(name)) removed_version(name, *version);
    }
    for (const auto& [name, version] : new_versions_) {
      const auto before = old_versions_.find(name);
      if (before == old_versions_.end()) {
        added_version(name, *version);
      } else {
        compare_versions(name, *before->second, *version);
      }
    }
    compare_served_versions(before_, after_, changes_);
    return changes_.take();
  }

private:
  void compare_text(const char* rule, const std::string& path, const std::string& before, const std::string& after,
                    const std::string& breaks)
  {
    if (before == after) return;
    changes_.add_outside(rule, {}, path,
                         path.substr(path.rfind('.') + 1) + ": " + shown_text(before) + " -> " + shown_text(after),
                         breaks);
  }

  void compare_names()
  {
    const std::string refused = "every object: a server refuses this change of an existing CRD";
    compare_text("group-changed", "spec.group", text_part(old_spec_, "group"), text_part(new_spec_, "group"), refused);
    compare_text("scope-changed", "spec.scope", text_part(old_spec_, "scope"), text_part(new_spec_, "scope"), refused);
    const Json& before = object_part(old_spec_, "names");
    const Json& after = object_part(new_spec_, "names");
    const auto text = [](const Json& names, const char* name, const std::string& instead) {
      const auto found = text_part(names, name);
      return found.empty() ? instead : found;
    };
    const auto old_kind = text_part(before, "kind");
    const auto new_kind = text_part(after, "kind");
    compare_text("plural-changed", "spec.names.plural", text_part(before, "plural"), text_part(after, "plural"),
                 refused);
    compare_text("kind-changed", "spec.names.kind", old_kind, new_kind, refused);
    compare_text("list-kind-changed", "spec.names.listKind", text(before, "listKind", old_kind + "List"),
                 text(after, "listKind", new_kind + "List"), "programs that decode lists by their kind");
    compare_text("singular-changed", "spec.names.singular", text(before, "singular", lower(old_kind)),
                 text(after, "singular", lower(new_kind)), {});
    compare_sets("short-name", "spec.names.shortNames", list_part(before, "shortNames"),
                 list_part(after, "shortNames"));
    compare_sets("category", "spec.names.categories", list_part(before, "categories"), list_part(after, "categories"));
  }

  void compare_sets(const std::string& rule, const std::string& path, const Json& before, const Json& after)
  {
    const auto old_names = names_in(before);
    const auto new_names = names_in(after);
    for (const auto& name : old_names) {
      if (!new_names.contains(name)) changes_.add_outside(rule + "-removed", {}, path, shown_text(name) + " removed");
    }
    for (const auto& name : new_names) {
      if (!old_names.contains(name)) changes_.add_outside(rule + "-added", {}, path, shown_text(name) + " added");
    }
  }

  void compare_conversion()
  {
    const std::string path = "spec.conversion";
    const Json& before = object_part(old_spec_, "conversion");
    const Json& after = object_part(new_spec_, "conversion");
    const bool was_webhook = text_part(before, "strategy") == "Webhook";
    const bool is_webhook = text_part(after, "strategy") == "Webhook";
    if (was_webhook && !is_webhook) {
      const bool unused = old_versions_.size() <= 1 && new_versions_.size() <= 1;
      if (unused) return changes_.add_outside("conversion-unused-removed", {}, path, "strategy: Webhook -> None");
      return changes_.add_outside(
          "conversion-removed", {}, path, "strategy: Webhook -> None",
          "objects whose versions differ in more than apiVersion: their fields are no longer converted");
    }
    if (!was_webhook && is_webhook)
      return changes_.add_outside("conversion-webhook-added", {}, path, "strategy: None -> Webhook");
    if (!is_webhook) return;
    Json old_hook = object_part(before, "webhook");
    Json new_hook = object_part(after, "webhook");
    for (Json* hook : {&old_hook, &new_hook}) {
      if (object_part(*hook, "clientConfig").is_object()) (*hook)["clientConfig"].erase("caBundle");
    }
    if (old_hook != new_hook)
      changes_.add_outside("conversion-changed", {}, path + ".webhook", both(old_hook, new_hook));
  }

  void compare_storage()
  {
    const auto before = storage_version_of(before_);
    const auto after = storage_version_of(after_);
    if (before != after) {
      changes_.add_outside("storage-version-changed", {}, "spec.versions",
                           "storage: " + shown_text(before) + " -> " + shown_text(after),
                           "stored objects keep " + before + " until they are written again; the old CRD cannot read " +
                               after + " after a rollback unless it serves it");
    }
    auto stored = stored_versions_of(before_);
    stored.merge(stored_versions_of(after_));
    for (const auto& name : stored) {
      if (new_versions_.contains(name)) continue;
      changes_.add_outside("stored-version-removed", name, "spec.versions[" + name + "]",
                           "version " + name + " removed",
                           "objects that are stored as " + name +
                               ": a server refuses the CRD until status.storedVersions does not name it");
    }
  }

  void removed_version(const std::string& name, const Json& version)
  {
    const std::string path = "spec.versions[" + name + "]";
    if (flag_part(version, "served")) {
      changes_.add_outside("version-removed", name, path, "version " + name + " removed",
                           "requests and manifests of the version " + name);
    } else if (!stored_versions_of(before_).contains(name)) {
      changes_.add_outside("unserved-version-removed", name, path, "version " + name + ", not served, removed");
    }
  }

  void added_version(const std::string& name, const Json& version)
  {
    const bool served = flag_part(version, "served");
    changes_.add_outside(served ? "served-version-added" : "unserved-version-added", name,
                         "spec.versions[" + name + "]",
                         "version " + name + (served ? " added" : ", not served, added"));
  }

  void compare_versions(const std::string& name, const Json& before, const Json& after)
  {
    const std::string path = "spec.versions[" + name + "]";
    const bool was_served = flag_part(before, "served");
    const bool is_served = flag_part(after, "served");
    if (was_served && !is_served) {
      changes_.add_outside("version-not-served", name, path + ".served", "served: true -> false",
                           "requests and manifests of the version " + name);
    }
    if (!was_served && is_served)
      changes_.add_outside("version-served", name, path + ".served", "served: false -> true");
    compare_deprecation(name, before, after);
    if (was_served && is_served) {
      compare_subresources(name, object_part(before, "subresources"), object_part(after, "subresources"));
      compare_columns(name, list_part(before, "additionalPrinterColumns"),
                      list_part(after, "additionalPrinterColumns"));
      compare_selectable_fields(name, list_part(before, "selectableFields"), list_part(after, "selectableFields"));
    }
    if (!(was_served || flag_part(before, "storage")) || !(is_served || flag_part(after, "storage"))) return;
    SchemaPlace root;
    root.version = name;
    compare_schemas(root_schema(before_, before), root_schema(after_, after), root, changes_);
  }

  void compare_deprecation(const std::string& name, const Json& before, const Json& after)
  {
    const std::string path = "spec.versions[" + name + "].deprecated";
    const bool was = flag_part(before, "deprecated");
    const bool is = flag_part(after, "deprecated");
    if (is && !was) changes_.add_outside("version-deprecated", name, path, "deprecated: false -> true");
    if (was && !is) changes_.add_outside("version-undeprecated", name, path, "deprecated: true -> false");
    const Json& warning = part(after, "deprecationWarning");
    if (was && is && part(before, "deprecationWarning") != warning) {
      changes_.add_outside("deprecation-warning-changed", name, path,
                           both(part(before, "deprecationWarning"), warning));
    }
  }

  void compare_subresources(const std::string& name, const Json& before, const Json& after)
  {
    const std::string path = "spec.versions[" + name + "].subresources.";
    const bool had_status = part(before, "status").is_object();
    const bool has_status = part(after, "status").is_object();
    if (had_status && !has_status) {
      changes_.add_outside("status-subresource-removed", name, path + "status", "status removed",
                           "requests to .../status; and every write of the object changes its status");
    }
    if (!had_status && has_status) {
      changes_.add_outside("status-subresource-added", name, path + "status", "status added",
                           "writes of the object itself no longer change its status");
    }
    const Json& old_scale = object_part(before, "scale");
    const Json& new_scale = object_part(after, "scale");
    if (old_scale == new_scale) return;
    if (new_scale.is_null()) {
      return changes_.add_outside("scale-subresource-removed", name, path + "scale", "scale removed",
                                  "requests to .../scale: kubectl scale and autoscalers");
    }
    changes_.add_outside(old_scale.is_null() ? "scale-subresource-added" : "scale-subresource-changed", name,
                         path + "scale", both(old_scale, new_scale));
  }

  void compare_columns(const std::string& version, const Json& before, const Json& after)
  {
    const std::string path = "spec.versions[" + version + "].additionalPrinterColumns";
    const auto by_name = [](const Json& columns) {
      std::map<std::string, Json> named;
      for (const auto& column : columns) {
        Json compared = column;
        if (compared.is_object()) compared.erase("description");
        named.emplace(text_part(column, "name"), std::move(compared));
      }
      return named;
    };
    const auto old_columns = by_name(before);
    const auto new_columns = by_name(after);
    for (const auto& [name, column] : old_columns) {
      const auto found = new_columns.find(name);
      if (found == new_columns.end()) {
        changes_.add_outside("column-removed", version, path, "column " + shown_text(name) + " removed");
      } else if (found->second != column) {
        changes_.add_outside("column-changed", version, path, both(column, found->second));
      }
    }
    for (const auto& [name, column] : new_columns) {
      if (!old_columns.contains(name))
        changes_.add_outside("column-added", version, path, "column " + shown_text(name) + " added");
    }
  }

  void compare_selectable_fields(const std::string& version, const Json& before, const Json& after)
  {
    const std::string path = "spec.versions[" + version + "].selectableFields";
    const auto paths_of = [](const Json& fields) {
      std::set<std::string> paths;
      for (const auto& field : fields) paths.insert(text_part(field, "jsonPath"));
      return paths;
    };
    const auto old_paths = paths_of(before);
    const auto new_paths = paths_of(after);
    for (const auto& field : old_paths) {
      if (new_paths.contains(field)) continue;
      changes_.add_outside("selectable-field-removed", version, path, shown_text(field) + " removed",
                           "lists and watches with a field selector for " + field);
    }
    for (const auto& field : new_paths) {
      if (!old_paths.contains(field))
        changes_.add_outside("selectable-field-added", version, path, shown_text(field) + " added");
    }
  }

  const Json& before_;
  const Json& after_;
  const Json& old_spec_;
  const Json& new_spec_;
  const Versions old_versions_, new_versions_;
  CrdChangeList changes_;
};

std::string crd_name(const Json& crd)
{
  return shown_text(text_part(object_part(crd, "metadata"), "name"));
}

}  // namespace
}  // namespace detail

std::vector<CrdChange> crd_changes(const nlohmann::json& old_crd, const nlohmann::json& new_crd)
{
  detail::check_depth(old_crd, "old");
  detail::check_depth(new_crd, "new");
  detail::CrdChangeList changes;
  if (old_crd.is_null() && new_crd.is_null()) return {};
  if (new_crd.is_null()) {
    changes.add_outside("crd-removed", {}, {}, "CRD " + detail::crd_name(old_crd) + " removed",
                        "every object: a server deletes them with the CRD");
    return changes.take();
  }
  if (old_crd.is_null()) {
    changes.add_outside("crd-added", {}, {}, "CRD " + detail::crd_name(new_crd) + " added");
    return changes.take();
  }
  return detail::CrdComparison(old_crd, new_crd).compare();
}

}  // namespace kubexx::schema
