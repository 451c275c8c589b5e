// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "kubexx/apimachinery/crd_fact.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/json_writer.hpp"

namespace kubexx {
class KeptFields;
class Object;
}  // namespace kubexx

/// The tables that convert described structs to and from JSON, and the functions that work on them, compiled once in
/// codec_ops.cpp, struct_read.cpp and struct_write.cpp. codec.hpp makes the tables.
namespace kubexx::detail {

/// The path of a value, for error texts; a linked list on the stack.
struct JsonPath {
  const JsonPath* parent = nullptr;
  std::string_view member;  // null data: an array element
  std::size_t index = 0;
  unsigned depth = 0;
};

struct StructInfo;
struct MergeType;  // builtin_merge_rules.hpp

/// The original that a value is written over: its JSON (absent: there is none), and what is known about merging it.
struct Original {
  JsonView json;
  const MergeType* type = nullptr;  // of the value, or of the list's elements; null: no rules
  // For a list, the members that identify its elements; empty: unknown. For an element in an apply, the keys of its
  // list.
  std::span<const std::string_view> keys;
  // For a server-side apply, in which a struct leaves out members that are as in `initial` (null: as in a new struct)
  // and not in `kept`. Null: not an apply.
  const KeptFields* kept = nullptr;
  const void* initial = nullptr;
  // The value that was read from `json`, of the same type: what is still as it was read stays as it stands there. Null:
  // it is not known.
  const void* before = nullptr;
};

struct Codec;

struct EnumName {
  std::string_view name;
  std::int64_t value;
};

/// The operations on a type; `const void*` points to a value of that type. All vectors share the same functions, as do
/// all maps, all optionals and all structs: their differences are in the Codec, which each function gets.
struct CodecOps {
  enum class Shape : unsigned char { scalar, structure, vector, map, optional };

  void (*read)(const Codec& self, void* to, JsonView from, const JsonPath& path);
  void (*write)(const Codec& self, const void* value, Original original, JsonWriter& to);
  bool (*empty)(const Codec& self, const void* value);
  bool (*same)(const Codec& self, const void* left, const void* right);
  bool (*initial)(const Codec& self, const void* value);
  Shape shape = Shape::scalar;
  std::string_view schema = {};                // of a scalar, as JSON text; empty: the type does not say
  std::span<const EnumName> enumerators = {};  // of a described enum
};

struct Codec {
  const CodecOps* ops;
  const StructInfo* (*info)() = nullptr;  // null unless a described struct
  const Codec* element = nullptr;         // of a list or a map, or the value of an optional; otherwise null
  const void* container = nullptr;        // VectorOps, MapOps, OptionalOps or the OpenEnumValues

  /// `from` must be neither absent nor null.
  void read(void* to, JsonView from, const JsonPath& path) const { ops->read(*this, to, from, path); }
  void write(const void* value, Original original, JsonWriter& to) const { ops->write(*this, value, original, to); }
  /// Whether the value is left out when written.
  [[nodiscard]] bool empty(const void* value) const { return ops->empty(*this, value); }
  [[nodiscard]] bool same(const void* left, const void* right) const { return ops->same(*this, left, right); }
  /// Whether the value is that of a new object, as it is for an element read from null.
  [[nodiscard]] bool initial(const void* value) const { return ops->initial(*this, value); }
  [[nodiscard]] bool is_map() const noexcept { return ops->shape == CodecOps::Shape::map; }
  [[nodiscard]] bool is_vector() const noexcept { return ops->shape == CodecOps::Shape::vector; }
  [[nodiscard]] bool is_optional() const noexcept { return ops->shape == CodecOps::Shape::optional; }
  /// Whether the JSON may contain more than the type knows.
  [[nodiscard]] bool partial() const noexcept { return ops->shape != CodecOps::Shape::scalar; }
};

/// Properties that only a few fields have.
struct FieldMore {
  const void* (*accessor)(const void* object) = nullptr;  // null: the member is at Field::offset
  std::span<const std::string_view> merge_keys{};         // from FieldTraits or kubexx_merge_keys; else empty
  std::size_t text_limit = 0;                             // in bytes, for a string that is text for people; else 0
};

/// Only 32 bytes, because a Pod template has five hundred of them.
struct Field {
  const char* name_begin;  // in JSON
  const Codec* codec;
  const FieldMore* more;  // or null
  std::uint32_t offset;
  std::uint16_t name_size;
  bool omit_zero;         // the value of a new member is left out when written
  bool required = false;  // the fact required without a default: an empty string, list, map or struct is written

