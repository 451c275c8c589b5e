// SPDX-License-Identifier: Apache-2.0
#include "sources.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "errors.hpp"
#include "names.hpp"

namespace kubexx::cli::types {
namespace {

constexpr std::size_t most_root_members = 202;  // 200 of KUBEXX_DESCRIBE with metadata, and apiVersion and kind

using nlohmann::json;

constexpr std::size_t deepest_schema = 100;

class Reader {
public:
  Reader(const json& crd, const std::string& source) : where_(source + ": the CRD " + name_in(crd)), crd_(crd) {}

  [[nodiscard]] std::vector<SourceVersion> read(const std::string& space) const
  {
    const json& spec = object(crd_, "spec", "spec");
    const json& names = object(spec, "names", "spec.names");
    const std::string group = text(spec, "group", "spec.group");
    const std::string kind = text(names, "kind", "spec.names.kind");
    const std::string plural = text(names, "plural", "spec.names.plural");
    const std::string scope = text(spec, "scope", "spec.scope");
    if (scope != "Namespaced" && scope != "Cluster") problem("spec.scope", "write Namespaced or Cluster");
    const auto versions = spec.find("versions");
    if (versions == spec.end() || !versions->is_array()) problem("spec.versions", "it must be a list");
    std::vector<SourceVersion> result;
    std::set<std::string> seen;
    for (std::size_t index = 0; index < versions->size(); ++index) {
      const std::string at = "spec.versions[" + std::to_string(index) + "]";
      const json& entry = (*versions)[index];
      if (!entry.is_object()) problem(at, "it must be an object");
      SourceVersion one;
      one.where = where_;
      one.name = name_in(crd_);
      one.group = group;
      one.kind = kind;
      one.plural = plural;
      one.cluster_scope = scope == "Cluster";
      one.version = text(entry, "name", at + ".name");
      if (!seen.insert(one.version).second) problem(at, "another version is called " + one.version);
      one.crd = crd_;
      one.crd["spec"]["versions"] = json::array();
      one.entry = entry;
      one.schema = schema_of(entry, at);
      one.entry.erase("schema");
      one.stem = snake_case_of(type_part_of(kind)) + "_" + snake_case_of(identifier_of(one.version));
      const std::string above = space.empty() ? namespace_part_of(group.substr(0, group.find('.'))) : space;
      one.space = above + "::" + namespace_part_of(one.version);
      result.push_back(std::move(one));
    }
    std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.version < b.version; });
    return result;
  }

private:
  static std::string name_in(const json& crd)
  {
    const json metadata = crd.is_object() ? crd.value("metadata", json()) : json();
    const json name = metadata.is_object() ? metadata.value("name", json()) : json();
    return name.is_string() ? name.get<std::string>() : "without a name";
  }

  [[noreturn]] void problem(const std::string& path, const std::string& remedy) const
  {
    throw CommandError(where_ + ": " + path + ": " + remedy);
  }

  [[nodiscard]] const json& object(const json& in, const char* member, const std::string& path) const
  {
    const auto found = in.find(member);
    if (found == in.end() || !found->is_object()) problem(path, "it must be an object; is the file complete?");
    return *found;
  }

  [[nodiscard]] std::string text(const json& in, const char* member, const std::string& path) const
  {
    const auto found = in.find(member);
    if (found == in.end() || !found->is_string() || found->get<std::string>().empty()) {
      problem(path, "it must be a text; is the file complete?");
    }
    return found->get<std::string>();
  }

  [[nodiscard]] json schema_of(const json& entry, const std::string& at) const
  {
    const json& schema = object(entry, "schema", at + ".schema");
    json root = object(schema, "openAPIV3Schema", at + ".schema.openAPIV3Schema");
    check(root, at + ".schema.openAPIV3Schema", 0);
    const json properties = root.value("properties", json::object());
    if (properties.size() > most_root_members) {
      problem(at + ".schema.openAPIV3Schema.properties",
              std::to_string(properties.size()) + " members are more than a struct can have (" +
                  std::to_string(most_root_members) + "): group them below spec");
    }
    return root;
  }

  /// What an API server would refuse and no struct can follow.
  void check(const json& schema, const std::string& path, std::size_t depth) const
  {
    if (depth > deepest_schema) {
      problem(path, "the schema is nested more than " + std::to_string(deepest_schema) + " levels deep");
    }
    if (!schema.is_object()) problem(path, "a schema must be an object");
    if (schema.contains("$ref")) {
      problem(path + ".$ref",
              "a CRD cannot refer to another schema: an API server accepts it only when it is written out");
    }
    const auto properties = schema.find("properties");
    if (properties != schema.end()) {
      if (!properties->is_object()) problem(path + ".properties", "it must be an object with a schema for each name");
      for (const auto& [name, member] : properties->items()) {
        check(member, path + ".properties[" + name + "]", depth + 1);
      }
    }
    for (const char* inside : {"items", "additionalProperties"}) {
      const auto found = schema.find(inside);
      if (found == schema.end() || found->is_boolean()) continue;
      if (found->is_array()) problem(path + "." + inside, "a CRD has one schema for all elements, not a list of them");
      check(*found, path + "." + inside, depth + 1);
    }
  }

  std::string where_;
  const json& crd_;
};

}  // namespace

std::vector<SourceVersion> versions_of(const json& crd, const std::string& source, const std::string& space)
{
  return Reader(crd, source).read(space);
}

}  // namespace kubexx::cli::types
