// SPDX-License-Identifier: Apache-2.0
// What becomes of a definition before it is validated.
#include "definition/definition_rules.hpp"
#include "kubexx/cel/detail/text.hpp"
#include "kubexx/schema/detail/definition.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {

void decode_definition(Json& definition, std::vector<std::string>& unknown)
{
  auto* versions = find(definition, {"spec", "versions"});
  if (versions == nullptr || !versions->is_array()) return;
  for (std::size_t index = 0; index < versions->size(); ++index) {
    auto* schema = find((*versions)[index], {"schema", "openAPIV3Schema"});
    if (schema == nullptr) continue;
    check_schema_types(*schema, "spec.versions.schema.openAPIV3Schema");
    clean_schema(*schema, "spec.versions[" + std::to_string(index) + "].schema.openAPIV3Schema", unknown);
  }
}

void default_definition(Json& definition)
{
  auto& spec = ensure_object(definition, "spec");
  auto& names = ensure_object(spec, "names");
  const auto kind = string_at(names, {"kind"});
  if (!kind.empty()) {
    set_default(names, "singular", cel::lower(kind));
    set_default(names, "listKind", kind + "List");
  }
  if (json_at(spec, {"preserveUnknownFields"}) == false) spec.erase("preserveUnknownFields");
  if (find(spec, {"conversion"}) == nullptr) spec["conversion"] = {{"strategy", "None"}};
  auto& conversion = ensure_object(spec, "conversion");
  set_default(conversion, "strategy", "");
  if (auto* service = find(conversion, {"webhook", "clientConfig", "service"});
      service != nullptr && service->is_object()) {
    set_default(*service, "port", 443);
  }
  if (const auto* versions = find(spec, {"versions"}); versions != nullptr && versions->is_array()) {
    for (auto& version : spec["versions"]) {
      if (!version.is_object()) continue;
      set_default(version, "served", false);
      set_default(version, "storage", false);
    }
  }
}

void begin_definition_status(Json& definition)
{
  Json stored = Json::array();
  if (const auto* versions = find(definition, {"spec", "versions"}); versions != nullptr && versions->is_array()) {
    for (const auto& item : *versions) {
      if (json_at(item, {"storage"}) == true) stored.push_back(string_at(item, {"name"}));
    }
  }
  definition["status"] = {{"acceptedNames", {{"kind", ""}, {"plural", ""}}},
                          {"conditions", nullptr},
                          {"storedVersions", std::move(stored)}};
}

std::vector<std::string> format_warnings(const Json& definition)
{
  std::set<std::string> formats;
  for (const auto& version : array_at(definition, {"spec", "versions"})) {
    if (const auto* schema = find(version, {"schema", "openAPIV3Schema"})) find_unknown_formats(*schema, formats);
  }
  std::vector<std::string> warnings;
  warnings.reserve(formats.size());
  for (const auto& format : formats) warnings.push_back("unrecognized format " + go_quoted(format));
  return warnings;
}

}  // namespace kubexx::schema::detail
