// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/cel/detail/authorizer.hpp"
#include "kubexx/cel/detail/json.hpp"
#include "kubexx/cel/detail/type.hpp"

namespace kubexx::cel::detail {

class Value;

struct Bytes {
  std::shared_ptr<const std::string> text;
};
/// The years 1 to 9999.
struct Timestamp {
  std::int64_t seconds = 0;
  std::int32_t nanos = 0;
  std::string offset;  ///< "+02:00" when it was written with one: string() gives it back
};
/// As Go's time.Duration.
struct Span {
  std::int64_t nanos = 0;
};
struct TypeValue {
  TypePtr type;
};
/// A list is a JSON array, whose items are converted as they are read, or values of its own.
struct List {
  std::shared_ptr<const std::vector<Value>> own;
  const Json* json = nullptr;
  TypePtr type;  ///< of the JSON
};
/// An object or a map: JSON likewise, or entries by encoded key. Entries with a type are an object that the expression
/// has constructed.
struct Map {
  using Entries = std::map<std::string, std::pair<Value, Value>>;
  std::shared_ptr<const Entries> own;
  const Json* json = nullptr;
  TypePtr type;
};
struct Optional {
  std::shared_ptr<const Value> value;  ///< null: none
};
struct Url {
  std::string text, scheme, host, escaped_path, query;
};
/// IPv4 addresses have four bytes.
struct Ip {
  std::array<std::uint8_t, 16> bytes{};
  int size = 4;
};
struct Cidr {
  Ip address;
  int prefix = 0;
};
/// A semantic version. What stands behind '+' has no order and is kept for display alone.
struct Semver {
  struct Identifier {
    std::string text;
    bool numeric = false;
    std::uint64_t number = 0;
  };
  std::uint64_t major = 0, minor = 0, patch = 0;
  std::vector<Identifier> prerelease;
  std::string text;
};
/// <0, 0, >0.
[[nodiscard]] int compare(const Semver& a, const Semver& b);
/// One of the formats of named_format_functions().
struct NamedFormat {
  const char* function;  ///< after "format."
  const char* name;
  std::uint64_t pattern_size;  ///< for the costs
  std::vector<std::string> (*problems)(const std::string& text);
};
/// What an expression evaluates to when it fails. && and || and the macros may absorb it.
struct Error {
  std::string message;
};

/// A value at run time. Values made from JSON refer to it: it must outlive them.
class Value {
public:
  using Text = std::shared_ptr<const std::string>;
  using Variant =
      std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Text, Bytes, Timestamp, Span, TypeValue,
                   List, Map, Optional, std::shared_ptr<const Quantity>, std::shared_ptr<const Url>, Ip, Cidr,
                   std::shared_ptr<const Semver>, const NamedFormat*, std::shared_ptr<const AuthorizerValue>, Error>;

  Value() = default;  ///< null
  template <typename T>
    requires(std::is_constructible_v<Variant, T> && !std::is_same_v<std::decay_t<T>, Value>)
  Value(T value) : variant_(std::move(value))  // NOLINT(google-explicit-constructor)
  {
  }
  [[nodiscard]] static Value text(std::string text) { return {std::make_shared<const std::string>(std::move(text))}; }
  [[nodiscard]] static Value list(std::vector<Value> items);
  [[nodiscard]] static Value error(std::string message) { return {Error{std::move(message)}}; }

  template <typename T>
  [[nodiscard]] const T* get_if() const noexcept
  {
    return std::get_if<T>(&variant_);
  }
  template <typename Visitor>
  auto visit(const Visitor& visitor) const
  {
    return std::visit(visitor, variant_);
  }
  [[nodiscard]] bool is_null() const noexcept { return variant_.index() == 0; }
  [[nodiscard]] bool is_error() const noexcept { return get_if<Error>() != nullptr; }
  /// The text of a string; null for other values.
  [[nodiscard]] const std::string* text_if() const noexcept
  {
    const auto* text = get_if<Text>();
    return text == nullptr ? nullptr : text->get();
  }

private:
  Variant variant_;
};

[[nodiscard]] inline bool is_constructed(const Map& map) noexcept
{
  return map.own && map.type;
}

/// What `json`, which must outlive the value, is by the schema of `type`. An Error when it is of another type. Without
/// a schema dyn takes anything: then a null is null, and an object a map.
[[nodiscard]] Value from_json(const Json& json, const TypePtr& type);

[[nodiscard]] std::size_t list_size(const List& list);
[[nodiscard]] Value list_item(const List& list, std::size_t index);
[[nodiscard]] std::size_t map_size(const Map& map);
/// A null pointer when the key is not there. A key of a type that no map has is an Error.
[[nodiscard]] std::unique_ptr<Value> map_find(const Map& map, const Value& key);
/// Of an object's field by its escaped name, or of a map's key.
[[nodiscard]] std::unique_ptr<Value> map_find(const Map& map, const std::string& key);
/// In a fixed order.
[[nodiscard]] std::vector<Value> map_keys(const Map& map);
/// Of a map literal. Numbers that are equal are one key. Empty for values that are no keys.
[[nodiscard]] std::string key_code(const Value& key);

/// _==_: a bool, or an Error. Numbers of different types are compared by value. Adds to `work` the values it looked at.
[[nodiscard]] Value equals(const Value& a, const Value& b, std::uint64_t& work);
[[nodiscard]] bool is_true(const Value& value);
/// list + list: those of x-kubernetes-list-type set and map are merged.
[[nodiscard]] Value concatenate(const List& a, const List& b, std::uint64_t& work);

[[nodiscard]] Type::Kind kind_of(const Value& value);
/// As messages and type() name it.
[[nodiscard]] std::string type_name(const Value& value);
/// What has a size() has it, everything else counts 1: the unit of the costs.
[[nodiscard]] std::uint64_t cost_size(const Value& value);
/// In code points.
[[nodiscard]] std::int64_t rune_count(std::string_view text);

}  // namespace kubexx::cel::detail
