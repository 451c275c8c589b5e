// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "schema/builtin_schemas.hpp"
#include "schema/schema.hpp"

namespace kubexx::apiserver {
namespace {

/// A type of the table.
struct Entry {
  std::string map_type;
  std::vector<std::string> words;
};

std::map<std::string, Entry> read_entries()
{
  std::map<std::string, Entry> entries;
  Entry* current = nullptr;
  for (const auto part : builtin_schema_text()) {
    std::istringstream lines{std::string(part)};
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      std::istringstream words(line);
      std::string word;
      if (line.front() != ' ') {
        words >> word;
        const auto flag = word.find(";m=");
        current = &entries[word.substr(0, flag)];
        if (flag != std::string::npos) current->map_type = word.substr(flag + 3);
      }
      while (words >> word) current->words.push_back(word);
    }
  }
  return entries;
}

/// Turns the entries into schemas, each after those that it refers to.
class Builder {
public:
  Builder() : entries_(read_entries()) {}

  std::map<std::string, SchemaPtr> build()
  {
    for (const auto& [name, entry] : entries_) (void)type(name);
    return std::move(done_);
  }

private:
  SchemaPtr type(const std::string& name)
  {
    if (const auto found = done_.find(name); found != done_.end()) return found->second;
    auto schema = std::make_shared<Schema>();
    schema->type = Schema::Type::object;
    schema->type_name = name;
    const auto& entry = entries_.at(name);
    schema->map_type = entry.map_type;
    for (const auto& word : entry.words) add_field(*schema, word);
    std::sort(schema->required.begin(), schema->required.end());
    done_.emplace(name, schema);
    return schema;
  }

  void add_field(Schema& parent, const std::string& word)
  {
    const auto colon = word.find(':');
    auto name = word.substr(0, colon);
    if (name.back() == '!') {
      name.pop_back();
      parent.required.push_back(name);
    }
    auto end = word.find(';', colon);
    auto field = *code(word.substr(colon + 1, end == std::string::npos ? end : end - colon - 1));
    while (end != std::string::npos) {
      const auto next = word.find(';', end + 1);
      add_flag(field, word.substr(end + 1, next == std::string::npos ? next : next - end - 1));
      end = next;
    }
    if (field.items && !field.go_type.empty()) {
      auto item = *field.items;
      item.go_type = field.go_type;
      field.items = std::make_shared<const Schema>(std::move(item));
    }
    static constexpr std::string_view map_of = "map[string]";
    if (field.additional && field.go_type.starts_with(map_of)) {
      auto value = *field.additional;
      (value.type == Schema::Type::array ? value.go_list_type : value.go_type) = field.go_type.substr(map_of.size());
      field.additional = std::make_shared<const Schema>(std::move(value));
    }
    field.position = parent.properties.size();
    parent.properties.emplace(name, std::make_shared<const Schema>(std::move(field)));
  }

  static void add_flag(Schema& field, const std::string& flag)
  {
    if (flag == "r") {
      field.retain_keys = true;
    } else if (flag == "z") {
      field.drop_zero = true;
    } else if (flag == "e") {
      field.write_zero = true;
    } else if (flag == "n") {
      field.write_null = true;
    } else if (flag.starts_with("d=")) {
      field.has_default = true;
      field.default_ = Json::parse(flag.substr(2));
    } else if (flag.starts_with("g=")) {
      field.go_type = flag.substr(2);
    } else if (flag.starts_with("i=")) {
      field.go_inlined = flag.substr(2);
    } else if (flag.starts_with("m=")) {
      field.map_type = flag.substr(2);
    } else if (flag.starts_with("p=")) {
      field.patch_merge = true;
      field.patch_merge_key = flag.substr(2);
    } else if (flag.starts_with("l=")) {
      std::istringstream parts(flag.substr(2));
      std::getline(parts, field.list_type, '/');
      for (std::string key; std::getline(parts, key, '/');) field.list_map_keys.push_back(key);
    }
  }

  SchemaPtr code(const std::string& text)
  {
    if (text.front() == '@') return type(text.substr(1));
    auto schema = std::make_shared<Schema>();
    if (text.starts_with("[]")) {
      schema->type = Schema::Type::array;
      schema->items = code(text.substr(2));
    } else if (text.starts_with("{}")) {
      schema->type = Schema::Type::object;
      schema->additional = code(text.substr(2));
    } else if (text == "s" || text == "t" || text == "m" || text == "y") {
      schema->type = Schema::Type::string;
      if (text == "t") schema->format = "date-time";
      if (text == "m") schema->format = "micro-time";
      if (text == "y") schema->format = "byte";
    } else if (text == "b") {
      schema->type = Schema::Type::boolean;
    } else if (text == "i32" || text == "i64") {
      schema->type = Schema::Type::integer;
      schema->format = text == "i32" ? "int32" : "int64";
    } else if (text == "f") {
      schema->type = Schema::Type::number;
    } else if (text == "q") {
      schema->format = "quantity";
    } else if (text == "x") {
      schema->int_or_string = true;
    } else if (text == "*") {
      schema->preserve_unknown = true;
    } else {
      throw std::logic_error("builtin_schemas.cpp: unknown code " + text);
    }
    return schema;
  }

  std::map<std::string, Entry> entries_;
  std::map<std::string, SchemaPtr> done_;
};

}  // namespace

const std::map<std::string, SchemaPtr>& builtin_schemas()
{
  static const std::map<std::string, SchemaPtr> schemas = Builder().build();
  return schemas;
}

SchemaPtr builtin_schema(std::string_view group, std::string_view version, std::string_view kind)
{
  std::string name(group.empty() ? "core" : group.substr(0, group.find('.')));
  name.append(".").append(version).append(".").append(kind);
  const auto found = builtin_schemas().find(name);
  return found == builtin_schemas().end() ? nullptr : found->second;
}

void decode_builtin(const char* name, Json& object)
{
  std::vector<std::string> unknown;
  decode_builtin(name, object, unknown);
}

void decode_builtin(const char* name, Json& object, std::vector<std::string>& unknown)
{
  const std::string type(name);
  decode_typed(*builtin_schemas().at(type), object, type.substr(type.rfind('.') + 1), unknown);
}

}  // namespace kubexx::apiserver
