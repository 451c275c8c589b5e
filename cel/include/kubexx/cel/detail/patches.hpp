// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "kubexx/cel/detail/value.hpp"

/// What expressions of mutations construct, objects and JSON patches: k8s.io/apiserver/pkg/cel/mutation.
namespace kubexx::cel::detail {

inline constexpr std::string_view object_type_name = "Object";
inline constexpr std::string_view patch_type_name = "JSONPatch";

/// "Object", "Object.spec", "JSONPatch"; null for other names.
[[nodiscard]] TypePtr patch_type(std::string_view name);

/// What reading a field that was not set gives.
[[nodiscard]] Value unset_field(const Map& object, const std::string& name);

/// A value that has no JSON, or whose types do not match the names of its fields.
class PatchValueError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Throws when an object in `value` has another type than its place says: Object.spec in "spec" of an Object.
void check_type_names(const Value& value);

/// Integers that a double does not hold are texts in a JSON patch. Throws.
enum class JsonNumbers { as_they_are, as_doubles };
[[nodiscard]] Json to_json(const Value& value, JsonNumbers numbers);

}  // namespace kubexx::cel::detail
