// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {
namespace {

class Parser {
public:
  explicit Parser(FieldErrors& errors) : errors_(errors) {}

  SchemaPtr parse(const Json& source, const std::string& field)
  {
    auto schema = std::make_shared<Schema>();
    if (!source.is_object()) {
      errors_.push_back(invalid_value(field, source, "must be an object"));
      return schema;
    }
    read_type(source, field, *schema);
    read_flags(source, *schema);
    read_limits(source, field, *schema);
    read_children(source, field, *schema);
    schema->allowed = source.value("enum", Json());
    schema->rules = source.value("x-kubernetes-validations", Json());
    if (const auto* value = find(source, {"default"}); value != nullptr && !value->is_null()) {
      schema->default_ = *value;
      schema->has_default = true;
    }
    return schema;
  }

private:
  void read_type(const Json& source, const std::string& field, Schema& schema)
  {
    const auto type = string_at(source, {"type"});
    if (type == "object") {
      schema.type = Schema::Type::object;
    } else if (type == "array") {
      schema.type = Schema::Type::array;
    } else if (type == "string") {
      schema.type = Schema::Type::string;
    } else if (type == "integer") {
      schema.type = Schema::Type::integer;
    } else if (type == "number") {
      schema.type = Schema::Type::number;
    } else if (type == "boolean") {
      schema.type = Schema::Type::boolean;
    } else if (!type.empty()) {
      errors_.push_back(
          unsupported_value(field + ".type", type, {"array", "boolean", "integer", "number", "object", "string"}));
    }
  }

  static void read_flags(const Json& source, Schema& schema)
  {
    const auto flag = [&](const char* name) { return source.value(name, Json(false)) == true; };
    schema.nullable = flag("nullable");
    schema.int_or_string = flag("x-kubernetes-int-or-string");
    schema.preserve_unknown = flag("x-kubernetes-preserve-unknown-fields");
    schema.embedded_resource = flag("x-kubernetes-embedded-resource");
    schema.exclusive_minimum = flag("exclusiveMinimum");
    schema.exclusive_maximum = flag("exclusiveMaximum");
    schema.unique_items = flag("uniqueItems");
    schema.format = string_at(source, {"format"});
    schema.list_type = string_at(source, {"x-kubernetes-list-type"});
    schema.map_type = string_at(source, {"x-kubernetes-map-type"});
    if (const auto* keys = find(source, {"x-kubernetes-list-map-keys"}); keys != nullptr && keys->is_array()) {
      for (const auto& key : *keys) {
        if (key.is_string()) schema.list_map_keys.push_back(key.get<std::string>());
      }
    }
  }

  void read_limits(const Json& source, const std::string& field, Schema& schema)
  {
    const auto number = [&](const char* name) -> std::optional<double> {
      const auto* value = find(source, {name});
      if (value == nullptr || !value->is_number()) return std::nullopt;
      return value->get<double>();
    };
    const auto count = [&](const char* name) -> std::optional<std::int64_t> {
      const auto* value = find(source, {name});
      if (value == nullptr || !has_json_type(Schema::Type::integer, *value)) return std::nullopt;
      return value->get<std::int64_t>();
    };
    schema.minimum = number("minimum");
    schema.maximum = number("maximum");
    schema.multiple_of = number("multipleOf");
    schema.min_length = count("minLength");
    schema.max_length = count("maxLength");
    schema.min_items = count("minItems");
    schema.max_items = count("maxItems");
    schema.min_properties = count("minProperties");
    schema.max_properties = count("maxProperties");
    schema.pattern = string_at(source, {"pattern"});
    if (!schema.pattern.empty()) {
      std::string problem;
      schema.compiled_pattern = Pattern::compile(schema.pattern, problem);
      if (!schema.compiled_pattern) {
        errors_.push_back(invalid_value(field + ".pattern", schema.pattern,
                                        "must be a valid regular expression, but isn't: " + problem));
        schema.pattern.clear();
      }
    }
    if (const auto* required = find(source, {"required"}); required != nullptr && required->is_array()) {
      for (const auto& name : *required) {
        if (name.is_string()) schema.required.push_back(name.get<std::string>());
      }
    }
  }

  void read_children(const Json& source, const std::string& field, Schema& schema)
  {
    if (const auto* properties = find(source, {"properties"}); properties != nullptr && properties->is_object()) {
      for (const auto& [name, child] : properties->items()) {
        auto place = field;
        place.append(".properties[").append(name).append("]");
        schema.properties.emplace(name, parse(child, place));
      }
    }
    if (const auto* additional = find(source, {"additionalProperties"})) {
      if (additional->is_object()) schema.additional = parse(*additional, field + ".additionalProperties");
      if (*additional == true) schema.any_additional = true;
    }
    if (const auto* items = find(source, {"items"}); items != nullptr && items->is_object()) {
      schema.items = parse(*items, field + ".items");
    }
    const auto list = [&](const char* name, std::vector<SchemaPtr>& into) {
      const auto* branches = find(source, {name});
      if (branches == nullptr || !branches->is_array()) return;
      for (std::size_t index = 0; index < branches->size(); ++index) {
        into.push_back(parse((*branches)[index], field + "." + name + "[" + std::to_string(index) + "]"));
      }
    };
    list("allOf", schema.all_of);
    list("anyOf", schema.any_of);
    list("oneOf", schema.one_of);
    if (const auto* not_schema = find(source, {"not"}); not_schema != nullptr && not_schema->is_object()) {
      schema.not_ = parse(*not_schema, field + ".not");
    }
  }

  FieldErrors& errors_;
};

}  // namespace

SchemaPtr parse_schema(const Json& source, const std::string& field, FieldErrors& errors)
{
  return Parser(errors).parse(source, field);
}

}  // namespace kubexx::schema::detail
