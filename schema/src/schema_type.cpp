// SPDX-License-Identifier: Apache-2.0
// k8s.io/apiserver/pkg/cel: common/schemas.go, escaping.go, limits.go.
#include <algorithm>

#include "kubexx/schema/detail/rules.hpp"

namespace kubexx::schema::detail {
namespace {

using Kind = Type::Kind;

constexpr std::uint64_t max_request = 3 * 1024 * 1024;

std::uint64_t not_negative(std::int64_t value)
{
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

void declare(Type& type, const Schema& schema)
{
  type.declared = true;
  type.nullable = schema.nullable;
  type.date = schema.format == "date";
  type.list_type = schema.list_type;
  type.list_map_keys = schema.list_map_keys;
}

std::shared_ptr<Type> basic(Kind kind, const SchemaPtr& schema, std::uint64_t min_size)
{
  auto type = std::make_shared<Type>(*simple_type(kind));
  if (schema) declare(*type, *schema);
  type->min_size = min_size;
  type->sized = true;  // scalars have no elements
  return type;
}

TypePtr sized(std::shared_ptr<Type> type, std::uint64_t elements)
{
  type->sized = true;
  type->max_elements = elements;
  return type;
}

/// A code point has up to four bytes.
std::uint64_t from_max_length(const Schema& schema)
{
  return not_negative(*schema.max_length) * 4;
}

TypePtr string_type(const SchemaPtr& schema)
{
  const auto& format = schema->format;
  if (format == "byte") {
    return sized(basic(Kind::bytes, schema, 2),
                 schema->max_length ? not_negative(*schema->max_length) : max_request - 2);
  }
  if (format == "duration") return sized(basic(Kind::duration, schema, 3), 32);
  if (format == "date") return sized(basic(Kind::timestamp, schema, 12), 12);
  if (format == "date-time") return sized(basic(Kind::timestamp, schema, 21), 32);
  auto type = basic(Kind::string, schema, 2);
  if (schema->max_length) return sized(std::move(type), from_max_length(*schema));
  if (!schema->allowed.is_array() || schema->allowed.empty()) return sized(std::move(type), max_request - 2);
  std::uint64_t longest = 0;
  for (const auto& item : schema->allowed) {
    if (item.is_string()) longest = std::max<std::uint64_t>(longest, item.get_ref<const std::string&>().size());
  }
  return sized(std::move(type), longest);
}

TypePtr plain_string(std::optional<std::int64_t> longest, std::int64_t limit)
{
  auto schema = std::make_shared<Schema>();
  schema->type = Schema::Type::string;
  if (limit > 0) schema->max_length = std::min(longest.value_or(limit), limit);
  return string_type(schema);
}

/// metadata with name and generateName.
TypePtr metadata_type(const SchemaPtr& declared, const std::string& name)
{
  const auto longest = [&](const char* field) -> std::optional<std::int64_t> {
    if (!declared) return std::nullopt;
    const auto found = declared->properties.find(field);
    return found == declared->properties.end() ? std::nullopt : found->second->max_length;
  };
  auto type = std::make_shared<Type>();
  type->kind = Kind::object;
  type->name = name;
  type->sized = true;
  type->min_size = 2;
  type->fields["name"] = {"name", plain_string(longest("name"), 253)};
  type->fields["generateName"] = {"generateName", plain_string(longest("generateName"), 252)};
  return type;
}

TypePtr convert(const SchemaPtr& schema, bool resource_root, const std::string& name);

TypePtr list_type(const SchemaPtr& schema, const std::string& name)
{
  if (!schema->items) return nullptr;
  auto item = convert(schema->items, schema->items->embedded_resource, name + ".@idx");
  if (!item) return nullptr;
  auto type = std::make_shared<Type>(*list_of(item));
  declare(*type, *schema);
  type->min_size = 2;
  return sized(std::move(type),
               schema->max_items ? not_negative(*schema->max_items) : (max_request - 2) / (item->min_size + 1));
}

TypePtr map_type(const SchemaPtr& schema, const std::string& name)
{
  auto value = convert(schema->additional, schema->additional->embedded_resource, name + ".@elem");
  if (!value) return nullptr;
  const auto key = sized(basic(Kind::string, nullptr, 2), 0);  // as in StringType, which has no MaxElements
  auto type = std::make_shared<Type>(*map_of(key, value));
  declare(*type, *schema);
  type->min_size = 2;
  return sized(std::move(type), schema->max_properties ? not_negative(*schema->max_properties)
                                                       : (max_request - 2) / (value->min_size + 6));
}

TypePtr object_type(const SchemaPtr& schema, bool resource_root, const std::string& name)
{
  auto type = std::make_shared<Type>();
  type->kind = Kind::object;
  type->name = name;
  declare(*type, *schema);
  type->sized = true;
  type->min_size = 2;
  const auto add = [&](const std::string& field, const TypePtr& field_type, bool has_default) {
    if (!field_type) return;
    if (const auto escaped = cel::escape_name(field); !escaped.empty()) type->fields[escaped] = {field, field_type};
    const auto& required = schema->required;
    if (!has_default && std::find(required.begin(), required.end(), field) != required.end()) {
      type->min_size += field.size() + field_type->min_size + 4;
    }
  };
  const bool adds_meta = resource_root;
  for (const auto& [field, child] : schema->properties) {
    if (adds_meta && (field == "kind" || field == "apiVersion" || field == "metadata")) continue;
    add(field, convert(child, child->embedded_resource, name + "." + field), child->has_default);
  }
  if (adds_meta) {
    add("kind", plain_string(std::nullopt, 0), false);
    add("apiVersion", plain_string(std::nullopt, 0), false);
    const auto declared = schema->properties.find("metadata");
    add("metadata",
        metadata_type(declared == schema->properties.end() ? nullptr : declared->second, name + ".metadata"), false);
  }
  return type;
}

TypePtr convert(const SchemaPtr& schema, bool resource_root, const std::string& name)
{
  if (schema->int_or_string) {
    return sized(basic(Kind::dyn, schema, 1), schema->max_length ? from_max_length(*schema) : max_request - 2);
  }
  switch (schema->type) {
    case Schema::Type::array:
      return list_type(schema, name);
    case Schema::Type::object:
      return schema->additional ? map_type(schema, name) : object_type(schema, resource_root, name);
    case Schema::Type::string:
      return string_type(schema);
    case Schema::Type::boolean:
      return basic(Kind::boolean, schema, 4);
    case Schema::Type::number:
      return basic(Kind::number, schema, 1);
    case Schema::Type::integer:
      return basic(Kind::integer, schema, 1);
    case Schema::Type::any:
      break;
  }
  return nullptr;
}

}  // namespace

TypePtr schema_type(const SchemaPtr& schema, bool resource_root)
{
  return convert(schema, resource_root, "selfType");
}

}  // namespace kubexx::schema::detail
