// SPDX-License-Identifier: Apache-2.0
#include "kubexx/schema/detail/schema.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/schema/detail/go_time.hpp"

namespace kubexx::schema::detail {
namespace {

constexpr auto max_integer = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

/// Where a value is, as text only when somebody has to be told.
struct Place {
  enum class Kind { root, member, key, item } kind = Kind::root;
  const Place* above = nullptr;
  std::string_view name = {};
  std::size_t index = 0;
  std::string_view inlined = {};  ///< the struct between a member and the one above, in Go

  [[nodiscard]] std::string text() const
  {
    if (kind == Kind::root) return {};
    auto path = above->text();
    if (kind == Kind::member && !path.empty()) path += '.';
    if (kind == Kind::member) return path.append(name);
    return path.append("[").append(kind == Kind::key ? std::string(name) : std::to_string(index)).append("]");
  }
};

/// The path as Go's JSON decoder names it: without indices, and with the structs that fields are inlined from.
std::string go_path(const Place& place)
{
  if (place.kind == Place::Kind::root) return {};
  auto path = go_path(*place.above);
  if (place.kind != Place::Kind::member) return path;
  if (!place.inlined.empty()) path.append(path.empty() ? "" : ".").append(place.inlined);
  return path.append(path.empty() ? "" : ".").append(place.name);
}

/// "v1.DeploymentSpec" of "apps.v1.DeploymentSpec".
std::string go_name(const std::string& type_name)
{
  return type_name.substr(type_name.find('.') + 1);
}

std::string go_type_of(const Schema& schema)
{
  if (schema.int_or_string) return "int32";  // what it is when it does not begin as a string does
  switch (schema.type) {
    case Schema::Type::object:
      if (!schema.type_name.empty()) return go_name(schema.type_name);
      if (!schema.go_type.empty()) return schema.go_type;
      return "map[string]" + (schema.additional ? go_type_of(*schema.additional) : "interface {}");
    case Schema::Type::array:
      if (!schema.go_list_type.empty()) return schema.go_list_type;
      if (!schema.go_type.empty()) return "[]" + schema.go_type;
      return "[]" + (schema.items ? go_type_of(*schema.items) : "interface {}");
    case Schema::Type::string:
      if (schema.format == "byte") return "[]uint8";
      return schema.go_type.empty() ? "string" : schema.go_type;
    case Schema::Type::integer:
      return schema.format == "int64" ? "int64" : "int32";
    case Schema::Type::number:
      return "float64";
    case Schema::Type::boolean:
      return "bool";
    case Schema::Type::any:
      break;
  }
  return "interface {}";
}

bool has_type(const Schema& schema, const Json& value)
{
  if (schema.int_or_string && value.is_string()) return true;
  if (schema.format == "quantity") return true;  // its own decoder refuses what it cannot read
  if (!has_json_type(schema.int_or_string ? Schema::Type::integer : schema.type, value)) return false;
  if (!schema.int_or_string && (schema.type != Schema::Type::integer || schema.format != "int32")) return true;
  const auto number = value.get<std::int64_t>();
  return number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max();
}

constexpr std::string_view line_breaks = "\r\n";

/// Where Go's decoder stops in what is not base64.
std::size_t bad_base64(const std::string& text)
{
  static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\r\n";
  const auto bad = text.find_first_not_of(alphabet);
  if (bad != std::string::npos) return bad;
  const auto breaks =
      std::count_if(text.begin(), text.end(), [](char c) { return line_breaks.find(c) != std::string_view::npos; });
  return text.size() - (text.size() - static_cast<std::size_t>(breaks)) % 4;  // the last group is not complete
}

class Pruner {
public:
  Pruner(bool typed, std::vector<std::string>& unknown) : typed_(typed), unknown_(unknown) {}