  [[nodiscard]] std::string_view name() const noexcept { return {name_begin, name_size}; }
  [[nodiscard]] std::span<const std::string_view> merge_keys() const noexcept
  {
    return more == nullptr ? std::span<const std::string_view>() : more->merge_keys;
  }
  [[nodiscard]] std::size_t text_limit() const noexcept { return more == nullptr ? 0 : more->text_limit; }
  [[nodiscard]] const void* in(const void* object) const
  {
    const bool direct = more == nullptr || more->accessor == nullptr;
    return direct ? static_cast<const char*>(object) + offset : more->accessor(object);
  }
};

/// A described base of a described struct.
struct BaseInfo {
  const StructInfo* (*info)();
  const void* (*in)(const void* object);
};

struct StructInfo {
  std::span<const Field> fields;  // the fields of the bases come first
  const void* defaults;           // a value with the defaults of FieldTraits; null: all members are as in a new value
  const void* initial = nullptr;  // T{}; null: as above
  std::span<const BaseInfo> bases = {};
  std::span<const crd::Fact> member_facts = {};  // of this struct, not of its bases
  std::span<const crd::Fact> object_facts = {};
};

/// What an OpenEnum declares as kubexx_values.
struct OpenEnumValues {
  std::span<const std::string_view> texts;
};

struct VectorOps {
  enum class Do : unsigned char { create, assign, destroy };

  std::span<const char> (*bytes)(const void* vector);
  std::size_t stride;
  /// `assign` replaces the elements by `count` default ones; `create` returns an empty vector, which the caller
  /// destroys.
  void* (*manage)(Do what, void* vector, std::size_t count);

  [[nodiscard]] std::size_t size(const void* vector) const { return bytes(vector).size() / stride; }
  [[nodiscard]] const void* at(const void* vector, std::size_t index) const
  {
    return bytes(vector).data() + index * stride;
  }
  void assign(void* vector, std::size_t count) const { manage(Do::assign, vector, count); }
  [[nodiscard]] void* create() const { return manage(Do::create, nullptr, 0); }
  void destroy(void* vector) const { manage(Do::destroy, vector, 0); }
};

struct OptionalOps {
  const void* (*get)(const void* optional);  // null if it has no value
  void* (*emplace)(void* optional);          // a default value
};

struct MapOps {
  const void* (*find)(const void* map, const std::string& key);
  void* (*insert)(void* map, std::string key);
  void (*each)(const void* map, void (*visit)(void* context, const std::string& key, const void* value), void* context);
  std::size_t (*size)(const void* map);
  void (*clear)(void* map);
};

/// Throws ObjectError "path: expected X, got Y".
[[noreturn]] void wrong_type(const JsonPath& path, const char* expected, JsonView got);
/// Throws ObjectError "path: text of the error".
[[noreturn]] void wrong_value(const JsonPath& path, const std::exception& error);

[[nodiscard]] std::int64_t read_integer(JsonView from, const JsonPath& path, std::int64_t least, std::int64_t most);
[[nodiscard]] std::uint64_t read_unsigned(JsonView from, const JsonPath& path, std::uint64_t most);
[[nodiscard]] double read_number(JsonView from, const JsonPath& path);
[[nodiscard]] float read_float(JsonView from, const JsonPath& path);
[[nodiscard]] bool read_boolean(JsonView from, const JsonPath& path);
[[nodiscard]] std::string read_string(JsonView from, const JsonPath& path);
[[nodiscard]] std::int64_t read_enum(JsonView from, const JsonPath& path, std::span<const EnumName> names);

void write_integer(std::int64_t value, Original original, JsonWriter& to);
void write_unsigned(std::uint64_t value, Original original, JsonWriter& to);
void write_number(double value, Original original, JsonWriter& to);
void write_number(float value, Original original, JsonWriter& to);
void write_boolean(bool value, JsonWriter& to);
void write_string(const std::string& value, Original original, JsonWriter& to);
void write_enum(std::int64_t value, std::span<const EnumName> names, JsonWriter& to);
void write_struct(const void* value, const StructInfo& info, Original original, JsonWriter& to);

[[nodiscard]] bool same_struct(const void* left, const void* right, const StructInfo& info);
/// Whether `value`, the value of this field, is as in a new struct.
[[nodiscard]] bool is_default(const Field& field, const void* value, const StructInfo& info);

extern const CodecOps struct_ops, vector_codec_ops, bool_list_codec_ops, map_codec_ops, optional_codec_ops, string_ops,
    json_ops, open_enum_ops;

void read_root(void* to, const Codec& codec, JsonView from);
/// The same for an object; an ObjectError begins with its kind and key.
void read_object(void* to, const Codec& codec, const Object& from);
/// Whether the object fits the type. If not, `to` is not to be used.
[[nodiscard]] bool try_read(void* to, const Codec& codec, const Object& from);
/// Throws ObjectError, which begins with the path of the member, for values that JSON cannot hold.
[[nodiscard]] std::string write_over(const void* value, const Codec& codec, Original original);
/// The same for an object of this kind; an ObjectError begins with its kind and key.
[[nodiscard]] std::string write_object(const void* value, const Codec& codec, Original original, std::string_view kind);
/// Returns the original to write a value over: the full object and the merge rules of its kind.
[[nodiscard]] Original original_of(const Object& object);
[[nodiscard]] JsonView checked(std::string_view text);

/// The table of a type; codec.hpp defines it.
template <class T>
[[nodiscard]] constexpr Codec make_codec();
template <class T>
inline constexpr Codec codec_of = make_codec<T>();

template <class T>
[[nodiscard]] const T& cast(const void* value)
{
  return *static_cast<const T*>(value);
}

}  // namespace kubexx::detail
