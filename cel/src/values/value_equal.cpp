// SPDX-License-Identifier: Apache-2.0
// Equality and concatenation. Lists whose schema says x-kubernetes-list-type set or map have no order and are merged.
#include <cmath>
#include <set>

#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

/// -1, 0, 1; 2 for NaN.
int compare_double_int(double a, std::int64_t b)
{
  if (std::isnan(a)) return 2;
  if (a < -9223372036854775808.0) return -1;
  if (a >= 9223372036854775808.0) return 1;
  const auto other = static_cast<double>(b);
  return a < other ? -1 : a > other ? 1 : 0;
}

int compare_double_uint(double a, std::uint64_t b)
{
  if (std::isnan(a)) return 2;
  if (a < 0) return -1;
  if (a >= 18446744073709551616.0) return 1;
  const auto other = static_cast<double>(b);
  return a < other ? -1 : a > other ? 1 : 0;
}

bool same_number(const Value& a, const Value& b)
{
  if (const auto* left = a.get_if<double>()) {
    if (const auto* right = b.get_if<double>()) return *left == *right;
    if (const auto* right = b.get_if<std::int64_t>()) return compare_double_int(*left, *right) == 0;
    return compare_double_uint(*left, *b.get_if<std::uint64_t>()) == 0;
  }
  if (b.get_if<double>() != nullptr) return same_number(b, a);
  return key_code(a) == key_code(b);
}

bool is_number(const Value& value)
{
  const auto kind = kind_of(value);
  return kind == Kind::integer || kind == Kind::unsigned_ || kind == Kind::number;
}

bool is_set(const List& list)
{
  return list.json != nullptr && list.type->list_type == "set";
}
bool is_map_list(const List& list)
{
  return list.json != nullptr && list.type->list_type == "map";
}

/// A text that two values share if and only if they are equal: of what sets and keys hold, scalars.
std::string code_of(const Value& value, std::uint64_t& work)
{
  ++work;
  if (auto code = key_code(value); !code.empty()) return code;
  if (const auto* number = value.get_if<double>()) return "d" + std::to_string(*number);
  if (const auto* list = value.get_if<List>()) {
    std::string code = "[";
    for (std::size_t index = 0; index < list_size(*list); ++index) {
      const auto part = code_of(list_item(*list, index), work);
      code += std::to_string(part.size()) + ":" + part;
    }
    return code + "]";
  }
  if (const auto* map = value.get_if<Map>()) {
    std::string code = "{";
    for (const auto& key : map_keys(*map)) {
      const auto found = map_find(*map, key);
      const auto name = key_code(key);
      const auto part = found ? code_of(*found, work) : std::string();
      code += std::to_string(name.size()) + ":" + name + std::to_string(part.size()) + ":" + part;
    }
    return code + "}";
  }
  return value.is_null() ? "n" : "?";
}

/// Of an item of a list of type map.
std::string item_key(const Type& type, const Value& item, std::uint64_t& work)
{
  const auto* map = item.get_if<Map>();
  std::string key;
  for (const auto& name : type.list_map_keys) {
    const auto found = map == nullptr ? nullptr : map_find(*map, escape_name(name));
    const auto part = found ? code_of(*found, work) : std::string();
    key += std::to_string(part.size()) + ":" + part;
  }
  return key;
}

Value equal_sets(const List& a, const List& b, std::uint64_t& work)
{
  std::set<std::string> left;
  std::set<std::string> right;
  for (std::size_t index = 0; index < list_size(a); ++index) {
    left.insert(code_of(list_item(a, index), work));
    right.insert(code_of(list_item(b, index), work));
  }
  return {left == right};
}

Value equal_map_lists(const List& a, const List& b, std::uint64_t& work)
{
  std::map<std::string, std::size_t> places;
  for (std::size_t index = 0; index < list_size(a); ++index) {
    places[item_key(*a.type, list_item(a, index), work)] = index;
  }
  std::set<std::string> seen;
  for (std::size_t index = 0; index < list_size(b); ++index) {
    const auto item = list_item(b, index);
    const auto key = item_key(*a.type, item, work);
    const auto place = places.find(key);
    if (place == places.end()) return {false};
    if (auto same = equals(list_item(a, place->second), item, work); !is_true(same)) return same;
    seen.insert(key);
  }
  return {seen.size() == places.size()};
}

bool is_false(const Value& value)
{
  const auto* flag = value.get_if<bool>();
  return flag != nullptr && !*flag;
}

Value equal_lists(const List& a, const List& b, std::uint64_t& work)
{
  if (list_size(a) != list_size(b)) return {false};
  if (is_set(a)) return equal_sets(a, b, work);
  if (is_map_list(a)) return equal_map_lists(a, b, work);
  for (std::size_t index = 0; index < list_size(a); ++index) {
    // As in cel-go, items that cannot be compared do not make a difference.
    if (auto same = equals(list_item(a, index), list_item(b, index), work); is_false(same)) return same;
  }
  return {true};
}