  /// `owner` is the Go type that holds `value` as a field. `keeps`: the list around it keeps unknown members.
  void prune(const Schema& schema, Json& value, const Place& place, std::string_view owner, bool keeps = false)
  {
    keeps = keeps || schema.preserve_unknown;
    if (typed_) decode(schema, value, place, owner);
    if (value.is_array() && schema.items) {
      for (std::size_t index = 0; index < value.size(); ++index) {
        prune(*schema.items, value[index], {Place::Kind::item, &place, {}, index}, owner, keeps);
      }
    }
    if (value.is_object()) prune_members(schema, value, place, owner, keeps);
  }

private:
  void prune_members(const Schema& schema, Json& value, const Place& place, std::string_view owner, bool keeps)
  {
    const bool open = keeps || (schema.type == Schema::Type::any && schema.properties.empty());
    const bool is_object = place.kind == Place::Kind::root || schema.embedded_resource;
    const std::string_view type_name = schema.type_name;
    const auto type = type_name.empty() ? owner : type_name.substr(type_name.rfind('.') + 1);
    for (auto member = value.begin(); member != value.end();) {
      const auto& name = member.key();
      if (is_object && (name == "metadata" || name == "apiVersion" || name == "kind")) {
        if (name == "metadata" && place.kind != Place::Kind::root && !typed_) {
          prune_metadata(*member, {Place::Kind::member, &place, name});
        }
        ++member;
        continue;
      }
      const auto known = schema.properties.find(name);
      const bool named = known != schema.properties.end();
      const Schema* child = named ? known->second.get() : schema.additional.get();
      const Place below{named || !typed_ ? Place::Kind::member : Place::Kind::key, &place, name, 0,
                        named ? std::string_view(child->go_inlined) : std::string_view()};
      if (child == nullptr && !open && schema.any_additional) {
        drop_members(*member, below);
        ++member;
        continue;
      }
      if (child == nullptr && !open) {
        unknown_.push_back(Place{Place::Kind::member, &place, name}.text());
        member = value.erase(member);
        continue;
      }
      if (child != nullptr) {
        if (typed_ && absent(*child, *member, named)) {
          member = value.erase(member);
          continue;
        }
        prune(*child, *member, below, type);
      }
      ++member;
    }
  }

  /// Of a value without a schema: all members of its objects.
  void drop_members(Json& value, const Place& place)
  {
    if (value.is_array()) {
      for (std::size_t index = 0; index < value.size(); ++index) {
        drop_members(value[index], {Place::Kind::item, &place, {}, index});
      }
    } else if (value.is_object()) {
      for (const auto& member : value.items()) {
        unknown_.push_back(Place{Place::Kind::member, &place, member.key()}.text());
      }
      value.clear();
    }
  }

  /// Of an object inside of a custom one: what ObjectMeta does not know.
  void prune_metadata(Json& meta, const Place& place)
  {
    static const std::set<std::string, std::less<>> known{"annotations",
                                                          "creationTimestamp",
                                                          "deletionGracePeriodSeconds",
                                                          "deletionTimestamp",
                                                          "finalizers",
                                                          "generateName",
                                                          "generation",
                                                          "labels",
                                                          "managedFields",
                                                          "name",
                                                          "namespace",
                                                          "ownerReferences",
                                                          "resourceVersion",
                                                          "selfLink",
                                                          "uid"};
    if (!meta.is_object()) return;
    for (auto member = meta.begin(); member != meta.end();) {
      if (known.contains(member.key())) {
        ++member;
        continue;
      }
      unknown_.push_back(Place{Place::Kind::member, &place, member.key()}.text());
      member = meta.erase(member);
    }
  }

  static bool is_empty(const Schema& schema, std::string_view text)
  {
    return schema.format == "byte" ? text.find_first_not_of(line_breaks) == std::string_view::npos : text.empty();
  }

  /// What Go's decoding and encoding of a typed field drops.
  static bool absent(const Schema& schema, const Json& value, bool named)
  {
    if (!named) return false;
    if (value.is_null()) return true;
    const bool no_text = value.is_string() && is_empty(schema, value.get_ref<const std::string&>());
    if (schema.drop_zero && (no_text || value == false || value == 0) && has_type(schema, value)) return true;
    if (schema.write_null) return false;
    if (schema.type == Schema::Type::array) return value.is_array() && value.empty();
    return schema.type == Schema::Type::object && schema.additional && value.is_object() && value.empty();
  }

  static void decode(const Schema& schema, Json& value, const Place& place, std::string_view owner)
  {
    if (value.is_null()) {
      const bool within = place.kind == Place::Kind::item || place.kind == Place::Kind::key;
      if (schema.type == Schema::Type::string) value = "";
      if (within && schema.type == Schema::Type::object && !schema.type_name.empty()) value = Json::object();
      if (within && (schema.type == Schema::Type::integer || schema.format == "quantity")) value = zero_value(schema);
      return;
    }
    if (!has_type(schema, value)) {
      throw cannot_unmarshal(value, std::string(owner), go_path(place), go_type_of(schema));
    }
    if (schema.format == "quantity") decode_quantity(value);
    if (schema.format == "byte") decode_bytes(value.get_ref<std::string&>());
    const bool micro = schema.format == "micro-time";
    if (micro || schema.format == "date-time") decode_time(value, micro);
  }

  /// The text that Go writes for the bytes that it reads: without line breaks, and with zeros for unused bits.
  static void decode_bytes(std::string& text)
  {
    const auto bytes = decode_base64(text);
    if (!bytes) throw DecodeError("illegal base64 data at input byte " + std::to_string(bad_base64(text)));
    text = encode_base64(*bytes);
  }

