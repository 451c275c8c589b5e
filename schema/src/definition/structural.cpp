// SPDX-License-Identifier: Apache-2.0
// The rules of structural schemas: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, validation.go and complete.go.
#include <algorithm>

#include "definition/definition_rules.hpp"
#include "kubexx/cel/detail/pattern.hpp"
#include "kubexx/cel/detail/sorted.hpp"

namespace kubexx::schema::detail {
namespace {

enum class Level { root, item, field };

const Json* object_at(const Json& schema, std::string_view name)
{
  const auto* found = find(schema, {name});
  return found != nullptr && found->is_object() ? found : nullptr;
}

bool is_true(const Json& schema, std::string_view name)
{
  const auto* found = find(schema, {name});
  return found != nullptr && *found == true;
}

/// Whether no property is there but those of an object's name.
bool only_names(const Json& properties)
{
  for (const auto& [name, value] : properties.items()) {
    if (name != "name" && name != "generateName") return false;
  }
  return true;
}

/// Present, and neither null nor empty.
bool is_given(const Json& schema, std::string_view name)
{
  const auto* found = find(schema, {name});
  if (found == nullptr || found->is_null()) return false;
  return found->is_string() ? !found->get_ref<const std::string&>().empty() : !found->empty();
}

std::string key_of_property(const std::string& field, const std::string& name)
{
  return field + ".properties[" + name + "]";
}

bool is_int_or_string(const Json* any_of)
{
  static const Json both = Json::array({{{"type", "integer"}}, {{"type", "string"}}});
  return any_of != nullptr && *any_of == both;
}

template <class Use>
void each_branch(const Json& schema, const char* name, const std::string& field, Use use)
{
  const auto* branches = find(schema, {name});
  if (branches == nullptr || !branches->is_array()) return;
  for (std::size_t index = 0; index < branches->size(); ++index) {
    use((*branches)[index], field + "." + name + "[" + std::to_string(index) + "]", index);
  }
}

class Invariants {
public:
  explicit Invariants(FieldErrors& errors) : errors_(errors) {}

  void check(const Json& schema, Level level, const std::string& field)
  {
    const auto type = string_at(schema, {"type"});
    if (type == "array" && object_at(schema, "items") == nullptr) {
      errors_.push_back(required_value(field + ".items", "must be specified"));
    }
    if (const auto* items = object_at(schema, "items")) check(*items, Level::item, field + ".items");
    const auto* properties = object_at(schema, "properties");
    if (properties != nullptr) {
      for (const auto& [name, child] : properties->items()) check(child, Level::field, key_of_property(field, name));
    }
    check_additional(schema, level, field);
    check_extensions(schema, field);
    const auto* all_of = find(schema, {"allOf"});
    const bool first_all_of =
        all_of != nullptr && !all_of->empty() && is_int_or_string(find(all_of->front(), {"anyOf"}));
    check_values(schema, is_int_or_string(find(schema, {"anyOf"})), first_all_of, field);
    check_type(schema, type, level, field);
    check_metadata(schema, level, field);
    const bool embedded = is_true(schema, "x-kubernetes-embedded-resource");
    if (embedded && !is_true(schema, "x-kubernetes-preserve-unknown-fields") && !is_given(schema, "properties")) {
      errors_.push_back(required_value(field + ".properties",
                                       "must not be empty if x-kubernetes-embedded-resource is true without "
                                       "x-kubernetes-preserve-unknown-fields"));
    }
  }

private:
  void check_additional(const Json& schema, Level level, const std::string& field)
  {
    const auto* additional = find(schema, {"additionalProperties"});
    if (additional == nullptr || additional->is_null()) return;
    const auto here = field + ".additionalProperties";
    if (level == Level::root) errors_.push_back(forbidden_value(here, "must not be used at the root"));
    if (additional->is_object()) check(*additional, Level::field, here);
  }

  void check_extensions(const Json& schema, const std::string& field)
  {
    if (!is_true(schema, "x-kubernetes-int-or-string")) return;
    for (const char* name : {"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"}) {
      if (!is_true(schema, name)) continue;
      errors_.push_back(invalid_value(field + "." + name, true, "must be false if x-kubernetes-int-or-string is true"));
    }
  }

