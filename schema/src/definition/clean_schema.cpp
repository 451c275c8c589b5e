// SPDX-License-Identifier: Apache-2.0
// What the Go type JSONSchemaProps holds of what a client sent.
#include <algorithm>
#include <array>

#include "definition/definition_rules.hpp"

namespace kubexx::schema::detail {
namespace {

/// Calls `use` with each schema directly below, and its path as a decoder names it.
template <class Object, class Use>
void each_child(Object& schema, const std::string& path, Use use)
{
  for (const char* name : {"properties", "patternProperties", "definitions"}) {
    const auto found = schema.find(name);
    if (found == schema.end() || !found->is_object()) continue;
    for (auto child = found->begin(); child != found->end(); ++child) {
      use(*child, path + "." + name + "." + child.key());
    }
  }
  for (const char* name : {"items", "not", "additionalProperties", "additionalItems"}) {
    const auto found = schema.find(name);
    if (found != schema.end() && found->is_object()) use(*found, path + "." + name);
  }
  for (const char* name : {"allOf", "anyOf", "oneOf", "items"}) {
    const auto found = schema.find(name);
    if (found == schema.end() || !found->is_array()) continue;
    for (std::size_t index = 0; index < found->size(); ++index) {
      use((*found)[index], path + "." + name + "[" + std::to_string(index) + "]");
    }
  }
}

}  // namespace

void clean_schema(Json& schema, const std::string& path, std::vector<std::string>& unknown)
{
  static const std::set<std::string, std::less<>> known{"id",
                                                        "$schema",
                                                        "$ref",
                                                        "description",
                                                        "type",
                                                        "format",
                                                        "title",
                                                        "default",
                                                        "maximum",
                                                        "exclusiveMaximum",
                                                        "minimum",
                                                        "exclusiveMinimum",
                                                        "maxLength",
                                                        "minLength",
                                                        "pattern",
                                                        "maxItems",
                                                        "minItems",
                                                        "uniqueItems",
                                                        "multipleOf",
                                                        "enum",
                                                        "maxProperties",
                                                        "minProperties",
                                                        "required",
                                                        "items",
                                                        "allOf",
                                                        "oneOf",
                                                        "anyOf",
                                                        "not",
                                                        "properties",
                                                        "additionalProperties",
                                                        "patternProperties",
                                                        "dependencies",
                                                        "additionalItems",
                                                        "definitions",
                                                        "externalDocs",
                                                        "example",
                                                        "nullable",
                                                        "x-kubernetes-preserve-unknown-fields",
                                                        "x-kubernetes-embedded-resource",
                                                        "x-kubernetes-int-or-string",
                                                        "x-kubernetes-list-map-keys",
                                                        "x-kubernetes-list-type",
                                                        "x-kubernetes-map-type",
                                                        "x-kubernetes-validations"};
  static const std::set<std::string, std::less<>> lists{"enum",
                                                        "required",
                                                        "allOf",
                                                        "oneOf",
                                                        "anyOf",
                                                        "properties",
                                                        "patternProperties",
                                                        "dependencies",
                                                        "definitions",
                                                        "x-kubernetes-list-map-keys",
                                                        "x-kubernetes-validations"};
  static const std::set<std::string, std::less<>> texts{"id",     "$schema", "description", "type",
                                                        "format", "title",   "pattern"};
  static const std::set<std::string, std::less<>> flags{
      "exclusiveMaximum",          "exclusiveMinimum", "uniqueItems", "nullable", "x-kubernetes-embedded-resource",
      "x-kubernetes-int-or-string"};
  if (!schema.is_object()) return;
  for (auto member = schema.begin(); member != schema.end();) {
    const auto& name = member.key();
    const bool foreign = !known.contains(name);
    if (foreign) unknown.push_back(path + "." + name);
    const bool no_list = member->empty() && lists.contains(name);
    const bool no_text = *member == "" && texts.contains(name);
    const bool no_flag = *member == false && flags.contains(name);
    const bool no_items = name == "items" && !member->is_structured();
    const bool nothing = member->is_null() || no_list || no_text || no_flag || no_items;
    if (!nothing && lists.contains(name) && member->is_array()) {
      for (auto& item : *member) {
        if (item.is_null() && name != "enum" && (name == "required" || name == "x-kubernetes-list-map-keys")) item = "";
      }
    }
    if (name == "externalDocs" && member->is_object()) {
      for (const char* part : {"description", "url"}) {
        const auto text = member->value(part, Json());
        if (text.is_null() || text == "") member->erase(part);
      }
    }
    member = foreign || nothing ? schema.erase(member) : std::next(member);
  }
  each_child(schema, path, [&](Json& child, const std::string& place) { clean_schema(child, place, unknown); });
}

void find_unknown_formats(const Json& schema, std::set<std::string>& formats)
{
  static constexpr std::array<std::string_view, 31> known{
      "bsonobjectid", "uri",      "email",    "hostname", "ipv4",     "ipv6",           "cidr",         "mac",
      "uuid",         "uuid3",    "uuid4",    "uuid5",    "isbn",     "isbn10",         "isbn13",       "creditcard",
      "ssn",          "hexcolor", "rgbcolor", "byte",     "password", "date",           "duration",     "datetime",
      "date-time",    "int32",    "int64",    "float",    "double",   "k8s-short-name", "k8s-long-name"};
  if (!schema.is_object()) return;
  const auto format = string_at(schema, {"format"});
  if (!format.empty() && std::find(known.begin(), known.end(), format) == known.end()) formats.insert(format);
  each_child(schema, "", [&](const Json& child, const std::string&) { find_unknown_formats(child, formats); });
}

}  // namespace kubexx::schema::detail
