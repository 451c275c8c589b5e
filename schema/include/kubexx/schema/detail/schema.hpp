// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/cel/detail/pattern.hpp"
#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

using cel::Pattern;

/// A structural schema: what OpenAPI v3 says about a value, with the x-kubernetes extensions. Immutable.
struct Schema {
  enum class Type { any, object, array, string, integer, number, boolean };

  Type type = Type::any;
  bool nullable = false;
  bool int_or_string = false;
  bool preserve_unknown = false;
  bool embedded_resource = false;
  std::map<std::string, std::shared_ptr<const Schema>> properties;
  std::shared_ptr<const Schema> additional;  ///< of members that `properties` does not name; null: none are allowed
  bool any_additional = false;  ///< additionalProperties is true: such members have any value, pruned of its members
  std::shared_ptr<const Schema> items;
  std::vector<std::string> required;
  std::optional<double> minimum, maximum, multiple_of;
  bool exclusive_minimum = false, exclusive_maximum = false;
  std::optional<std::int64_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
  bool unique_items = false;
  std::string pattern;
  std::shared_ptr<const Pattern> compiled_pattern;  ///< of `pattern`, when that is not empty
  std::string format;     ///< built-in kinds: int32, int64, date-time, micro-time, byte, quantity
  std::string type_name;  ///< built-in kinds: the name under which OpenAPI documents refer to it; empty: inline
  Json rules;             ///< x-kubernetes-validations: an array, or null
  Json allowed;           ///< enum: an array, or null
  Json default_;
  bool has_default = false;
  std::string list_type, map_type;
  std::vector<std::string> list_map_keys;
  std::string patch_merge_key;  ///< built-in kinds: strategic merge patch
  bool patch_merge = false, retain_keys = false;
  bool drop_zero = false;    ///< built-in kinds: "", false and 0 are absent
  bool write_zero = false;   ///< built-in kinds: written with its zero value when it is not set
  bool write_null = false;   ///< built-in kinds: written as null when it is not set
  std::string go_type;       ///< built-in kinds: of a named string or map, "v1.Protocol"
  std::string go_list_type;  ///< built-in kinds: of a named list, "v1.ExtraValue"
  std::string go_inlined;    ///< built-in kinds: the struct that the field is inlined from, which Go's decoder names
  std::size_t position = 0;  ///< built-in kinds: of the field in its Go struct
  std::vector<std::shared_ptr<const Schema>> all_of, any_of, one_of;
  std::shared_ptr<const Schema> not_;
};
using SchemaPtr = std::shared_ptr<const Schema>;

/// The type's word in OpenAPI; empty for any.
[[nodiscard]] const char* to_string(Schema::Type type) noexcept;
/// Whether a value, which is not null, has that JSON type. 1.0 and 2^63 are numbers and no integers.
[[nodiscard]] bool has_json_type(Schema::Type type, const Json& value) noexcept;

/// Reads a JSONSchemaProps of a CRD. What is wrong with it goes to `errors`, under `field`.
[[nodiscard]] SchemaPtr parse_schema(const Json& source, const std::string& field, FieldErrors& errors);

/// A value that its Go type does not take, in the words of Go's decoder.
class DecodeError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
/// "json: cannot unmarshal number 1.5 into Go struct field OWNER.FIELD of type TYPE".
[[nodiscard]] DecodeError cannot_unmarshal(const Json& value, const std::string& owner, const std::string& field,
                                           const std::string& type);

/// Drops the members that `schema` does not know, naming them in `unknown` (metadata is left alone).
void prune(const Schema& schema, Json& object, std::vector<std::string>& unknown);
/// Likewise, and does what decoding into the Go type `type` does: a value of a wrong type throws DecodeError; null,
/// empty lists and empty maps are absent; times and quantities get their canonical form.
void decode_typed(const Schema& schema, Json& object, const std::string& type, std::vector<std::string>& unknown);
/// Checks the types of the members of a JSONSchemaProps, `field` in Go's words. Throws DecodeError.
void check_schema_types(const Json& source, const std::string& field);

/// Numbers as Go's decoder and encoder leave them in what has no Go type: integers when they are whole and fit int64.
void make_numbers_plain(Json& value);

/// The JSON type of a value, as Go's decoder names it: "number".
[[nodiscard]] const char* json_type_of(const Json& value);

/// What Go writes for a field of a built-in kind that is not set and has no omitempty.
[[nodiscard]] Json zero_value(const Schema& schema);

/// Whether a null of a field that is not nullable and has no default goes, as when a body is decoded, or stays, as in
/// what an apply makes.
enum class Nulls { dropped, kept };

/// Fills in defaults, also in the place of nulls of fields that are not nullable.
void apply_defaults(const Schema& schema, Json& value, Nulls nulls = Nulls::dropped);

/// Checks values against `schema`. `field` is the path of `value`, empty at the root. What is the same in `old`, the
/// value before an update (null: there was none), is let pass: CRDValidationRatcheting.
void validate_schema(const Schema& schema, const Json& value, const std::string& field, FieldErrors& errors,
                     const Json* old = nullptr);
/// Whether two values are the same by `schema`: items of a list of type map are compared by their keys, in any order.
[[nodiscard]] bool same_by_schema(const Schema& schema, const Json& value, const Json& old);
/// The items of `old`, a list of type map, by the keys of the items of `list`; null where there is none, and for lists
/// of other types.
[[nodiscard]] std::vector<const Json*> correlate_items(const Schema& list_schema, const Json& list, const Json& old);

}  // namespace kubexx::schema::detail