  void check_type(const Json& schema, const std::string& type, Level level, const std::string& field)
  {
    const auto here = field + ".type";
    const bool embedded = is_true(schema, "x-kubernetes-embedded-resource");
    if (embedded && type != "object") {
      const char* problem = "must be object if x-kubernetes-embedded-resource is true";
      errors_.push_back(type.empty() ? required_value(here, problem) : invalid_value(here, type, problem));
    } else if (type.empty() && !is_true(schema, "x-kubernetes-int-or-string") &&
               !is_true(schema, "x-kubernetes-preserve-unknown-fields")) {
      errors_.push_back(required_value(here, level == Level::root   ? "must not be empty at the root"
                                             : level == Level::item ? "must not be empty for specified array items"
                                                                    : "must not be empty for specified object fields"));
    }
    if (embedded && schema.contains("additionalProperties")) {
      errors_.push_back(forbidden_value(field + ".additionalProperties",
                                        "must not be used if x-kubernetes-embedded-resource is set"));
    }
    if (level == Level::root && !type.empty() && type != "object") {
      errors_.push_back(invalid_value(here, type, "must be object at the root"));
    }
  }

  void check_metadata(const Json& schema, Level level, const std::string& field)
  {
    const auto* properties = object_at(schema, "properties");
    if (properties == nullptr) return;
    const bool of_object = level == Level::root || is_true(schema, "x-kubernetes-embedded-resource");
    for (const char* name : {"kind", "apiVersion"}) {
      if (!of_object || !properties->contains(name)) continue;
      const auto type = string_at(*properties, {name, "type"});
      if (type != "string") {
        errors_.push_back(invalid_value(key_of_property(field, name) + ".type", type, "must be string"));
      }
    }
    const auto* metadata = object_at(*properties, "metadata");
    if (metadata == nullptr) return;
    const auto here = key_of_property(field, "metadata");
    const auto type = string_at(*metadata, {"type"});
    if (of_object && type != "object") errors_.push_back(invalid_value(here + ".type", type, "must be object"));
    if (level != Level::root) return;
    for (const auto& [name, value] : metadata->items()) {
      if (name == "type" || name == "default" || !is_given(*metadata, name)) continue;
      if (name == "properties" && only_names(value)) continue;
      errors_.push_back(forbidden_value(here,
                                        "must not specify anything other than name and generateName, but metadata is "
                                        "implicitly specified"));
      return;
    }
  }

  void check_values(const Json& schema, bool skip_any_of, bool skip_first_all_of, const std::string& field)
  {
    if (!skip_any_of) {
      each_branch(schema, "anyOf", field,
                  [&](const Json& one, const std::string& here, std::size_t) { check_nested(one, false, here); });
    }
    each_branch(schema, "allOf", field, [&](const Json& one, const std::string& here, std::size_t index) {
      check_nested(one, skip_first_all_of && index == 0, here);
    });
    each_branch(schema, "oneOf", field,
                [&](const Json& one, const std::string& here, std::size_t) { check_nested(one, false, here); });
    if (const auto* no = object_at(schema, "not")) check_nested(*no, false, field + ".not");
    if (const auto pattern = string_at(schema, {"pattern"}); !pattern.empty()) {
      std::string problem;
      if (!cel::Pattern::compile(pattern, problem)) {
        errors_.push_back(
            invalid_value(field + ".pattern", pattern, "must be a valid regular expression, but isn't: " + problem));
      }
    }
  }

