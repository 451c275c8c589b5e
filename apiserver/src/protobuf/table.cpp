// SPDX-License-Identifier: Apache-2.0
#include "protobuf/table.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "core/request.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

using Messages = std::map<std::string, Message, std::less<>>;

[[noreturn]] void malformed(const std::string& what)
{
  throw std::logic_error("protobuf/table_text.cpp: " + what);
}

Field::Type type_of(std::string_view code)
{
  using Type = Field::Type;
  static constexpr std::pair<std::string_view, Type> codes[]{
      {"s", Type::string},   {"b", Type::boolean},  {"i32", Type::int32},       {"i64", Type::int64},
      {"f", Type::real},     {"y", Type::bytes},    {"t", Type::time},          {"m", Type::micro_time},
      {"d", Type::duration}, {"q", Type::quantity}, {"x", Type::int_or_string}, {"r", Type::raw_json},
  };
  for (const auto& [text, type] : codes) {
    if (text == code) return type;
  }
  malformed("unknown code " + std::string(code));
}

void add_flag(Field& field, std::string_view flag)
{
  if (flag == "p") {
    field.pointer = true;
  } else if (flag == "e") {
    field.omit_empty = true;
  } else if (flag == "o") {
    field.omit_zero = true;
  } else if (flag == "i") {
    field.inlined = true;
  } else if (flag.starts_with("g=")) {
    field.go_name = flag.substr(2);
  } else {
    malformed("unknown flag " + std::string(flag));
  }
}

/// NUMBER:NAME:CODE;FLAGS
Field parse_field(const std::string& word, Messages& messages)
{
  Field field;
  std::istringstream flags(word);
  std::string head;
  std::getline(flags, head, ';');
  const auto first = head.find(':');
  const auto second = head.find(':', first + 1);
  if (second == std::string::npos) malformed("no field: " + word);
  if (read_number(std::string_view(head).substr(0, first), field.number) != nullptr) malformed("no number: " + word);
  field.name = head.substr(first + 1, second - first - 1);
  auto code = std::string_view(head).substr(second + 1);
  if (code.starts_with("[]")) field.label = Field::Label::list;
  if (code.starts_with("{}")) field.label = Field::Label::map;
  if (field.label != Field::Label::one) code.remove_prefix(2);
  if (code.starts_with("@")) {
    field.type = Field::Type::message;
    field.message = &messages[std::string(code.substr(1))];
  } else {
    field.type = type_of(code);
  }
  field.go_name = field.name;
  if (field.go_name.front() >= 'a') field.go_name.front() = static_cast<char>(field.go_name.front() - 'a' + 'A');
  for (std::string flag; std::getline(flags, flag, ';');) add_flag(field, flag);
  return field;
}

Message::Form form_of(std::string_view name, bool list)
{
  if (list) return Message::Form::list;
  if (name == "apiextensions.v1.JSONSchemaPropsOrBool") return Message::Form::schema_or_bool;
  if (name == "apiextensions.v1.JSONSchemaPropsOrArray") return Message::Form::schema_or_array;
  if (name == "apiextensions.v1.JSONSchemaPropsOrStringArray") return Message::Form::schema_or_string_array;
  return Message::Form::object;
}

}  // namespace

const Field* Message::field(std::uint32_t number) const noexcept
{
  const auto found = std::lower_bound(fields.begin(), fields.end(), number,
                                      [](const Field& field, std::uint32_t wanted) { return field.number < wanted; });
  return found == fields.end() || found->number != number ? nullptr : &*found;
}

std::string_view Message::go_name() const noexcept
{
  return std::string_view(name).substr(name.rfind('.') + 1);
}

Table::Table(const std::initializer_list<std::string_view>& parts)
{
  std::map<std::string, std::string> versions;
  Message* current = nullptr;
  for (const auto part : parts) {
    std::istringstream lines{std::string(part)};
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      std::istringstream words(line);
      std::string word;
      if (line.front() == '%') {
        words.ignore();
        words >> word >> versions[word];
        continue;
      }
      if (line.front() != ' ') {
        words >> word;
        const bool list = word.ends_with("[]");
        if (list) word.resize(word.size() - 2);
        const bool is_kind = word.ends_with("!");
        if (is_kind) word.pop_back();
        current = &messages_[word];
        current->name = word;
        current->form = form_of(word, list);
        const auto dot = word.rfind('.');
        if (is_kind) kinds_.emplace(std::pair(versions[word.substr(0, dot)], word.substr(dot + 1)), current);
      }
      while (words >> word) current->fields.push_back(parse_field(word, messages_));
    }
  }
  for (auto& [name, message] : messages_) {
    if (message.name.empty()) malformed("no message " + name);
    std::sort(message.fields.begin(), message.fields.end(),
              [](const Field& left, const Field& right) { return left.number < right.number; });
  }
}

const Message* Table::kind(std::string_view api_version, std::string_view kind) const
{
  for (const auto version : {api_version, std::string_view("meta.k8s.io/v1")}) {
    const auto found = kinds_.find(std::pair(std::string(version), std::string(kind)));
    if (found != kinds_.end()) return found->second;
  }
  return nullptr;
}

const Message* Table::message(std::string_view name) const
{
  const auto found = messages_.find(name);
  return found == messages_.end() ? nullptr : &found->second;
}

const Table& table()
{
  static const Table parsed(table_text());
  return parsed;
}

}  // namespace kubexx::apiserver::protobuf
