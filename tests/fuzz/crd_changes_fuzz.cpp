// SPDX-License-Identifier: Apache-2.0
// Two schemas of `spec`, a line each, and objects: equal schemas have no changes, and what is called safe refuses and
// drops nothing.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "fuzz.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/schema/crd_changes.hpp"
#include "kubexx/schema/structural_schema.hpp"

namespace {

using namespace kubexx;
using fuzz::require;
using nlohmann::json;

json crd_of(const json& root)
{
  return {{"metadata", {{"name", "gadgets.example.org"}}},
          {"spec",
           {{"group", "example.org"},
            {"scope", "Namespaced"},
            {"names", {{"plural", "gadgets"}, {"kind", "Gadget"}}},
            {"versions",
             {{{"name", "v1"}, {"served", true}, {"storage", true}, {"schema", {{"openAPIV3Schema", root}}}}}}}}};
}

json root_of(const json& spec)
{
  return {{"type", "object"}, {"properties", {{"spec", spec}}}};
}

std::optional<schema::StructuralSchema> usable(const json& root)
{
  try {
    return schema::StructuralSchema(root);
  } catch (const schema::SchemaError&) {
    return std::nullopt;
  }
}

void check_safe(const json& before, const json& after, const json& spec)
{
  const auto old_schema = usable(before);
  const auto new_schema = usable(after);
  if (!old_schema || !new_schema) return;
  json stored{{"apiVersion", "example.org/v1"}, {"kind", "Gadget"}, {"metadata", {{"name", "a"}}}, {"spec", spec}};
  if (!old_schema->prune(stored).empty()) return;
  auto object = stored;
  old_schema->apply_defaults(stored);
  if (!old_schema->validate(stored).empty()) return;
  require(new_schema->prune(object).empty(), "a safe change drops nothing");
  new_schema->apply_defaults(object);
  require(new_schema->validate(object).empty(), "a safe change refuses nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::Input input(data, size);
  const auto old_spec = json::parse(input.line(), nullptr, false);
  const auto new_spec = json::parse(input.line(), nullptr, false);
  const auto object = json::parse(input.line(), nullptr, false);
  if (old_spec.is_discarded() || new_spec.is_discarded()) return 0;
  const auto before = root_of(old_spec);
  const auto after = root_of(new_spec);
  try {
    require(schema::crd_changes(crd_of(before), crd_of(before)).empty(), "the same has no changes");
    const auto changes = schema::crd_changes(crd_of(before), crd_of(after));
    bool safe = true;
    for (const auto& change : changes) {
      safe = safe && change.severity == schema::CrdSeverity::safe;
      (void)json({change.path, change.change, change.breaks, change.ratcheting}).dump();  // throws for invalid UTF-8
    }
    if (safe && !object.is_discarded()) check_safe(before, after, object);
    (void)schema::crd_changes(old_spec, new_spec);
  } catch (const ObjectError&) {
    // Nested too deep.
  }
  return 0;
}
