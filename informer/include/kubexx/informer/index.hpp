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

/// Index functions for common questions; InformerOptions::indexes and SharedInformer::add_index take them. None of them
/// builds a tree.

/// By the value at an RFC 6901 pointer ("/spec/nodeName"): a string as it is, a number or boolean as JSON spells it, of
/// an array each of its elements that is one of these. An object without such a value is left out.
[[nodiscard]] IndexFunction index_by_pointer(std::string pointer);
/// By the value of a label.
[[nodiscard]] IndexFunction index_by_label(std::string name);
/// By the uid of the owner that is the object's controller.
[[nodiscard]] IndexFunction index_by_controller();

/// Computes the values under which an index lists an object; none to leave it out.
template <Kind T>
using TypedIndexFunction = std::function<std::vector<std::string>(const T&)>;

/// The index function of untyped objects. One that does not fit T is left out.
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
