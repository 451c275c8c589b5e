// SPDX-License-Identifier: Apache-2.0
// Compares a struct with a CRD that may have been written by hand.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "crd_schema.hpp"
#include "kubexx/apimachinery/crd.hpp"

namespace kubexx {

namespace {

using nlohmann::json;

std::string text_at(const json& object, const char* member)
{
  if (!object.is_object()) return {};
  const auto found = object.find(member);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
bool flag_at(const json& object, const char* member)
{
  if (!object.is_object()) return false;
  const auto found = object.find(member);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}
const json& member_at(const json& object, const char* member)
{
  static const json none;
  if (!object.is_object()) return none;
  const auto found = object.find(member);
  return found != object.end() ? *found : none;
}

/// Compares the schema of the struct with that of the CRD, member by member.
class SchemaComparison {
public:
  explicit SchemaComparison(std::vector<std::string>& out) : out_(out) {}

  void compare(const json& ours, const json& theirs, const std::string& path)
  {
    if (takes_anything(ours)) return;
    if (takes_anything(theirs) && !theirs.contains("properties")) return;
    if (!same_type(ours, theirs, path)) return;
    compare_nullable(ours, theirs, path);
    compare_values(ours, theirs, path);
    compare_lists(ours, theirs, path);
    compare_members(ours, theirs, path);
    compare_elements(ours, theirs, path);
  }

private:
  static bool takes_anything(const json& schema) { return flag_at(schema, "x-kubernetes-preserve-unknown-fields"); }

  static std::string type_of(const json& schema)
  {
    if (flag_at(schema, "x-kubernetes-int-or-string")) return "int-or-string";
    const std::string type = text_at(schema, "type");
    return type.empty() ? "any" : type;
  }

  void differ(const std::string& path, const std::string& in_struct, const std::string& in_crd)
  {
    out_.push_back(path + ": the struct has " + in_struct + ", the CRD has " + in_crd);
  }

  bool same_type(const json& ours, const json& theirs, const std::string& path)
  {
    const std::string mine = type_of(ours);
    const std::string other = type_of(theirs);
    // A number takes each integer; an integer or a string is one form of int-or-string, but a server may have the
    // other.
    if (mine == other || mine == "any" || other == "any") return true;
    if (mine == "number" && other == "integer") {
      differ(path, "a floating-point number", "an integer");
      return false;
    }
    differ(path, mine, other);
    return false;
  }

  void compare_nullable(const json& ours, const json& theirs, const std::string& path)
  {
    if (flag_at(ours, "nullable") && !flag_at(theirs, "nullable")) differ(path, "a nullable value", "one that is not");
  }

  void compare_values(const json& ours, const json& theirs, const std::string& path)
  {
    if (text_at(ours, "format") == "int32" && text_at(theirs, "format") == "int64" && !fits_int32(theirs)) {
      differ(path, "an integer of 32 bits", "one of 64 bits");
    }
    compare_formats(text_at(ours, "format"), text_at(theirs, "format"), ours, path);
    const json& mine = member_at(ours, "enum");
    const json& other = member_at(theirs, "enum");
    if (!mine.is_array() || !other.is_array()) return;
    const std::string unknown = only_in(mine, other);
    if (!unknown.empty()) {
      out_.push_back(path + ": the struct has the value " + unknown + ", which the CRD does not accept");
    }
    const std::string unread = flag_at(ours, detail::closed_enum) ? only_in(other, mine) : std::string();
    if (!unread.empty()) {
      out_.push_back(path + ": the CRD accepts the value " + unread + ", which the enum of the struct cannot hold");
    }
  }
  /// A text in one form is no text in the other.
  void compare_formats(const std::string& mine, const std::string& other, const json& ours, const std::string& path)
  {
    if (text_at(ours, "type") != "string" || mine.empty() || other.empty() || mine == other) return;
    differ(path, "the format " + mine, "the format " + other);
  }
  static std::string only_in(const json& one, const json& another)
  {
    std::string texts;
    for (const auto& value : one) {
      if (std::find(another.begin(), another.end(), value) != another.end() || value.is_null()) continue;
      texts += (texts.empty() ? "" : ", ") + value.dump();
    }
    return texts;
  }
  static bool fits_int32(const json& schema)
  {
    const json& most = member_at(schema, "maximum");
    return most.is_number() && most.get<double>() <= std::numeric_limits<std::int32_t>::max();
  }

  void compare_lists(const json& ours, const json& theirs, const std::string& path)
  {
    if (text_at(ours, "type") != "array") return;
    const auto form = [](const json& schema) {
      std::string text = text_at(schema, "x-kubernetes-list-type");
      if (text.empty()) text = "atomic";
      const json& keys = member_at(schema, "x-kubernetes-list-map-keys");
      std::set<std::string> sorted;
      if (keys.is_array()) {
        for (const auto& key : keys) {
          if (key.is_string()) sorted.insert(key.get<std::string>());
        }
      }
      for (const auto& key : sorted) text += (key == *sorted.begin() ? " with the key " : " and ") + key;
      return "a list of type " + text;
    };
    const std::string mine = form(ours);
    const std::string other = form(theirs);
    // A struct without keys reads and writes a list map as a whole.
    if (mine == other || !ours.contains("x-kubernetes-list-type")) return;
    differ(path, mine, other);
  }

  void compare_members(const json& ours, const json& theirs, const std::string& path)
  {
    const json& mine = member_at(ours, "properties");
    if (!mine.is_object()) return;
    const json& declared = member_at(theirs, "properties");
    const json& values = member_at(theirs, "additionalProperties");
    for (const auto& [name, schema] : mine.items()) {
      const std::string at = path.empty() ? name : path + "." + name;
      if (declared.is_object() && declared.contains(name)) {
        compare(schema, declared.at(name), at);
      } else if (values.is_object()) {
        compare(schema, values, at);
      } else if (!takes_anything(theirs)) {
        out_.push_back(at + ": the struct has this member, the CRD does not declare it, so the API server drops it" +
                       similar(name, declared));
      }
    }
  }

  static std::string similar(const std::string& name, const json& declared)
  {
    if (!declared.is_object()) return {};
    for (const auto& [other, schema] : declared.items()) {
      if (distance(name, other) <= 2) return "; it declares \"" + other + "\"";
    }
    return {};
  }
  /// The number of insertions, deletions and replacements between two names.
  static std::size_t distance(const std::string& left, const std::string& right)
  {
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t at = 0; at < row.size(); ++at) row[at] = at;
    for (std::size_t i = 1; i <= left.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= right.size(); ++j) {
        const std::size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
        diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
      }
    }
    return row.back();
  }