  void check_nested(const Json& schema, bool skip_any_of, const std::string& field)
  {
    check_values(schema, skip_any_of, false, field);
    if (const auto* items = object_at(schema, "items")) check_nested(*items, false, field + ".items");
    const auto* properties = object_at(schema, "properties");
    if (properties != nullptr) {
      for (const auto& [name, child] : properties->items()) check_nested(child, false, key_of_property(field, name));
    }
    static constexpr std::pair<const char*, const char*> forbidden[]{
        {"type", "must be empty to be structural"},
        {"additionalProperties", "must be undefined to be structural"},
        {"default", "must be undefined to be structural"},
        {"title", "must be empty to be structural"},
        {"description", "must be empty to be structural"},
        {"nullable", "must be false to be structural"},
        {"x-kubernetes-preserve-unknown-fields", "must be false to be structural"},
        {"x-kubernetes-embedded-resource", "must be false to be structural"},
        {"x-kubernetes-int-or-string", "must be false to be structural"},
        {"x-kubernetes-list-map-keys", "must be empty to be structural"},
        {"x-kubernetes-list-type", "must be undefined to be structural"},
        {"x-kubernetes-map-type", "must be undefined to be structural"},
        {"x-kubernetes-validations", "must be empty to be structural"}};
    for (const auto& [name, problem] : forbidden) {
      const auto* value = find(schema, {name});
      const bool any = name == std::string_view("default") || name == std::string_view("additionalProperties");
      if (any ? value == nullptr || value->is_null() : !is_given(schema, name) || *value == false) continue;
      errors_.push_back(forbidden_value(field + "." + name, problem));
    }
    if (properties != nullptr && properties->contains("metadata")) {
      errors_.push_back(
          forbidden_value(key_of_property(field, "metadata"), "must not be specified in a nested context"));
    }
  }

  FieldErrors& errors_;
};

/// What is validated below a quantifier must be specified beside it. `schema` null: it is not.
void check_complete(const Json& values, const Json* schema, const std::string& at, const std::string& from,
                    FieldErrors& errors);

void check_branches(const Json& values, const Json* schema, const std::string& at, const std::string& from,
                    FieldErrors& errors)
{
  if (const auto* no = object_at(values, "not")) check_complete(*no, schema, at, from + ".not", errors);
  for (const char* name : {"allOf", "anyOf", "oneOf"}) {
    each_branch(values, name, from, [&](const Json& one, const std::string& here, std::size_t) {
      check_complete(one, schema, at, here, errors);
    });
  }
}

void check_complete(const Json& values, const Json* schema, const std::string& at, const std::string& from,
                    FieldErrors& errors)
{
  if (schema == nullptr) {
    errors.push_back(required_value(at, "because it is defined in " + from));
    return;
  }
  check_branches(values, schema, at, from, errors);
  if (const auto* items = object_at(values, "items")) {
    check_complete(*items, object_at(*schema, "items"), at + ".items", from + ".items", errors);
  }
  const auto* properties = object_at(values, "properties");
  if (properties == nullptr) return;
  const auto* known = object_at(*schema, "properties");
  for (const auto& [name, child] : properties->items()) {
    const auto* beside = known == nullptr ? nullptr : find(*known, {name});
    check_complete(child, beside, key_of_property(at, name), key_of_property(from, name), errors);
  }
}

}  // namespace

bool has_unstructural(const Json& schema)
{
  if (!schema.is_object()) return false;
  for (const char* name : {"id", "$ref", "patternProperties", "definitions", "dependencies"}) {
    if (is_given(schema, name)) return true;
  }
  const auto* items = find(schema, {"items"});
  if (schema.contains("additionalItems") || (items != nullptr && items->is_array())) return true;
  if (items != nullptr && has_unstructural(*items)) return true;
  for (const char* name : {"additionalProperties", "not"}) {
    const auto* child = object_at(schema, name);
    if (child != nullptr && has_unstructural(*child)) return true;
  }
  const auto any = [](const Json* children) {
    return children != nullptr && children->is_structured() &&
           std::any_of(children->begin(), children->end(), has_unstructural);
  };
  return any(find(schema, {"properties"})) || any(find(schema, {"allOf"})) || any(find(schema, {"anyOf"})) ||
         any(find(schema, {"oneOf"}));
}

FieldErrors structural_errors(const Json& schema, const std::string& field)
{
  FieldErrors errors;
  Invariants(errors).check(schema, Level::root, field);
  check_branches(schema, &schema, field, field, errors);
  return cel::sorted(std::move(errors),
                     [](const FieldError& left, const FieldError& right) { return left.text() < right.text(); });
}

}  // namespace kubexx::schema::detail
