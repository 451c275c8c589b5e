// SPDX-License-Identifier: Apache-2.0
#include "protobuf/encode.hpp"

#include <chrono>
#include <cstring>

#include "core/request.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/base64.hpp"
#include "protobuf/envelope.hpp"
#include "protobuf/wire.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

void put_varint(std::string& to, std::uint64_t value)
{
  for (; value >= 0x80U; value >>= 7U) to += static_cast<char>((value & 0x7FU) | 0x80U);
  to += static_cast<char>(value);
}

void put_tag(std::string& to, std::uint32_t number, WireType type)
{
  put_varint(to, (std::uint64_t{number} << 3U) | static_cast<std::uint64_t>(type));
}

void put_bytes(std::string& to, std::uint32_t number, std::string_view bytes)
{
  put_tag(to, number, WireType::bytes);
  put_varint(to, bytes.size());
  to += bytes;
}

void put_number(std::string& to, std::uint32_t number, std::int64_t value)
{
  put_tag(to, number, WireType::varint);
  put_varint(to, static_cast<std::uint64_t>(value));
}

/// google.protobuf.Timestamp; empty for what is no time.
template <class TimeType>
std::string timestamp(const std::string& text)
{
  try {
    const auto at = TimeType::parse(text);
    std::string bytes;
    put_number(bytes, 1, at.unix_seconds());
    put_number(bytes, 2, at.nanosecond());
    return bytes;
  } catch (const ValueError&) {
    return {};
  }
}

std::string duration(const std::string& text)
{
  std::string bytes;
  try {
    put_number(bytes, 1,
               std::chrono::duration_cast<std::chrono::nanoseconds>(Duration(MetaDuration::parse(text))).count());
  } catch (const ValueError&) {
    put_number(bytes, 1, 0);
  }
  return bytes;
}

std::string int_or_string(const Json& value)
{
  std::string bytes;
  const bool text = value.is_string();
  put_number(bytes, 1, text ? 1 : 0);
  put_number(bytes, 2, value.is_number_integer() ? value.get<std::int64_t>() : 0);
  put_bytes(bytes, 3, text ? value.get_ref<const std::string&>() : std::string());
  return bytes;
}

class Encoder {
public:
  static void write(const Message& message, const Json& value, std::string& to, std::size_t depth)
  {
    if (depth > max_depth) return;
    switch (message.form) {
      case Message::Form::object:
        break;
      case Message::Form::list:
        return write_field(message.fields.front(), value, to, depth);
      case Message::Form::schema_or_bool:
        if (!value.is_boolean()) write_named(message, "schema", value, to, depth);
        return write_named(message, "allows", value.is_boolean() ? value : Json(true), to, depth);
      case Message::Form::schema_or_array:
        return write_named(message, value.is_array() ? "jSONSchemas" : "schema", value, to, depth);
      case Message::Form::schema_or_string_array:
        return write_named(message, value.is_array() ? "property" : "schema", value, to, depth);
    }
    if (!value.is_object()) return;
    for (const auto& field : message.fields) {
      if (field.inlined) {
        std::string inner;
        write(*field.message, value, inner, depth + 1);
        put_bytes(to, field.number, inner);
        continue;
      }
      const auto member = value.find(field.name);
      if (member != value.end() && !member->is_null()) write_field(field, *member, to, depth);
    }
  }

private:
  static void write_named(const Message& message, std::string_view name, const Json& value, std::string& to,
                          std::size_t depth)
  {
    for (const auto& field : message.fields) {
      if (field.name == name) write_field(field, value, to, depth);
    }
  }

  static void write_field(const Field& field, const Json& value, std::string& to, std::size_t depth)
  {
    switch (field.label) {
      case Field::Label::one:
        return write_value(field, field.number, value, to, depth);
      case Field::Label::list:
        if (!value.is_array()) return;
        for (const auto& item : value) write_value(field, field.number, item, to, depth);
        return;
      case Field::Label::map:
        break;
    }
    if (!value.is_object()) return;
    for (const auto& [key, item] : value.items()) {
      std::string entry;
      put_bytes(entry, 1, key);
      write_value(field, 2, item, entry, depth);
      put_bytes(to, field.number, entry);
    }
  }

