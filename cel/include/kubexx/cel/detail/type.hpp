// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// The Common Expression Language (https://github.com/google/cel-spec) as Kubernetes uses it in
/// x-kubernetes-validations: types, parser, checker, cost estimate, evaluator. All of it is pure: no clock, no threads,
/// no global state.
namespace kubexx::cel::detail {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// The static type of an expression. Immutable.
struct Type {
  enum class Kind {
    error,
    dyn,
    null,
    boolean,
    integer,
    unsigned_,
    number,
    string,
    bytes,
    timestamp,
    duration,
    list,    ///< params: the elements' type
    map,     ///< params: key, value
    object,  ///< of a schema: fields
    type,    ///< the type of types
    opaque,  ///< optional_type(T), net.IP, …
    param,   ///< a type variable of an overload or of the checker
  };
  struct Field {
    std::string json_name;
    TypePtr type;
  };

  Kind kind = Kind::dyn;
  std::string name;
  std::vector<TypePtr> params;
  std::map<std::string, Field> fields;  ///< by their escaped names
  bool any_field = false;               ///< object: every name is a field, of any type

  // What a schema says of the values, for the conversion from JSON and the estimate of costs.
  bool declared = false;                   ///< the type comes from a schema
  bool nullable = false;                   ///< of a schema: null is a value
  bool date = false;                       ///< timestamp: the JSON has no time of day
  std::string list_type;                   ///< list: x-kubernetes-list-type
  std::vector<std::string> list_map_keys;  ///< list: x-kubernetes-list-map-keys
  bool sized = false;                      ///< `max_elements` is known
  std::uint64_t max_elements = 0;          ///< bytes of a string, items of a list, entries of a map
  std::uint64_t min_size = 0;              ///< of the value's JSON, in bytes
};

/// Types without parameters are shared.
[[nodiscard]] const TypePtr& simple_type(Type::Kind kind);
[[nodiscard]] TypePtr list_of(TypePtr element);
[[nodiscard]] TypePtr map_of(TypePtr key, TypePtr value);
[[nodiscard]] TypePtr optional_of(TypePtr value);
[[nodiscard]] TypePtr opaque_type(std::string name);
[[nodiscard]] TypePtr type_param(std::string name);
/// type(T).
[[nodiscard]] TypePtr type_of_type(TypePtr type);

[[nodiscard]] bool is_optional(const Type& type);
[[nodiscard]] bool is_dyn_or_error(const Type& type);
[[nodiscard]] bool same_type(const Type& a, const Type& b);
/// As messages have it: "list(string)".
[[nodiscard]] std::string to_string(const Type& type);

/// A property's name as a CEL identifier: "a-b" is "a__dash__b". Empty when it cannot be one.
[[nodiscard]] std::string escape_name(const std::string& name);
/// The field of an object that an expression names: a word that CEL reserves may also stand as it is, "namespace" for
/// "__namespace__". Null if there is none.
[[nodiscard]] const Type::Field* find_field(const Type& type, const std::string& name);

}  // namespace kubexx::cel::detail
