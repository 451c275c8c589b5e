// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/informer/store.hpp"

namespace kubexx {

/// Common index functions, for InformerOptions::indexes and SharedInformer::add_index. None of them builds a JSON tree.

/// Indexes by the value at an RFC 6901 pointer ("/spec/nodeName"): a string as it is, a number or boolean in its JSON
/// form, and from an array each element of these types. An object without such a value is left out. Throws
/// std::invalid_argument if the pointer does not begin with "/".
[[nodiscard]] IndexFunction index_by_pointer(std::string pointer);
/// Indexes by the value of a label.
[[nodiscard]] IndexFunction index_by_label(std::string name);
/// Indexes by the uid of the object's controller (its owner reference with `controller`).
[[nodiscard]] IndexFunction index_by_controller();

/// Returns the values under which an index lists an object; none leaves it out.
template <Kind T>
using TypedIndexFunction = std::function<std::vector<std::string>(const T&)>;

/// Returns the index function for untyped objects. An object that does not fit T is left out.
template <Kind T>
[[nodiscard]] IndexFunction typed_index(TypedIndexFunction<T> function)
{
  return [function = std::move(function)](const Object& object) -> std::vector<std::string> {
    std::optional<T> value;
    try {
      value = object.as<T>();
    } catch (const ObjectError&) {
      return {};
    }
    return function(*value);
  };
}

}  // namespace kubexx