  static void write_value(const Field& field, std::uint32_t number, const Json& value, std::string& to,
                          std::size_t depth)
  {
    using Type = Field::Type;
    const std::string* text = value.is_string() ? &value.get_ref<const std::string&>() : nullptr;
    switch (field.type) {
      case Type::string:
        if (text != nullptr) put_bytes(to, number, *text);
        return;
      case Type::boolean:
        if (value.is_boolean()) put_number(to, number, value.get<bool>() ? 1 : 0);
        return;
      case Type::int32:
      case Type::int64:
        if (value.is_number_integer()) put_number(to, number, value.get<std::int64_t>());
        return;
      case Type::real:
        return write_real(number, value, to);
      case Type::bytes:
        if (text != nullptr) put_bytes(to, number, decode_base64(*text).value_or(std::string()));
        return;
      case Type::time:
        if (text != nullptr) put_bytes(to, number, timestamp<Time>(*text));
        return;
      case Type::micro_time:
        if (text != nullptr) put_bytes(to, number, timestamp<MicroTime>(*text));
        return;
      case Type::duration:
        if (text != nullptr) put_bytes(to, number, duration(*text));
        return;
      case Type::quantity: {
        std::string bytes;
        put_bytes(bytes, 1, text != nullptr ? *text : dump(value));
        return put_bytes(to, number, bytes);
      }
      case Type::int_or_string:
        return put_bytes(to, number, int_or_string(value));
      case Type::raw_json: {
        std::string bytes;
        put_bytes(bytes, 1, dump(value));
        return put_bytes(to, number, bytes);
      }
      case Type::message:
        break;
    }
    std::string inner;
    write(*field.message, value, inner, depth + 1);
    put_bytes(to, number, inner);
  }

  static void write_real(std::uint32_t number, const Json& value, std::string& to)
  {
    if (!value.is_number()) return;
    const auto real = value.get<double>();
    std::uint64_t bits = 0;
    std::memcpy(&bits, &real, sizeof bits);
    put_tag(to, number, WireType::fixed64);
    for (int index = 0; index < 8; ++index)
      to += static_cast<char>((bits >> (8U * static_cast<unsigned>(index))) & 0xFFU);
  }
};

/// The lists of all kinds have the same two fields.
std::optional<std::string> encode_list(const Json& list, const std::string& api_version, const std::string& kind)
{
  constexpr std::string_view ending = "List";
  const auto* items = find(list, {"items"});
  if (!kind.ends_with(ending) || items == nullptr) return std::nullopt;
  const auto of = kind.substr(0, kind.size() - ending.size());
  const bool partial = of == "PartialObjectMetadata";
  const auto* message = partial ? nullptr : table().kind(api_version, of);
  if (message == nullptr && !partial) return std::nullopt;
  std::string bytes;
  if (const auto* meta = find(list, {"metadata"})) {
    put_bytes(bytes, 1, encode_message(*table().message("meta.v1.ListMeta"), *meta));
  }
  if (!items->is_array()) return bytes;
  for (const auto& item : *items) {
    if (message != nullptr) {
      put_bytes(bytes, 2, encode_message(*message, item));
      continue;
    }
    std::string one;
    if (const auto* meta = find(item, {"metadata"})) {
      put_bytes(one, 1, encode_message(*table().message("meta.v1.ObjectMeta"), *meta));
    }
    put_bytes(bytes, 2, one);
  }
  return bytes;
}

std::optional<std::string> encode_raw(const Json& object, const std::string& api_version, const std::string& kind)
{
  if (const auto* message = table().kind(api_version, kind)) return encode_message(*message, object);
  if (kind != "PartialObjectMetadata") return encode_list(object, api_version, kind);
  std::string bytes;
  if (const auto* meta = find(object, {"metadata"})) {
    put_bytes(bytes, 1, encode_message(*table().message("meta.v1.ObjectMeta"), *meta));
  }
  return bytes;
}

}  // namespace

std::string encode_message(const Message& message, const Json& value)
{
  std::string bytes;
  Encoder::write(message, value, bytes, 0);
  return bytes;
}

std::optional<std::string> encode_body(const Json& object)
{
  const auto api_version = string_at(object, {"apiVersion"});
  const auto kind = string_at(object, {"kind"});
  const auto raw = encode_raw(object, api_version, kind);
  if (!raw) return std::nullopt;
  std::string type;
  put_bytes(type, 1, api_version);
  put_bytes(type, 2, kind);
  std::string body(magic);
  put_bytes(body, 1, type);
  put_bytes(body, 2, *raw);
  put_bytes(body, 3, "");
  put_bytes(body, 4, "");
  return body;
}

std::optional<std::string> encode_event(std::string_view type, const Json& object)
{
  const auto body = encode_body(object);
  if (!body) return std::nullopt;
  std::string raw;
  put_bytes(raw, 1, *body);
  std::string event;
  put_bytes(event, 1, type);
  put_bytes(event, 2, raw);
  std::string frame;
  const auto size = static_cast<std::uint32_t>(event.size());
  for (const unsigned shift : {24U, 16U, 8U, 0U}) frame += static_cast<char>((size >> shift) & 0xFFU);
  return frame + event;
}

}  // namespace kubexx::apiserver::protobuf