  static void decode_quantity(Json& value)
  {
    const auto text = value.is_string() ? value.get<std::string>() : dump(value);
    try {
      value = Quantity::parse(text).to_string();
    } catch (const ValueError&) {
      throw DecodeError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
  }

  static void decode_time(Json& value, bool micro)
  {
    const auto& text = value.get_ref<const std::string&>();
    try {
      value = micro ? MicroTime::parse(text).to_string() : Time::parse(text).to_string();
    } catch (const ValueError&) {
      throw DecodeError(go_time_problem(text, micro));
    }
  }

  bool typed_;
  std::vector<std::string>& unknown_;
};

}  // namespace

const char* json_type_of(const Json& value)
{
  if (value.is_boolean()) return "bool";
  return value.type_name();
}

const char* to_string(Schema::Type type) noexcept
{
  switch (type) {
    case Schema::Type::object:
      return "object";
    case Schema::Type::array:
      return "array";
    case Schema::Type::string:
      return "string";
    case Schema::Type::integer:
      return "integer";
    case Schema::Type::number:
      return "number";
    case Schema::Type::boolean:
      return "boolean";
    case Schema::Type::any:
      break;
  }
  return "";
}

bool has_json_type(Schema::Type type, const Json& value) noexcept
{
  switch (type) {
    case Schema::Type::object:
      return value.is_object();
    case Schema::Type::array:
      return value.is_array();
    case Schema::Type::string:
      return value.is_string();
    case Schema::Type::integer:
      return cel::is_int64(value);
    case Schema::Type::number:
      return value.is_number();
    case Schema::Type::boolean:
      return value.is_boolean();
    case Schema::Type::any:
      break;
  }
  return true;
}

DecodeError cannot_unmarshal(const Json& value, const std::string& owner, const std::string& field,
                             const std::string& type)
{
  std::string text = "json: cannot unmarshal ";
  text += json_type_of(value);
  if (value.is_number() && type.starts_with("int")) text.append(" ").append(dump(value));
  return DecodeError(text + " into Go struct field " + owner + "." + field + " of type " + type);
}

void prune(const Schema& schema, Json& object, std::vector<std::string>& unknown)
{
  Pruner(false, unknown).prune(schema, object, {}, "");
}

void decode_typed(const Schema& schema, Json& object, const std::string& type, std::vector<std::string>& unknown)
{
  Pruner(true, unknown).prune(schema, object, {}, type);
}

void make_numbers_plain(Json& value)
{
  if (value.is_structured()) {
    for (auto& inner : value) make_numbers_plain(inner);
  } else if (value.is_number_unsigned() && value.get<std::uint64_t>() > max_integer) {
    value = value.get<double>();
  } else if (value.is_number_float()) {
    constexpr double limit = 9223372036854775808.0;  // 2^63
    const auto number = value.get<double>();
    if (std::trunc(number) == number && number >= -limit && number < limit) value = static_cast<std::int64_t>(number);
  }
}

Json zero_value(const Schema& schema)
{
  if (schema.format == "quantity") return "0";
  if (schema.int_or_string) return 0;
  switch (schema.type) {
    case Schema::Type::object:
      return Json::object();
    case Schema::Type::string:
      return schema.format.empty() ? Json("") : Json();  // a time that is not set is null
    case Schema::Type::integer:
    case Schema::Type::number:
      return 0;
    case Schema::Type::boolean:
      return false;
    case Schema::Type::array:
    case Schema::Type::any:
      break;
  }
  return nullptr;
}

void apply_defaults(const Schema& schema, Json& value, Nulls nulls)
{
  const auto fill_null = [](const Schema& of, Json& element) {
    if (element.is_null() && !of.nullable && of.has_default) element = of.default_;
  };
  if (value.is_array() && schema.items) {
    for (auto& item : value) {
      fill_null(*schema.items, item);
      apply_defaults(*schema.items, item, nulls);
    }
    return;
  }
  if (!value.is_object()) return;
  for (const auto& [name, property] : schema.properties) {
    const auto member = value.find(name);
    const bool no_null = member != value.end() && member->is_null() && !property->nullable;
    if (property->has_default && (member == value.end() || no_null)) {
      value[name] = property->default_;
    } else if (no_null && nulls == Nulls::dropped) {
      value.erase(member);
    }
    if (const auto present = value.find(name); present != value.end()) {
      apply_defaults(*property, *present, nulls);
    }
  }
  if (schema.additional) {
    for (auto member = value.begin(); member != value.end();) {
      const bool named = schema.properties.contains(member.key());
      if (!named) fill_null(*schema.additional, *member);
      if (!named && member->is_null() && !schema.additional->nullable && nulls == Nulls::dropped) {
        member = value.erase(member);
        continue;
      }
      if (!named) apply_defaults(*schema.additional, *member, nulls);
      ++member;
    }
  }
}

}  // namespace kubexx::schema::detail
