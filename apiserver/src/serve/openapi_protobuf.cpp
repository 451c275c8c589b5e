// SPDX-License-Identifier: Apache-2.0
#include "serve/openapi_protobuf.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "kubexx/apimachinery/yaml.hpp"

namespace kubexx::apiserver {
namespace {

/// Writes the fields of a message; the numbers are those of gnostic's OpenAPIv2.proto.
class MessageWriter {
public:
  void text(unsigned number, std::string_view value)
  {
    varint(number << 3U | 2U);
    varint(value.size());
    bytes_.append(value);
  }
  void message(unsigned number, const MessageWriter& value) { text(number, value.bytes_); }
  void integer(unsigned number, std::uint64_t value)
  {
    varint(number << 3U);
    varint(value);
  }
  void real(unsigned number, double value)
  {
    varint(number << 3U | 1U);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned index = 0; index < 8; ++index) bytes_ += static_cast<char>(bits >> (8 * index) & 0xffU);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
  void varint(std::uint64_t value)
  {
    for (; value >= 0x80; value >>= 7U) bytes_ += static_cast<char>((value & 0x7fU) | 0x80U);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

enum class MemberForm { text, number, count, flag, any, anys, texts, schemas };

struct Member {
  std::string_view name;
  unsigned number;
  MemberForm form;
};

/// Those that are written as they are; the others have messages of their own.
constexpr std::array<Member, 23> spec_members{{
    {"$ref", 1, MemberForm::text},
    {"format", 2, MemberForm::text},
    {"title", 3, MemberForm::text},
    {"description", 4, MemberForm::text},
    {"default", 5, MemberForm::any},
    {"multipleOf", 6, MemberForm::number},
    {"maximum", 7, MemberForm::number},
    {"exclusiveMaximum", 8, MemberForm::flag},
    {"minimum", 9, MemberForm::number},
    {"exclusiveMinimum", 10, MemberForm::flag},
    {"maxLength", 11, MemberForm::count},
    {"minLength", 12, MemberForm::count},
    {"pattern", 13, MemberForm::text},
    {"maxItems", 14, MemberForm::count},
    {"minItems", 15, MemberForm::count},
    {"uniqueItems", 16, MemberForm::flag},
    {"maxProperties", 17, MemberForm::count},
    {"minProperties", 18, MemberForm::count},
    {"required", 19, MemberForm::texts},
    {"enum", 20, MemberForm::anys},
    {"allOf", 24, MemberForm::schemas},
    {"readOnly", 27, MemberForm::flag},
    {"example", 30, MemberForm::any},
}};

MessageWriter schema_message(const Json& schema);

MessageWriter any_message(const Json& value)
{
  MessageWriter any;
  any.text(2, to_yaml_text(value));
  return any;
}

void write_member(const Member& member, const Json& value, MessageWriter& to)
{
  switch (member.form) {
    case MemberForm::text:
      if (value.is_string()) to.text(member.number, value.get_ref<const std::string&>());
      break;
    case MemberForm::number:
      if (value.is_number()) to.real(member.number, value.get<double>());
      break;
    case MemberForm::count:
      if (value.is_number_integer()) to.integer(member.number, value.get<std::uint64_t>());
      break;
    case MemberForm::flag:
      if (value == true) to.integer(member.number, 1);
      break;
    case MemberForm::any:
      to.message(member.number, any_message(value));
      break;
    case MemberForm::anys:
      if (!value.is_array()) break;
      for (const auto& item : value) to.message(member.number, any_message(item));
      break;
    case MemberForm::texts:
      if (!value.is_array()) break;
      for (const auto& item : value) {
        if (item.is_string()) to.text(member.number, item.get_ref<const std::string&>());
      }
      break;
    case MemberForm::schemas:
      if (!value.is_array()) break;
      for (const auto& item : value) to.message(member.number, schema_message(item));
      break;
  }
}

MessageWriter named(const std::string& name, const MessageWriter& value)
{
  MessageWriter pair;
  pair.text(1, name);
  pair.message(2, value);
  return pair;
}

/// `parent` holds one message per entry, in its field 1.
MessageWriter named_schemas(const Json& schemas)
{
  MessageWriter list;
  for (const auto& [name, schema] : schemas.items()) list.message(1, named(name, schema_message(schema)));
  return list;
}

/// Schemas are no deeper than the definition that they come from, whose depth is limited.
MessageWriter schema_message(const Json& schema)
{
  MessageWriter message;
  if (!schema.is_object()) return message;
  for (const auto& member : spec_members) {
    if (const auto* value = find(schema, {member.name})) write_member(member, *value, message);
  }
  if (const auto* more = find(schema, {"additionalProperties"})) {
    MessageWriter item;
    if (more->is_object()) item.message(1, schema_message(*more));
    if (more->is_boolean()) item.integer(2, more->get<bool>() ? 1 : 0);
    message.message(21, item);
  }
  if (const auto type = string_at(schema, {"type"}); !type.empty()) {
    MessageWriter item;
    item.text(1, type);
    message.message(22, item);
  }
  if (const auto* items = find(schema, {"items"}); items != nullptr && items->is_object()) {
    MessageWriter item;
    item.message(1, schema_message(*items));
    message.message(23, item);
  }
  if (const auto* properties = find(schema, {"properties"}); properties != nullptr && properties->is_object()) {
    message.message(25, named_schemas(*properties));
  }
  for (const auto& [name, value] : schema.items()) {
    if (name.starts_with("x-")) message.message(31, named(name, any_message(value)));
  }
  return message;
}

}  // namespace

std::string swagger_protobuf(const Json& document)
{
  MessageWriter info;
  info.text(1, string_at(document, {"info", "title"}));
  info.text(2, string_at(document, {"info", "version"}));
  MessageWriter message;
  message.text(1, string_at(document, {"swagger"}));
  message.message(2, info);
  message.message(8, MessageWriter());
  message.message(9, named_schemas(document.at("definitions")));
  return message.take();
}

}  // namespace kubexx::apiserver