  void compare_elements(const json& ours, const json& theirs, const std::string& path)
  {
    const json& items = member_at(ours, "items");
    if (items.is_object() && member_at(theirs, "items").is_object()) compare(items, theirs["items"], path + "[*]");
    const json& values = member_at(ours, "additionalProperties");
    if (!values.is_object()) return;
    const json& declared = member_at(theirs, "additionalProperties");
    if (declared.is_object()) {
      compare(values, declared, path + "[*]");
    } else if (member_at(theirs, "properties").is_object()) {
      differ(path, "a map with any keys", "an object with declared members");
    } else if (!declared.is_boolean() || !declared.get<bool>()) {
      differ(path, "a map", "an object that declares no members");
    }
  }

  std::vector<std::string>& out_;
};

}  // namespace

std::vector<std::string> crd_mismatches(const DescribedKind& kind, const json& crd)
{
  std::vector<std::string> out;
  const ResourceInfo& resource = *kind.resource;
  const json& spec = member_at(crd, "spec");
  const json& names = member_at(spec, "names");
  const auto compare = [&](const std::string& what, std::string_view ours, const std::string& theirs) {
    if (ours != theirs) {
      out.push_back(what + ": the struct has \"" + std::string(ours) + "\", the CRD has \"" + theirs + "\"");
    }
  };
  compare("group", resource.group, text_at(spec, "group"));
  compare("kind", resource.kind, text_at(names, "kind"));
  compare("plural", resource.plural, text_at(names, "plural"));
  compare("scope", resource.scope == Scope::namespaced ? "Namespaced" : "Cluster", text_at(spec, "scope"));
  const json& versions = member_at(spec, "versions");
  const auto version = std::find_if(versions.begin(), versions.end(),
                                    [&](const json& one) { return text_at(one, "name") == resource.version; });
  if (!versions.is_array() || version == versions.end()) {
    std::string served;
    for (const auto& one : versions) served += (served.empty() ? "" : ", ") + text_at(one, "name");
    out.push_back("version: the struct has \"" + std::string(resource.version) + "\", the CRD has " + served);
    return out;
  }
  if (!flag_at(*version, "served")) out.push_back("version: the CRD does not serve " + std::string(resource.version));
  const bool status = member_at(member_at(*version, "subresources"), "status").is_object();
  const auto fields = kind.codec->info()->fields;
  const bool has_status =
      std::any_of(fields.begin(), fields.end(), [](const auto& field) { return field.name() == "status"; });
  if (has_status && resource.status_subresource != status) {
    out.push_back(
        status ? "subresources: the CRD has the subresource status: remove `status_subresource = false` from "
                 "the struct's ResourceInfo"
               : "subresources: the CRD lacks the subresource status: add `subresources: {status: {}}` to it, or "
                 "`status_subresource = false` to the struct's ResourceInfo");
  }
  detail::SchemaWriter writer(std::string(resource.kind), nullptr, detail::SchemaWriter::Builtin::by_table);
  json ours = writer.root_schema(kind);
  if (!writer.problems().empty()) {
    out.insert(out.end(), writer.problems().begin(), writer.problems().end());
    return out;
  }
  for (const char* of_every_object : {"apiVersion", "kind", "metadata"}) ours["properties"].erase(of_every_object);
  SchemaComparison(out).compare(ours, member_at(member_at(*version, "schema"), "openAPIV3Schema"), "");
  return out;
}

}  // namespace kubexx
