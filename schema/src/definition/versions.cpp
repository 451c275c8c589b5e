// SPDX-License-Identifier: Apache-2.0
// The versions of a definition.
#include <algorithm>

#include "definition/definition_rules.hpp"
#include "definition/schema_text.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/schema/detail/default_values.hpp"
#include "kubexx/schema/detail/rules.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

/// Whether all versions have the same there: then a real server, whose internal form has it beside the versions, looks
/// at it there.
bool is_common(const Json& versions, std::initializer_list<std::string_view> path)
{
  const auto* first = versions.empty() ? nullptr : find(versions.front(), path);
  if (first == nullptr || first->is_null()) return false;
  return std::all_of(versions.begin(), versions.end(), [&](const Json& version) {
    const auto* one = find(version, path);
    return one != nullptr && *one == *first;
  });
}

bool has_status(const Json& version)
{
  const auto* status = find(version, {"subresources", "status"});
  return status != nullptr && !status->is_null();
}

void check_version_schema(const Json& source, const std::string& field, bool with_status, FieldErrors& errors)
{
  const auto before = errors.size();
  if (with_status) check_root_members(source, field, errors);
  if (const auto* nullable = find(source, {"nullable"}); nullable != nullptr && *nullable == true) {
    errors.push_back(forbidden_value(field + ".nullable", "nullable cannot be true at the root"));
  }
  FieldErrors unreadable;  // the rules below say the same, in their order
  const auto schema = parse_schema(source, field, unreadable);
  const bool structural = !has_unstructural(source);
  auto found = structural ? structural_errors(source, field) : FieldErrors();
  if (structural && found.empty() && unreadable.empty()) check_defaults(*schema, field, found);
  errors.insert(errors.end(), found.begin(), found.end());
  check_open_api(source, field, errors);
  if (errors.size() == before) check_default_rules(schema, field, errors);
  if (errors.size() == before) check_rules(schema, field, errors);
}

}  // namespace

void check_version(const Json& versions, std::size_t index, FieldErrors& errors)
{
  const auto& version = versions[index];
  const auto field = "spec.versions[" + std::to_string(index) + "]";
  if (const auto problem = cel::dns_1035_label_problem(string_at(version, {"name"})); !problem.empty()) {
    errors.push_back(invalid_value(field + ".name", string_at(version, {"name"}), problem));
  }
  check_deprecation(version, field, errors);
  const auto* source = find(version, {"schema", "openAPIV3Schema"});
  if (source != nullptr && !is_common(versions, {"schema"})) {
    check_version_schema(*source, field + ".schema.openAPIV3Schema", has_status(version), errors);
  }
  if (!is_common(versions, {"subresources"})) {
    check_subresources(json_at(version, {"subresources"}), field + ".subresources", errors);
  }
  if (!is_common(versions, {"additionalPrinterColumns"})) {
    check_columns(json_at(version, {"additionalPrinterColumns"}), field + ".additionalPrinterColumns", errors);
  }
  if (source != nullptr && !is_common(versions, {"selectableFields"})) {
    check_selectable_fields(json_at(version, {"selectableFields"}), *source, field + ".selectableFields", errors);
  }
}

void check_shared(const Json& versions, FieldErrors& errors)
{
  const auto& first = versions.front();
  const auto* source = find(first, {"schema", "openAPIV3Schema"});
  if (source != nullptr && is_common(versions, {"schema"})) {
    check_version_schema(*source, "spec.validation.openAPIV3Schema",
                         std::any_of(versions.begin(), versions.end(), has_status), errors);
  }
  if (is_common(versions, {"subresources"})) {
    check_subresources(json_at(first, {"subresources"}), "spec.subresources", errors);
  }
  if (is_common(versions, {"additionalPrinterColumns"})) {
    check_columns(json_at(first, {"additionalPrinterColumns"}), "spec.additionalPrinterColumns", errors);
  }
  if (source == nullptr && is_common(versions, {"selectableFields"})) {
    errors.push_back(invalid_value("spec.selectableFields", "", "may only be set when validations.schema is included"));
  } else if (is_common(versions, {"selectableFields"})) {
    check_selectable_fields(json_at(first, {"selectableFields"}), *source, "spec.selectableFields", errors);
  }
}

std::string versions_text(const Json& versions)
{
  if (versions.is_null()) return "null";
  std::string text = "[";
  for (const auto& version : versions) {
    const auto flag = [&](const char* name) { return json_at(version, {name}) == true ? "true" : "false"; };
    if (text.size() > 1) text += ",";
    text.append("{\"Name\":").append(go_quoted(string_at(version, {"name"})));
    text.append(",\"Served\":").append(flag("served")).append(",\"Storage\":").append(flag("storage"));
    text.append(",\"Deprecated\":").append(flag("deprecated"));
    text.append(",\"DeprecationWarning\":").append(dump(json_at(version, {"deprecationWarning"})));
    text += ",\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}";
  }
  return text + "]";
}

}  // namespace kubexx::schema::detail
