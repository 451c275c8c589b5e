// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"

/// Server-side apply: who set which field, and what follows from it. The rules are those of
/// sigs.k8s.io/structured-merge-diff v6 and of k8s.io/apimachinery/pkg/util/managedfields. Nothing here locks, and but
/// for field_manager.hpp nothing knows the server.
namespace kubexx::apiserver::apply {

/// The order of scalars, lists and maps of structured-merge-diff's value.Compare: numbers compare by value, whatever
/// their type; numbers, strings, booleans, lists, maps, null come in this order.
[[nodiscard]] int compare_values(const Json& a, const Json& b);
/// value.Equals: like Json's ==, but numbers compare by value at every depth.
[[nodiscard]] bool equal_values(const Json& a, const Json& b);
/// value.ToString, as it stands in messages.
[[nodiscard]] std::string value_text(const Json& value);
using kubexx::schema::detail::go_json;

/// One step from a value into what it contains.
struct PathElement {
  enum class Kind {
    field,  ///< a member of a map: `name`
    key,    ///< the item of an associative list with these keys: `value`, an object
    value,  ///< that item of a set: `value`
    index,  ///< an item of a list by its place: `value`, an integer
  };
  Kind kind = Kind::field;
  std::string name;
  Json value;

  [[nodiscard]] static PathElement field(std::string name) { return {Kind::field, std::move(name), nullptr}; }
  [[nodiscard]] static PathElement key(Json fields) { return {Kind::key, {}, std::move(fields)}; }
  [[nodiscard]] static PathElement item(Json value) { return {Kind::value, {}, std::move(value)}; }
  [[nodiscard]] static PathElement index(std::int64_t place) { return {Kind::index, {}, place}; }
};

/// Below, at or above 0, as the elements are in order.
[[nodiscard]] int compare(const PathElement& a, const PathElement& b);
[[nodiscard]] inline bool operator<(const PathElement& a, const PathElement& b)
{
  return compare(a, b) < 0;
}
[[nodiscard]] inline bool operator==(const PathElement& a, const PathElement& b)
{
  return compare(a, b) == 0;
}

using Path = std::vector<PathElement>;
/// ".spec.containers[name="web"].image"
[[nodiscard]] std::string to_string(const PathElement& element);
[[nodiscard]] std::string to_string(const Path& path);

}  // namespace kubexx::apiserver::apply
