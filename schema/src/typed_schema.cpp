// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/typed_schema.hpp"

#include <nlohmann/json.hpp>

#include "kubexx/schema/detail/json.hpp"

namespace kubexx::schema::detail {
namespace {

/// The object as a server validates it.
Json complete(const StructuralSchema& schema, const Object& object)
{
  auto json = object.json();
  (void)ensure_object(json, "metadata");
  schema.apply_defaults(json);
  return json;
}

}  // namespace

KindSchema::KindSchema(const DescribedKind& kind, BuiltinSchemas builtin) : schema_(schema_of(kind, builtin)) {}

Object KindSchema::defaulted(const Object& object) const
{
  auto json = object.json();
  schema_.apply_defaults(json);
  return Object::from_json(json);
}

std::vector<StatusCause> KindSchema::validate(const Object& object) const
{
  return schema_.validate(complete(schema_, object));
}

std::vector<StatusCause> KindSchema::validate(const Object& old_object, const Object& object) const
{
  return schema_.validate_update(complete(schema_, object), complete(schema_, old_object));
}

}  // namespace kubexx::schema::detail
