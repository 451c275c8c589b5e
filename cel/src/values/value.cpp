// SPDX-License-Identifier: Apache-2.0
// Lists, maps and names of values. k8s.io/apiserver/pkg/cel/common/valuesunstructured.go has the rules for JSON.
#include "kubexx/cel/detail/value.hpp"

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

/// The member that an expression's name for it means.
const std::string* member_name(const Type& type, const std::string& escaped)
{
  if (type.kind != Kind::object) return &escaped;
  const Type::Field* field = find_field(type, escaped);
  return field == nullptr ? nullptr : &field->json_name;
}

TypePtr member_type(const Type& type, const std::string& escaped)
{
  if (type.kind != Kind::object) return type.params.at(1);
  const Type::Field* field = find_field(type, escaped);
  return field == nullptr ? nullptr : field->type;
}

}  // namespace

Value Value::list(std::vector<Value> items)
{
  List list;
  list.own = std::make_shared<const std::vector<Value>>(std::move(items));
  return {std::move(list)};
}

std::size_t list_size(const List& list)
{
  return list.json != nullptr ? list.json->size() : list.own->size();
}

Value list_item(const List& list, std::size_t index)
{
  return list.json != nullptr ? from_json((*list.json)[index], list.type->params.at(0)) : (*list.own)[index];
}

std::size_t map_size(const Map& map)
{
  return map.json != nullptr ? map.json->size() : map.own->size();
}

std::unique_ptr<Value> map_find(const Map& map, const std::string& key)
{
  if (map.json == nullptr) {
    const auto found = map.own->find("s" + key);
    return found == map.own->end() ? nullptr : std::make_unique<Value>(found->second.second);
  }
  const auto* name = member_name(*map.type, key);
  if (name == nullptr) return nullptr;
  const auto found = map.json->find(*name);
  if (found == map.json->end()) return nullptr;
  if (found->is_null() && map.type->kind == Kind::object) return nullptr;  // as if it were absent
  return std::make_unique<Value>(from_json(*found, member_type(*map.type, key)));
}

std::unique_ptr<Value> map_find(const Map& map, const Value& key)
{
  if (const auto* text = key.text_if()) return map_find(map, *text);
  if (map.json != nullptr) return std::make_unique<Value>(Value::error("no such overload"));
  const auto code = key_code(key);
  if (code.empty()) return nullptr;
  const auto found = map.own->find(code);
  return found == map.own->end() ? nullptr : std::make_unique<Value>(found->second.second);
}

std::vector<Value> map_keys(const Map& map)
{
  std::vector<Value> keys;
  keys.reserve(map_size(map));
  if (map.json == nullptr) {
    for (const auto& [code, entry] : *map.own) keys.push_back(entry.first);
    return keys;
  }
  if (map.type->kind == Kind::object) {
    for (const auto& [escaped, field] : map.type->fields) {
      if (map.json->contains(field.json_name)) keys.push_back(Value::text(escaped));
    }
    return keys;
  }
  for (const auto& [name, member] : map.json->items()) keys.push_back(Value::text(name));
  return keys;
}

std::string key_code(const Value& key)
{
  if (const auto* text = key.text_if()) return "s" + *text;
  if (const auto* flag = key.get_if<bool>()) return *flag ? "b1" : "b0";
  if (const auto* number = key.get_if<std::int64_t>()) return "i" + std::to_string(*number);
  if (const auto* number = key.get_if<std::uint64_t>()) return "i" + std::to_string(*number);
  if (const auto* number = key.get_if<double>()) {
    // A lookup by a double finds the integer that it equals.
    constexpr double limit = 9007199254740992.0;
    if (*number >= -limit && *number <= limit && static_cast<double>(static_cast<std::int64_t>(*number)) == *number) {
      return "i" + std::to_string(static_cast<std::int64_t>(*number));
    }
  }
  return {};
}

bool is_true(const Value& value)
{
  const auto* flag = value.get_if<bool>();
  return flag != nullptr && *flag;
}

Kind kind_of(const Value& value)
{
  struct Visitor {
    Kind operator()(std::monostate) const { return Kind::null; }
    Kind operator()(bool) const { return Kind::boolean; }
    Kind operator()(std::int64_t) const { return Kind::integer; }
    Kind operator()(std::uint64_t) const { return Kind::unsigned_; }
    Kind operator()(double) const { return Kind::number; }
    Kind operator()(const Value::Text&) const { return Kind::string; }
    Kind operator()(const Bytes&) const { return Kind::bytes; }
    Kind operator()(const Timestamp&) const { return Kind::timestamp; }
    Kind operator()(const Span&) const { return Kind::duration; }
    Kind operator()(const TypeValue&) const { return Kind::type; }
    Kind operator()(const List&) const { return Kind::list; }
    Kind operator()(const Map& map) const
    {
      return map.json != nullptr && map.type->kind == Kind::object ? Kind::object : Kind::map;
    }
    Kind operator()(const Optional&) const { return Kind::opaque; }
    Kind operator()(const std::shared_ptr<const Quantity>&) const { return Kind::opaque; }
    Kind operator()(const std::shared_ptr<const Url>&) const { return Kind::opaque; }
    Kind operator()(const Ip&) const { return Kind::opaque; }
    Kind operator()(const Cidr&) const { return Kind::opaque; }
    Kind operator()(const std::shared_ptr<const Semver>&) const { return Kind::opaque; }
    Kind operator()(const NamedFormat*) const { return Kind::opaque; }
    Kind operator()(const std::shared_ptr<const AuthorizerValue>&) const { return Kind::opaque; }
    Kind operator()(const Error&) const { return Kind::error; }
  };
  return value.visit(Visitor{});
}

std::string type_name(const Value& value)
{
  switch (kind_of(value)) {
    case Kind::list:
      return "list";
    case Kind::map:
    case Kind::object:  // what a schema describes is a map at run time
      return "map";
    case Kind::type:
      return "type";
    case Kind::opaque:
      if (value.get_if<Optional>() != nullptr) return "optional_type";
      if (value.get_if<Ip>() != nullptr) return "net.IP";
      if (value.get_if<Cidr>() != nullptr) return "net.CIDR";
      if (value.get_if<std::shared_ptr<const Semver>>() != nullptr) return "kubernetes.Semver";
      if (value.get_if<const NamedFormat*>() != nullptr) return "kubernetes.NamedFormat";
      if (const auto* part = value.get_if<std::shared_ptr<const AuthorizerValue>>()) {
        return authorizer_type_name((*part)->kind);
      }
      return value.get_if<std::shared_ptr<const Url>>() != nullptr ? "kubernetes.URL" : "kubernetes.Quantity";
    default:
      return simple_type(kind_of(value))->name;
  }
}

std::int64_t rune_count(std::string_view text)
{
  std::int64_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

std::uint64_t cost_size(const Value& value)
{
  if (const auto* text = value.text_if()) return static_cast<std::uint64_t>(rune_count(*text));
  if (const auto* bytes = value.get_if<Bytes>()) return bytes->text->size();
  if (const auto* list = value.get_if<List>()) return list_size(*list);
  if (const auto* map = value.get_if<Map>()) return map_size(*map);
  if (const auto* address = value.get_if<Ip>()) return static_cast<std::uint64_t>(address->size);
  if (const auto* range = value.get_if<Cidr>()) return static_cast<std::uint64_t>(range->address.size);
  if (const auto* optional = value.get_if<Optional>(); optional != nullptr && optional->value) {
    return cost_size(*optional->value);
  }
  return 1;
}

}  // namespace kubexx::cel::detail
