// SPDX-License-Identifier: Apache-2.0
#include "protobuf/decode.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/request.hpp"
#include "kubexx/base/base64.hpp"
#include "protobuf/values.hpp"
#include "protobuf/wire.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

/// Reads in two passes: what was sent, merged as Go's generated code merges repeated fields; then what Go's
/// encoding/json leaves out, or writes although it was not sent.
class Decoder {
public:
  void read(const Message& message, std::string_view bytes, Json& into, std::size_t depth)
  {
    if (depth > max_depth) throw WireError("exceeded max depth");
    WireReader reader(bytes, message.go_name());
    while (reader.next()) {
      const auto* field = message.field(reader.number());
      if (field == nullptr) {
        reader.skip();
      } else if (field->inlined) {
        need(reader, *field, WireType::bytes);
        read(*field->message, reader.bytes(), into, depth + 1);
      } else {
        read_field(*field, reader, into, depth);
      }
    }
  }

  void finish(const Message& message, Json& value)
  {
    for (const auto& field : message.fields) {
      if (field.inlined) {
        finish(*field.message, value);
        continue;
      }
      const auto member = value.find(field.name);
      if (member == value.end()) {
        add_zero(field, value);
      } else if (keep(field, *member)) {
        finish_field(field, *member);
      } else {
        value.erase(member);
      }
    }
  }

  [[nodiscard]] static Json shaped(const Message& message, Json value)
  {
    const auto take = [&](const char* name) {
      const auto member = value.find(name);
      return member == value.end() ? Json() : std::move(*member);
    };
    switch (message.form) {
      case Message::Form::object:
        return value;
      case Message::Form::list: {
        auto items = take("items");
        return items.is_null() ? Json::array() : items;
      }
      case Message::Form::schema_or_bool: {
        auto schema = take("schema");
        return schema.is_null() ? take("allows") : schema;
      }
      case Message::Form::schema_or_array: {
        auto schemas = take("jSONSchemas");
        return schemas.is_null() ? take("schema") : schemas;
      }
      case Message::Form::schema_or_string_array: {
        auto names = take("property");
        return names.is_null() ? take("schema") : names;
      }
    }
    return value;
  }

private:
  void count()
  {
    if (++values_ > max_values) throw TooManyValues();
  }

  static void need(const WireReader& reader, const Field& field, WireType type)
  {
    if (reader.type() == type) return;
    throw WireError("proto: wrong wireType = " + std::to_string(static_cast<unsigned>(reader.type())) + " for field " +
                    field.go_name);
  }

  [[nodiscard]] static WireType wire_type(Field::Type type)
  {
    switch (type) {
      case Field::Type::boolean:
      case Field::Type::int32:
      case Field::Type::int64:
        return WireType::varint;
      case Field::Type::real:
        return WireType::fixed64;
      default:
        return WireType::bytes;
    }
  }

  /// A number as it stands there.
  [[nodiscard]] static Json number(const Field& field, WireReader& reader)
  {
    if (field.type == Field::Type::real) {
      const auto bits = reader.fixed64();
      double value = 0;
      std::memcpy(&value, &bits, sizeof value);
      if (!std::isfinite(value)) throw WireError("json: unsupported value: a number that is not finite");
      return value;
    }
    const auto bits = reader.varint();
    if (field.type == Field::Type::boolean) return bits != 0;
    if (field.type == Field::Type::int32) return static_cast<std::int32_t>(bits);
    return static_cast<std::int64_t>(bits);
  }

  /// A value of its own; messages only are merged with what was sent before, which is `before`.
  [[nodiscard]] Json value_of(const Field& field, std::string_view bytes, std::size_t depth, Json before = nullptr)
  {
    switch (field.type) {
      case Field::Type::string:
        return valid_text(bytes);
      case Field::Type::bytes:
        return encode_base64(bytes);
      case Field::Type::time:
        return time_value(bytes, false);
      case Field::Type::micro_time:
        return time_value(bytes, true);
      case Field::Type::duration:
        return duration_value(bytes);
      case Field::Type::quantity:
        return quantity_value(bytes);
      case Field::Type::int_or_string:
        return int_or_string_value(bytes);
      case Field::Type::raw_json:
        return raw_value(bytes);
      default:
        break;
    }
    Json value = before.is_object() ? std::move(before) : Json::object();
    read(*field.message, bytes, value, depth + 1);
    return value;
  }

