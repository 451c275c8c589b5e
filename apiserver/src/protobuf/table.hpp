// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// How the built-in kinds are written in protobuf.
namespace kubexx::apiserver::protobuf {

struct Message;

struct Field {
  enum class Type {
    string,
    boolean,
    int32,
    int64,
    real,
    bytes,
    time,
    micro_time,
    duration,
    quantity,
    int_or_string,
    raw_json,  ///< a message whose only field is JSON text: RawExtension, FieldsV1, JSON
    message
  };
  enum class Label { one, list, map };

  std::uint32_t number = 0;
  std::string name;     ///< in JSON
  std::string go_name;  ///< in what the generated Go code says of it
  Type type = Type::string;
  Label label = Label::one;
  const Message* message = nullptr;  ///< of Type::message
  // How Go's encoding/json treats it.
  bool pointer = false;  ///< a zero value that was sent is written
  bool omit_empty = false, omit_zero = false;
  bool inlined = false;  ///< the fields of the message are fields of this one
};

struct Message {
  /// How the JSON form is built from the fields.
  enum class Form {
    object,
    list,                    ///< the values of its only field
    schema_or_bool,          ///< JSONSchemaPropsOrBool
    schema_or_array,         ///< JSONSchemaPropsOrArray
    schema_or_string_array,  ///< JSONSchemaPropsOrStringArray
  };
  std::string name;  ///< "core.v1.Pod"
  Form form = Form::object;
  std::vector<Field> fields;  ///< by number

  [[nodiscard]] const Field* field(std::uint32_t number) const noexcept;
  /// "Pod".
  [[nodiscard]] std::string_view go_name() const noexcept;
};

/// All messages. Immutable.
class Table {
public:
  /// Parses the generated text. Throws std::logic_error where that is malformed.
  explicit Table(const std::initializer_list<std::string_view>& parts);
  /// The message of a kind; null when there is none. The options of requests and Status belong to every API version.
  [[nodiscard]] const Message* kind(std::string_view api_version, std::string_view kind) const;
  [[nodiscard]] const Message* message(std::string_view name) const;
  [[nodiscard]] const std::map<std::string, Message, std::less<>>& messages() const noexcept { return messages_; }

private:
  std::map<std::string, Message, std::less<>> messages_;
  std::map<std::pair<std::string, std::string>, const Message*> kinds_;  // by API version and kind
};

/// That of this release, made at the first call.
[[nodiscard]] const Table& table();
/// Its text; schemas/generate_protobuf.py, which writes it, explains the format.
[[nodiscard]] const std::initializer_list<std::string_view>& table_text();

}  // namespace kubexx::apiserver::protobuf
