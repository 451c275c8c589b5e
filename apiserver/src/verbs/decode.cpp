// SPDX-License-Identifier: Apache-2.0
#include "verbs/decode.hpp"

#include <array>
#include <string_view>

#include "crd/crd.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "schema/go_time.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

void check_type(const Call& call, const Json& body)
{
  const auto api_version = string_at(body, {"apiVersion"});
  const auto kind = string_at(body, {"kind"});
  const auto wanted = call.kind->api_version(call.version->name);
  if (!call.kind->custom && (kind.empty() || api_version.empty())) return;  // typed endpoints know what they decode
  if (kind.empty()) {
    throw bad_request("the object provided is unrecognized (must be of type " + call.kind->kind +
                      "): Object 'Kind' is missing in '" + call.http.body + "' (" + call.http.body + ")");
  }
  if (api_version != wanted) {
    throw bad_request("the API version in the data (" + api_version + ") does not match the expected API version (" +
                      wanted + ")");
  }
  if (kind == call.kind->kind) return;
  if (call.kind->custom) {
    throw invalid(call.kind->group, kind, string_at(body, {"metadata", "name"}),
                  {invalid_value("kind", kind, "must be " + call.kind->kind)});
  }
  throw bad_request(kind + " in version " + go_quoted(call.version->name) + " cannot be handled as a " +
                    call.kind->kind + ": the kind in the data (" + kind + ") does not match the expected kind (" +
                    call.kind->kind + ")");
}

void check_time(const std::string& text)
{
  try {
    (void)Time::parse(text);
  } catch (const ValueError&) {
    throw DecodeError(go_time_problem(text, false));
  }
}

void check_owner(const Json& owner)
{
  for (const auto& [name, value] : owner.items()) {
    const bool flag = name == "controller" || name == "blockOwnerDeletion";
    const bool text = name == "apiVersion" || name == "kind" || name == "name" || name == "uid";
    if (value.is_null() || !(flag || text) || (flag ? value.is_boolean() : value.is_string())) continue;
    const std::string type = flag ? "bool" : name == "uid" ? "types.UID" : "string";
    throw cannot_unmarshal(value, "OwnerReference", "metadata.ownerReferences." + name, type);
  }
}

void check_managed_entry(const Json& entry)
{
  for (const auto& [name, value] : entry.items()) {
    if (name == "fieldsV1" || value.is_null() || value.is_string()) continue;
    throw cannot_unmarshal(value, "ManagedFieldsEntry", "metadata.managedFields." + name, "string");
  }
}

/// spec.versions[*].schema.openAPIV3Schema.
void check_definition_types(const Json& definition)
{
  const auto* versions = find(definition, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return;
  for (const auto& version : *versions) {
    const auto* schema = find(version, {"schema", "openAPIV3Schema"});
    if (schema != nullptr) check_schema_types(*schema, "spec.versions.schema.openAPIV3Schema");
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
    const auto field = "metadata." + name;
    switch (entry->second) {
      case Type::text:
        if (!value.is_string()) wrong(field, value, "string");
        if (value.get_ref<const std::string&>().empty()) continue;
        if (name.ends_with("Timestamp")) check_time(value.get_ref<const std::string&>());
        break;
      case Type::number:
        if (!has_json_type(Schema::Type::integer, value)) wrong(field, value, "int64");
        break;
      case Type::map:
        if (!value.is_object()) wrong(field, value, "map[string]string");
        for (const auto& [key, item] : value.items()) {
          if (!item.is_string()) wrong(field, item, "string");
        }
        if (value.empty()) continue;
        break;
      case Type::list:
        if (!value.is_array()) {
          wrong(field, value, name == "managedFields" ? "[]v1.ManagedFieldsEntry" : "[]" + name);
        }
        for (const auto& item : value) {
          const bool text = name == "finalizers";
          if (text ? !item.is_string() : !item.is_object()) {
            wrong(field, item, text ? "string" : "v1.OwnerReference");
          }
          if (name == "ownerReferences") check_owner(item);
        }
        if (value.empty() && name != "managedFields") continue;  // an empty list of these is a wish
        break;
    }
    clean[name] = std::move(value);
  }
  clean.erase("selfLink");
  if (auto* entries = find(clean, {"managedFields"})) {
    for (auto& entry : *entries) {
      std::vector<std::string> dropped;
      check_managed_entry(entry);
      decode_typed(*builtin_schemas().at("meta.v1.ManagedFieldsEntry"), entry, "ManagedFieldsEntry", dropped);
    }
  }
  given = std::move(clean);
}

Json decode_object(Call& call, Json body)
{
  check_type(call, body);
  body.erase("apiVersion");
  body.erase("kind");
  std::vector<std::string> unknown;
  clean_metadata(body, *call.kind, unknown);
  if (call.version->schema) {
    if (call.kind->custom) {
      make_numbers_plain(body);
      prune(*call.version->schema, body, unknown);
    } else {
      decode_typed(*call.version->schema, body, call.kind->kind, unknown);
    }
  }
  if (call.kind->id() == definitions_collection) check_definition_types(body);
  const auto mode = call.query.get("fieldValidation");
  if (!mode.empty() && mode != "Ignore" && mode != "Warn" && mode != "Strict") {
    FieldErrors errors;
    errors.push_back(unsupported_value("fieldValidation", mode, {"", "Ignore", "Strict", "Warn"}));
    throw invalid("meta.k8s.io", "CreateOptions", "", errors);
  }
  if (!unknown.empty() && mode == "Strict") {
    std::string text;
    for (const auto& field : unknown) text += (text.empty() ? "" : ", ") + ("unknown field " + go_quoted(field));
    throw bad_request(call.kind->kind + " in version " + go_quoted(call.version->name) + " cannot be handled as a " +
                      call.kind->kind + ": strict decoding error: " + text);
  }
  if (mode != "Ignore") {
    for (const auto& field : unknown) call.warnings.push_back("unknown field " + go_quoted(field));
  }
  if (call.kind->to_stored) body = call.kind->to_stored(std::move(body), call.version->name);
  if (call.version->schema && call.kind->custom) apply_defaults(*call.version->schema, body);
  if (call.kind->defaults) call.kind->defaults(body);
  return body;
}

Failure unreadable(const std::string& kind, const std::string& version, const DecodeError& error)
{
  return bad_request(kind + " in version " + go_quoted(version) + " cannot be handled as a " + kind + ": " +
                     error.what());
}

Failure unreadable_patched(const Json& patched, const DecodeError& error)
{
  return invalid("", "", "", {invalid_value("patch", dump(patched), error.what())});
}

Json decode_body(Call& call)
{
  auto body = parse_body(call.http, call.kind->kind, call.kind->api_version(call.version->name));
  try {
    return decode_object(call, std::move(body));
  } catch (const DecodeError& error) {
    throw unreadable(call.kind->kind, call.version->name, error);
  }
}

}  // namespace kubexx::apiserver
