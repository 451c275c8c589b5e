// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {

/// A class whose values are single JSON values, usable as a member of described structs.
///
/// `from_json` gets any value except null, and throws a std::invalid_argument (ValueError) that names the expected
/// form; the reader adds the path. `write_json` writes exactly one value. Written over an original, a value that equals
/// the original keeps its spelling. With `static constexpr bool omit_zero = true`, values for which `is_zero()` is true
/// are left out. `static constexpr std::string_view kubexx_schema`, the OpenAPI v3 schema of a value as JSON text, is
/// needed in a kind whose CRD is printed.
template <class T>
concept JsonValue = std::equality_comparable<T> && requires(const T& value, JsonView from, JsonWriter& to) {
  { T::from_json(from) } -> std::same_as<T>;
  value.write_json(to);
};

}  // namespace kubexx
