// SPDX-License-Identifier: Apache-2.0
#include "kubexx/cel/detail/type.hpp"

#include <algorithm>
#include <array>

namespace kubexx::cel::detail {
namespace {

using Kind = Type::Kind;

constexpr std::array<std::pair<Kind, const char*>, 11> simple_names{{{Kind::error, "!error!"},
                                                                     {Kind::dyn, "dyn"},
                                                                     {Kind::null, "null_type"},
                                                                     {Kind::boolean, "bool"},
                                                                     {Kind::integer, "int"},
                                                                     {Kind::unsigned_, "uint"},
                                                                     {Kind::number, "double"},
                                                                     {Kind::string, "string"},
                                                                     {Kind::bytes, "bytes"},
                                                                     {Kind::timestamp, "google.protobuf.Timestamp"},
                                                                     {Kind::duration, "google.protobuf.Duration"}}};

constexpr std::array<std::string_view, 21> escaped_words{
    "true", "false",  "null", "in",   "as",      "break",     "const",  "continue", "else", "for",  "function",
    "if",   "import", "let",  "loop", "package", "namespace", "return", "var",      "void", "while"};

std::array<TypePtr, simple_names.size()> make_simple_types()
{
  std::array<TypePtr, simple_names.size()> types;
  for (std::size_t index = 0; index < types.size(); ++index) {
    auto type = std::make_shared<Type>();
    type->kind = simple_names[index].first;
    type->name = simple_names[index].second;
    types[index] = std::move(type);
  }
  return types;
}

std::shared_ptr<Type> make(Kind kind, std::string name, std::vector<TypePtr> params = {})
{
  auto type = std::make_shared<Type>();
  type->kind = kind;
  type->name = std::move(name);
  type->params = std::move(params);
  return type;
}

bool identifier_char(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

const TypePtr& simple_type(Kind kind)
{
  static const auto types = make_simple_types();
  return types.at(static_cast<std::size_t>(kind));
}

TypePtr list_of(TypePtr element)
{
  return make(Kind::list, "list", {std::move(element)});
}
TypePtr map_of(TypePtr key, TypePtr value)
{
  return make(Kind::map, "map", {std::move(key), std::move(value)});
}
TypePtr optional_of(TypePtr value)
{
  return make(Kind::opaque, "optional_type", {std::move(value)});
}
TypePtr opaque_type(std::string name)
{
  return make(Kind::opaque, std::move(name));
}
TypePtr type_param(std::string name)
{
  return make(Kind::param, std::move(name));
}
TypePtr type_of_type(TypePtr type)
{
  return make(Kind::type, "type", {std::move(type)});
}

bool is_optional(const Type& type)
{
  return type.kind == Kind::opaque && type.name == "optional_type";
}
bool is_dyn_or_error(const Type& type)
{
  return type.kind == Kind::dyn || type.kind == Kind::error;
}

bool same_type(const Type& a, const Type& b)
{
  if (&a == &b) return true;
  if (a.kind != b.kind || a.name != b.name || a.params.size() != b.params.size()) return false;
  for (std::size_t index = 0; index < a.params.size(); ++index) {
    if (!same_type(*a.params[index], *b.params[index])) return false;
  }
  return true;
}

std::string to_string(const Type& type)
{
  switch (type.kind) {
    case Kind::null:
      return "null";
    case Kind::timestamp:
      return "timestamp";
    case Kind::duration:
      return "duration";
    case Kind::list:
    case Kind::map:
    case Kind::type:
    case Kind::opaque: {
      if (type.params.empty()) return type.name;
      std::string text = type.name + "(";
      for (std::size_t index = 0; index < type.params.size(); ++index) {
        text += (index == 0 ? "" : ", ") + to_string(*type.params[index]);
      }
      return text + ")";
    }
    default:
      return type.name;
  }
}

std::string escape_name(const std::string& name)
{
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return {};
  if (std::find(escaped_words.begin(), escaped_words.end(), name) != escaped_words.end()) return "__" + name + "__";
  std::string escaped;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (c == '_' && at + 1 < name.size() && name[at + 1] == '_') {
      escaped += "__underscores__";
      ++at;
    } else if (c == '.') {
      escaped += "__dot__";
    } else if (c == '-') {
      escaped += "__dash__";
    } else if (c == '/') {
      escaped += "__slash__";
    } else if (identifier_char(c)) {
      escaped.push_back(c);
    } else {
      return {};
    }
  }
  return escaped;
}

const Type::Field* find_field(const Type& type, const std::string& name)
{
  auto found = type.fields.find(name);
  if (found == type.fields.end() &&
      std::find(escaped_words.begin(), escaped_words.end(), name) != escaped_words.end()) {
    found = type.fields.find(escape_name(name));
  }
  return found == type.fields.end() ? nullptr : &found->second;
}

}  // namespace kubexx::cel::detail