Value equal_maps(const Map& a, const Map& b, std::uint64_t& work)
{
  if (is_constructed(a) != is_constructed(b)) return {false};
  if (is_constructed(a) && a.type->name != b.type->name) return {false};
  if (a.json != nullptr && b.json != nullptr && a.type->kind == Kind::object && b.type->kind == Kind::object) {
    if (a.json->size() != b.json->size()) return {false};
    for (const auto& [name, member] : a.json->items()) {
      const auto other = b.json->find(name);
      if (other == b.json->end()) return {false};
      const auto escaped = escape_name(name);
      const auto field = a.type->fields.find(escaped);
      if (escaped.empty() || field == a.type->fields.end() || member.is_null() || other->is_null()) {
        if (member != *other) return {false};  // what the schema does not declare is compared as it is
        continue;
      }
      auto same = equals(from_json(member, field->second.type), from_json(*other, field->second.type), work);
      if (!is_true(same)) return same;
    }
    return {true};
  }
  if (map_size(a) != map_size(b)) return {false};
  for (const auto& key : map_keys(a)) {
    const auto left = map_find(a, key);
    const auto right = map_find(b, key);
    if (!left || !right || right->is_error()) return {false};
    if (auto same = equals(*left, *right, work); is_false(same)) return same;
  }
  return {true};
}

bool equal_opaque(const Value& a, const Value& b)
{
  const auto same_ip = [](const Ip& x, const Ip& y) { return x.size == y.size && x.bytes == y.bytes; };
  if (const auto* left = a.get_if<Ip>()) {
    const auto* right = b.get_if<Ip>();
    return right != nullptr && same_ip(*left, *right);
  }
  if (const auto* left = a.get_if<Cidr>()) {
    const auto* right = b.get_if<Cidr>();
    return right != nullptr && same_ip(left->address, right->address) && left->prefix == right->prefix;
  }
  if (const auto* left = a.get_if<std::shared_ptr<const Url>>()) {
    const auto* right = b.get_if<std::shared_ptr<const Url>>();
    return right != nullptr && (*left)->text == (*right)->text;
  }
  if (const auto* left = a.get_if<std::shared_ptr<const Semver>>()) {
    const auto* right = b.get_if<std::shared_ptr<const Semver>>();
    return right != nullptr && compare(**left, **right) == 0;
  }
  if (const auto* left = a.get_if<const NamedFormat*>()) {
    const auto* right = b.get_if<const NamedFormat*>();
    return right != nullptr && *left == *right;
  }
  const auto* left = a.get_if<std::shared_ptr<const Quantity>>();
  const auto* right = b.get_if<std::shared_ptr<const Quantity>>();
  return left != nullptr && right != nullptr && **left == **right;
}

}  // namespace

Value equals(const Value& a, const Value& b, std::uint64_t& work)
{
  ++work;
  if (a.is_error()) return a;
  if (b.is_error()) return b;
  if (is_number(a) && is_number(b)) return {same_number(a, b)};
  const auto kind = kind_of(a);
  const auto other = kind_of(b);
  // The types of Kubernetes' libraries have no answer for others, even when they are dyn.
  const bool incomparable = a.get_if<std::shared_ptr<const AuthorizerValue>>() != nullptr;
  if (kind == Kind::opaque && a.get_if<Optional>() == nullptr &&
      (incomparable || kind != other || type_name(a) != type_name(b))) {
    return Value::error("no such overload");
  }
  const bool maps = a.get_if<Map>() != nullptr && b.get_if<Map>() != nullptr;
  if (!maps && kind != other) return {false};
  switch (kind) {
    case Kind::null:
      return {true};
    case Kind::boolean:
      return {*a.get_if<bool>() == *b.get_if<bool>()};
    case Kind::string:
      work += a.text_if()->size() / 64;
      return {*a.text_if() == *b.text_if()};
    case Kind::bytes:
      return {*a.get_if<Bytes>()->text == *b.get_if<Bytes>()->text};
    case Kind::timestamp: {
      const auto* left = a.get_if<Timestamp>();
      const auto* right = b.get_if<Timestamp>();
      return {left->seconds == right->seconds && left->nanos == right->nanos};
    }
    case Kind::duration:
      return {a.get_if<Span>()->nanos == b.get_if<Span>()->nanos};
    case Kind::type:
      return {a.get_if<TypeValue>()->type->name == b.get_if<TypeValue>()->type->name};
    case Kind::list:
      return equal_lists(*a.get_if<List>(), *b.get_if<List>(), work);
    case Kind::map:
    case Kind::object:
      return equal_maps(*a.get_if<Map>(), *b.get_if<Map>(), work);
    default:
      break;
  }
  if (const auto* left = a.get_if<Optional>()) {
    const auto* right = b.get_if<Optional>();
    if (right == nullptr || !left->value != !right->value) return {false};
    return left->value ? equals(*left->value, *right->value, work) : Value(true);
  }
  return {equal_opaque(a, b)};
}

Value concatenate(const List& a, const List& b, std::uint64_t& work)
{
  std::vector<Value> items;
  items.reserve(list_size(a) + list_size(b));
  for (std::size_t index = 0; index < list_size(a); ++index) items.push_back(list_item(a, index));
  work += list_size(a) + list_size(b);
  if (!is_set(a) && !is_map_list(a)) {
    for (std::size_t index = 0; index < list_size(b); ++index) items.push_back(list_item(b, index));
    return Value::list(std::move(items));
  }
  const auto code = [&](const Value& item) { return is_set(a) ? code_of(item, work) : item_key(*a.type, item, work); };
  std::map<std::string, std::size_t> places;
  for (std::size_t index = 0; index < items.size(); ++index) places.emplace(code(items[index]), index);
  for (std::size_t index = 0; index < list_size(b); ++index) {
    auto item = list_item(b, index);
    const auto [place, fresh] = places.emplace(code(item), items.size());
    if (fresh) {
      items.push_back(std::move(item));
    } else if (is_map_list(a)) {
      items[place->second] = std::move(item);
    }
  }
  return Value::list(std::move(items));
}

}  // namespace kubexx::cel::detail
