// SPDX-License-Identifier: Apache-2.0
#include "apply/type.hpp"

#include <algorithm>
#include <string_view>

namespace kubexx::apiserver::apply {
namespace {

const Schema& object_meta()
{
  static const SchemaPtr schema = builtin_schemas().at("meta.v1.ObjectMeta");
  return *schema;
}

const Schema& text()
{
  static const auto schema = [] {
    Schema text;
    text.type = Schema::Type::string;
    return text;
  }();
  return schema;
}

bool type_member(std::string_view name)
{
  return name == "apiVersion" || name == "kind";
}

}  // namespace

Type Type::of_object(const Schema& schema, bool custom)
{
  Type type(Mode::schema, &schema);
  type.custom_ = custom;
  type.object_ = custom;
  return type;
}

Type Type::of_value(const Schema& schema)
{
  auto type = of_object(schema, true);
  type.object_ = false;
  return type;
}

Type Type::inside(const Schema& schema) const
{
  Type type(Mode::schema, &schema);
  type.custom_ = custom_;
  type.preserve_ = custom_ && preserves();
  type.object_ = custom_ && schema.embedded_resource;
  return type;
}

Atom Type::resolve_any() const
{
  // Quantities are known by name. RawExtension and its like are one value; int-or-string has no type in OpenAPI.
  Atom atom;
  atom.type = *this;
  atom.scalar = Scalar::untyped;
  if (!custom_ && schema_->format == "quantity") return atom;
  if (!custom_ && schema_->preserve_unknown) return untyped().resolve();
  atom.list = atom.map = true;
  atom.associative = schema_->list_type == "set" || schema_->list_type == "map";
  atom.keys = &schema_->list_map_keys;
  atom.atomic_map = schema_->map_type == "atomic";
  return atom;
}

Atom Type::resolve() const
{
  Atom atom;
  atom.type = *this;
  static const std::vector<std::string> no_keys;
  switch (mode_) {
    case Mode::none:
      return atom;
    case Mode::untyped:
    case Mode::deduced:
      atom.scalar = Scalar::untyped;
      atom.list = atom.map = true;
      atom.keys = &no_keys;
      atom.atomic_map = mode_ == Mode::untyped;
      return atom;
    case Mode::schema:
      break;
  }
  switch (schema_->type) {
    case Schema::Type::any:
      return resolve_any();
    case Schema::Type::object:
      atom.map = true;
      atom.atomic_map = schema_->map_type == "atomic";
      return atom;
    case Schema::Type::array:
      atom.list = true;
      atom.associative = schema_->list_type == "set" || schema_->list_type == "map";
      atom.keys = atom.associative && schema_->list_type == "map" ? &schema_->list_map_keys : &no_keys;
      return atom;
    case Schema::Type::string:
      atom.scalar = schema_->format.empty() || schema_->format == "byte" ? Scalar::string : Scalar::untyped;
      return atom;
    case Schema::Type::integer:
    case Schema::Type::number:
      atom.scalar = Scalar::numeric;
      return atom;
    case Schema::Type::boolean:
      atom.scalar = Scalar::boolean;
      return atom;
  }
  return atom;
}

Type Atom::element() const
{
  if (type.mode_ != Type::Mode::schema || !type.schema_->items) return Type::untyped();
  return type.inside(*type.schema_->items);
}

bool Atom::declares(const std::string& name) const
{
  if (type.mode_ != Type::Mode::schema) return false;
  if (type.object_ && (type_member(name) || name == "metadata")) return true;
  return type.schema_->properties.contains(name);
}

Type Atom::member(const std::string& name) const
{
  if (type.mode_ != Type::Mode::schema) return type;
  const auto& schema = *type.schema_;
  if (type.object_ && (type_member(name) || name == "metadata")) {
    return Type::of_object(type_member(name) ? text() : object_meta(), false);
  }
  if (const auto found = schema.properties.find(name); found != schema.properties.end()) {
    return type.inside(*found->second);
  }
  if (schema.additional) return type.inside(*schema.additional);
  if ((type.custom_ && type.preserves()) || (schema.properties.empty() && !type.object_)) return Type::deduced();
  return {};
}

bool Atom::anything() const
{
  if (type.mode_ != Type::Mode::schema) return type.is_deduced();
  const auto& schema = *type.schema_;
  if (!schema.properties.empty() || type.object_) return false;
  if (!schema.additional) return true;
  // An inlined type that takes any scalar counts as well; the built-in ones are references.
  return type.custom_ && type.inside(*schema.additional).resolve().scalar == Scalar::untyped;
}

Json Atom::key_default(const std::string& name) const
{
  if (type.mode_ != Type::Mode::schema) return nullptr;
  const auto& schema = *type.schema_;
  const auto found = schema.properties.find(name);
  if (found == schema.properties.end()) return nullptr;
  const auto& field = *found->second;
  if (field.has_default) return field.default_;
  if (type.custom_) return nullptr;
  // In the OpenAPI document a field without omitempty has its zero value as default.
  if (name == "protocol" &&
      (schema.type_name == "core.v1.ServicePort" || schema.type_name == "core.v1.ContainerPort")) {
    return "TCP";
  }
  const bool written = schema.type_name == "core.v1.LocalObjectReference" ||
                       std::find(schema.required.begin(), schema.required.end(), name) != schema.required.end();
  if (!written) return nullptr;
  if (field.type == Schema::Type::string) return "";
  return field.type == Schema::Type::integer ? Json(0) : Json();
}

Atom Atom::for_value(const Json* value) const
{
  if (value == nullptr || value->is_null()) return *this;
  auto only = *this;
  if (value->is_array() && list) {
    only.scalar.reset();
    only.map = false;
  } else if (value->is_object() && map) {
    only.scalar.reset();
    only.list = false;
  } else if (value->is_primitive() && scalar) {
    only.list = only.map = false;
  }
  return only;
}

}  // namespace kubexx::apiserver::apply