  void read_field(const Field& field, WireReader& reader, Json& into, std::size_t depth)
  {
    const auto type = wire_type(field.type);
    switch (field.label) {
      case Field::Label::map:
        need(reader, field, WireType::bytes);
        return read_entry(field, reader.bytes(), into, depth);
      case Field::Label::list: {
        auto& list = into[field.name];
        if (type != WireType::bytes && reader.type() == WireType::bytes) {
          WireReader packed(reader.bytes(), field.go_name);
          while (!packed.empty()) {
            count();
            list.push_back(number(field, packed));
          }
          if (list.is_null()) into.erase(field.name);
          return;
        }
        need(reader, field, type);
        count();
        list.push_back(type == WireType::bytes ? value_of(field, reader.bytes(), depth) : number(field, reader));
        return;
      }
      case Field::Label::one:
        need(reader, field, type);
        count();
        if (type != WireType::bytes) {
          into[field.name] = number(field, reader);
          return;
        }
        auto& place = into[field.name];
        place = value_of(field, reader.bytes(), depth, std::move(place));
        return;
    }
  }

  void read_entry(const Field& field, std::string_view bytes, Json& into, std::size_t depth)
  {
    count();
    std::string key;
    std::string_view value;
    WireReader reader(bytes, field.go_name);
    while (reader.next()) {
      if (reader.number() == 1) {
        key = valid_text(reader.bytes());
      } else if (reader.number() == 2) {
        value = reader.bytes();
      } else {
        reader.skip();
      }
    }
    auto& map = into[field.name];
    map[key] = value_of(field, value, depth);
  }

  /// Whether encoding/json writes what was sent.
  [[nodiscard]] static bool keep(const Field& field, const Json& value)
  {
    if (field.pointer || !(field.omit_empty || field.omit_zero)) return true;
    if (field.label != Field::Label::one) return !value.empty();
    switch (field.type) {
      case Field::Type::string:
      case Field::Type::bytes:
        return !value.get_ref<const std::string&>().empty();
      case Field::Type::boolean:
        return value != false;
      case Field::Type::int32:
      case Field::Type::int64:
      case Field::Type::real:
        return value != 0;
      case Field::Type::time:
      case Field::Type::micro_time:
        return !field.omit_zero || !value.is_null();
      case Field::Type::message:
        return field.message->form != Message::Form::list || value.contains("items");
      default:
        return true;
    }
  }

  void finish_field(const Field& field, Json& value)
  {
    if (field.type != Field::Type::message) return;
    const auto one = [&](Json& item) {
      finish(*field.message, item);
      item = shaped(*field.message, std::move(item));
    };
    if (field.label == Field::Label::one) {
      one(value);
      return;
    }
    for (auto& item : value) one(item);
  }

  /// What encoding/json writes of a field that was not sent.
  void add_zero(const Field& field, Json& value)
  {
    const bool scalar = field.type != Field::Type::message && field.type != Field::Type::bytes;
    const bool nil = field.pointer || field.label != Field::Label::one || field.type == Field::Type::bytes ||
                     (!scalar && field.message->form == Message::Form::list);
    if (field.omit_zero || (field.omit_empty && (nil || is_plain(field.type)))) return;
    count();
    auto& member = value[field.name];
    if (nil) return;
    if (!scalar) {
      member = Json::object();
      finish_field(field, member);
    } else if (is_plain(field.type)) {
      member = field.type == Field::Type::string    ? Json("")
               : field.type == Field::Type::boolean ? Json(false)
                                                    : Json(0);
    } else {
      member = value_of(field, {}, 0);
    }
  }

  /// A type whose zero value `omitempty` leaves out.
  [[nodiscard]] static bool is_plain(Field::Type type)
  {
    return type == Field::Type::string || type == Field::Type::boolean || wire_type(type) != WireType::bytes;
  }

  std::size_t values_ = 0;
};

}  // namespace

Json decode_message(const Message& message, std::string_view bytes)
{
  Decoder decoder;
  Json object = Json::object();
  decoder.read(message, bytes, object, 0);
  decoder.finish(message, object);
  return Decoder::shaped(message, std::move(object));
}

}  // namespace kubexx::apiserver::protobuf
