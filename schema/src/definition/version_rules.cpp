// SPDX-License-Identifier: Apache-2.0
// The parts of a definition's version beside its schema.
#include <algorithm>
#include <cctype>

#include "definition/definition_rules.hpp"

namespace kubexx::schema::detail {
namespace {

std::string names_text(const std::vector<std::string>& names)
{
  std::string text;
  for (const auto& name : names) text.append(text.empty() ? "" : ",").append(name);
  return text;
}

bool among(const std::vector<std::string>& names, const std::string& name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// validateSimpleJSONPath. False when something is wrong with it.
bool check_simple_path(const std::string& path, const std::string& field, FieldErrors& errors)
{
  if (path.starts_with('.')) return true;
  errors.push_back(invalid_value(field, path, "must be a simple json path starting with ."));
  return false;
}

/// One token of cel.ValidFieldPath: a delimiter, or what is up to the next one.
std::string next_token(std::string_view& left)
{
  const auto end = left.find_first_of(".[]");
  const auto size = end == 0 ? 1 : std::min(end, left.size());
  std::string token(left.substr(0, size));
  left.remove_prefix(size);
  return token;
}

/// cel.ValidFieldPath without array notation: the schema to which a path leads, or what is wrong with it.
const Json* schema_at(std::string_view path, const Json& schema, std::string& problem)
{
  const auto* at = &schema;
  while (!path.empty()) {
    const auto token = next_token(path);
    if (token == "[") {
      problem = "array notation is not allowed";
      return nullptr;
    }
    if (token != ".") {
      problem = "expected [ or . but got: " + token;
      return nullptr;
    }
    if (path.empty()) {
      problem = "unexpected end of JSON path";
      return nullptr;
    }
    const auto name = next_token(path);
    const auto* properties = find(*at, {"properties"});
    at = properties != nullptr ? find(*properties, {name}) : find(*at, {"additionalProperties"});
    if (at == nullptr || !at->is_object()) {
      problem = "does not refer to a valid field";
      return nullptr;
    }
  }
  return at;
}

}  // namespace

void check_columns(const Json& columns, const std::string& field, FieldErrors& errors)
{
  static const std::vector<std::string> types{"boolean", "date", "integer", "number", "string"};
  static const std::vector<std::string> formats{"byte",  "date",  "date-time", "double",
                                                "float", "int32", "int64",     "password"};
  if (!columns.is_array()) return;
  for (std::size_t index = 0; index < columns.size(); ++index) {
    const auto here = field + "[" + std::to_string(index) + "]";
    const auto& column = columns[index];
    if (string_at(column, {"name"}).empty()) errors.push_back(required_value(here + ".name", ""));
    const auto type = string_at(column, {"type"});
    if (type.empty()) {
      errors.push_back(required_value(here + ".type", "must be one of " + names_text(types)));
    } else if (!among(types, type)) {
      errors.push_back(invalid_value(here + ".type", type, "must be one of " + names_text(types)));
    }
    const auto format = string_at(column, {"format"});
    if (!format.empty() && !among(formats, format)) {
      errors.push_back(invalid_value(here + ".format", format, "must be one of " + names_text(formats)));
    }
    const auto path = string_at(column, {"jsonPath"});
    if (path.empty()) {
      errors.push_back(required_value(here + ".JSONPath", ""));
    } else {
      check_simple_path(path, here + ".JSONPath", errors);
    }
  }
}

void check_subresources(const Json& subresources, const std::string& field, FieldErrors& errors)
{
  const auto* scale = find(subresources, {"scale"});
  if (scale == nullptr || !scale->is_object()) return;
  const auto check = [&](const char* name, const std::vector<std::string>& prefixes, const char* problem, bool needed) {
    const auto path = string_at(*scale, {name});
    const auto here = field + ".scale." + name;
    if (path.empty()) {
      if (needed) errors.push_back(required_value(here, ""));
      return;
    }
    if (!check_simple_path(path, here, errors)) return;
    const auto under = [&](const std::string& prefix) { return path.starts_with(prefix); };
    if (std::none_of(prefixes.begin(), prefixes.end(), under)) errors.push_back(invalid_value(here, path, problem));
  };
  check("specReplicasPath", {".spec."}, "should be a json path under .spec", true);
  check("statusReplicasPath", {".status."}, "should be a json path under .status", true);
  check("labelSelectorPath", {".spec.", ".status."}, "should be a json path under either .spec or .status", false);
}

void check_selectable_fields(const Json& fields, const Json& schema, const std::string& field, FieldErrors& errors)
{
  constexpr std::size_t most = 8;
  if (!fields.is_array()) return;
  std::set<std::string> seen;
  for (std::size_t index = 0; index < fields.size(); ++index) {
    const auto here = field + "[" + std::to_string(index) + "].jsonPath";
    const auto path = string_at(fields[index], {"jsonPath"});
    if (path.empty()) {
      errors.push_back(required_value(here, ""));
      continue;
    }
    std::string problem;
    const auto* found = schema_at(path, schema, problem);
    if (found == nullptr) {
      errors.push_back(invalid_value(here, path, "is an invalid path: " + problem));
      continue;
    }
    if (path.starts_with(".metadata.")) {
      errors.push_back(invalid_value(here, path, "must not point to fields in metadata"));
    }
    const auto type = string_at(*found, {"type"});
    if (type != "string" && type != "boolean" && type != "integer") {
      errors.push_back(invalid_value(here, path,
                                     "must point to a field of type string, boolean or integer. Enum string fields and "
                                     "strings with formats are allowed."));
    }
    if (!seen.insert(path).second) errors.push_back(duplicate_value(here, path));
  }
  if (seen.size() > most) errors.push_back(too_many(field, seen.size(), most));
}

void check_deprecation(const Json& version, const std::string& field, FieldErrors& errors)
{
  const auto* warning = find(version, {"deprecationWarning"});
  if (warning == nullptr || !warning->is_string()) return;
  const auto here = field + ".deprecationWarning";
  const auto& text = warning->get_ref<const std::string&>();
  const auto* deprecated = find(version, {"deprecated"});
  const auto refuse = [&](const std::string& problem) { errors.push_back(invalid_value(here, text, problem)); };
  if (deprecated == nullptr || *deprecated != true) return refuse("can only be set for deprecated versions");
  if (text.size() > 256) refuse("must be <= 256 characters long");
  if (text.empty()) refuse("must not be an empty string");
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (std::iscntrl(static_cast<unsigned char>(text[index])) == 0) continue;
    return refuse("must only contain printable UTF-8 characters; non-printable character found at index " +
                  std::to_string(index));
  }
}

}  // namespace kubexx::schema::detail
