// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "strategic.hpp"

namespace kubexx::detail::strategic {

namespace {

bool values_conflict(const Json& left, const Json& right, const MergeSchema* schema, const MergeSchema::Field& field);

bool maps_conflict(const Json& left, const Json& right, const MergeSchema* schema)
{
  return std::any_of(left.items().begin(), left.items().end(), [&](const auto& item) {
    if (item.key() == directive_key || item.key() == retain_keys_key) return false;
    const auto other = right.find(item.key());
    if (other == right.end()) return false;
    const auto field = field_of(schema, item.key());
    return values_conflict(item.value(), *other, field.value.get(), field);
  });
}

bool merged_lists_conflict(const Json& left, const Json& right, const MergeSchema* schema, const std::string& merge_key)
{
  std::map<std::string, const Json*> others;
  for (const auto& element : right) others[shown(merge_value(element, merge_key))] = &element;
  return std::any_of(left.begin(), left.end(), [&](const Json& element) {
    const auto other = others.find(shown(merge_value(element, merge_key)));
    return other != others.end() && values_conflict(element, *other->second, schema, {});
  });
}

bool lists_conflict(Json left, Json right, const MergeSchema* schema, const MergeSchema::Field& field)
{
  if (left.empty() && right.empty()) return false;
  const auto type = element_type(left, right);
  if (field.strategy == MergeSchema::Field::Strategy::merge) {
    return type == Type::map && merged_lists_conflict(left, right, schema, field.merge_key);
  }
  if (left.size() != right.size()) return true;
  if (type != Type::map) {
    const auto before = [](const Json& a, const Json& b) { return shown(a) < shown(b); };
    std::sort(left.begin(), left.end(), before);
    std::sort(right.begin(), right.end(), before);
  }
  return !std::equal(left.begin(), left.end(), right.begin(),
                     [&](const Json& a, const Json& b) { return !values_conflict(a, b, schema, {}); });
}

bool values_conflict(const Json& left, const Json& right, const MergeSchema* schema, const MergeSchema::Field& field)
{
  if (type_of(left) != type_of(right)) return true;
  if (left.is_array()) return lists_conflict(left, right, schema, field);
  if (!left.is_object()) return left != right;
  const auto mark = left.find(directive_key);
  const auto other = right.find(directive_key);
  if ((mark == left.end()) != (other == right.end())) return true;
  if (mark != left.end() && *mark != *other) return true;
  return field.strategy != MergeSchema::Field::Strategy::replace && maps_conflict(left, right, schema);
}

}  // namespace

bool conflicting(const Json& left, const Json& right, const MergeSchema* schema)
{
  return values_conflict(left, right, schema, {});
}

}  // namespace kubexx::detail::strategic
