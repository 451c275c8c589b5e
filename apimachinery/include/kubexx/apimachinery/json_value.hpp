// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {

/// A class that is one JSON value by itself, usable as a member of described structs.
///
/// `from_json` gets any value but null and throws a std::invalid_argument (ValueError) that says what it expected; the
/// reader adds the path. `write_json` writes exactly one value. Written over an original, a value that equals what
/// stands there keeps its spelling. With `static constexpr bool omit_zero = true`, what `is_zero()` is left out.
template <class T>
concept JsonValue = std::equality_comparable<T> && requires(const T& value, JsonView from, JsonWriter& to) {
  { T::from_json(from) } -> std::same_as<T>;
  value.write_json(to);
};

}  // namespace kubexx
