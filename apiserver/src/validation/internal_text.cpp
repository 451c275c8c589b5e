// SPDX-License-Identifier: Apache-2.0
#include "validation/internal_text.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "core/json_text.hpp"
#include "core/text.hpp"
#include "validation/internal_types.hpp"

namespace kubexx::apiserver {
namespace {

struct InternalField {
  std::string_view go_name, json_name, code;
  bool omits_zero;
};
using InternalType = std::vector<InternalField>;
using InternalTypes = std::map<std::string_view, InternalType>;

InternalField parse_field(std::string_view word)
{
  const auto equals = word.find('=');
  const auto colon = word.find(':', equals);
  auto name = word.substr(0, equals);
  const bool omits = name.ends_with('?');
  if (omits) name.remove_suffix(1);
  return {name, word.substr(equals + 1, colon - equals - 1), word.substr(colon + 1), omits};
}

const InternalTypes& internal_types()
{
  static const InternalTypes all = [] {
    InternalTypes types;
    for (const auto part : internal_type_parts()) {
      InternalType* type = nullptr;
      for_each_part(part, '\n', [&](std::string_view line) {
        if (line.empty()) return;
        if (line.front() != ' ') {
          const auto end = line.find(' ');
          type = &types[line.substr(0, end)];
          line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
        }
        for_each_part(line, ' ', [&](std::string_view word) {
          if (!word.empty()) type->push_back(parse_field(word));
        });
      });
    }
    return types;
  }();
  return all;
}

/// Writes values in one line, or indented by one space.
class InternalWriter {
public:
  explicit InternalWriter(bool lines) : lines_(lines) {}

  void write(std::string_view code, const Json* value)
  {
    if (value != nullptr && value->is_null()) value = nullptr;
    if (code.starts_with('*')) {
      if (value == nullptr) return add("null");
      return write(code.substr(1), value);
    }
    if (code.starts_with("[]")) return write_list(code.substr(2), value);
    if (code.starts_with("{}")) return write_map(code.substr(2), value);
    if (code.starts_with('@')) return write_struct(code.substr(1), value);
    if (value == nullptr) return add(zero(code));
    add(html_safe(dump(*value)));
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  static std::string_view zero(std::string_view code)
  {
    if (code == "s") return "\"\"";
    if (code == "b") return "false";
    if (code == "q") return "\"0\"";
    return code == "t" ? "null" : "0";
  }

  void add(std::string_view text) { text_ += text; }

  void begin(char bracket)
  {
    text_ += bracket;
    ++depth_;
    first_ = true;
  }

  void next()
  {
    if (!first_) text_ += ',';
    first_ = false;
    if (lines_) text_ += "\n" + std::string(depth_, ' ');
  }

  void end(char bracket)
  {
    --depth_;
    if (lines_ && !first_) text_ += "\n" + std::string(depth_, ' ');
    text_ += bracket;
    first_ = false;
  }

  void key(std::string_view name)
  {
    next();
    text_ += html_safe(dump(Json(name))) + (lines_ ? ": " : ":");
  }

  void write_list(std::string_view code, const Json* value)
  {
    if (value == nullptr || !value->is_array()) return add("null");
    begin('[');
    for (const auto& item : *value) {
      next();
      write(code, &item);
    }
    end(']');
  }

  void write_map(std::string_view code, const Json* value)
  {
    if (value == nullptr || !value->is_object()) return add("null");
    begin('{');
    for (const auto& [name, item] : value->items()) {
      key(name);
      write(code, &item);
    }
    end('}');
  }

  void write_struct(std::string_view type, const Json* value)
  {
    begin('{');
    const auto found = internal_types().find(type);
    if (found != internal_types().end()) {
      for (const auto& field : found->second) {
        const auto dot = field.json_name.find('.');  // "metadata.labels": ObjectMeta is inlined there
        const auto name = field.json_name.substr(dot == std::string_view::npos ? 0 : dot + 1);
        const Json* place = value;
        if (value != nullptr && dot != std::string_view::npos) place = find(*value, {field.json_name.substr(0, dot)});
        const Json* member = place == nullptr ? nullptr : find(*place, {name});
        if (field.omits_zero && (member == nullptr || member->is_null())) continue;
        key(field.go_name);
        write(field.code, member);
      }
    }
    end('}');
  }

  bool lines_;
  bool first_ = true;
  std::size_t depth_ = 0;
  std::string text_;
};

std::string written(std::string_view type, const Json& value, bool lines)
{
  InternalWriter writer(lines);
  writer.write(std::string("@").append(type), &value);
  return writer.take();
}

/// The code of what `path` leads to, from a value of `code`; empty when it leads nowhere.
std::string_view code_at(std::string_view code, std::string_view path)
{
  while (!path.empty() && !code.empty()) {
    if (code.front() == '*') code.remove_prefix(1);
    if (path.front() == '.') path.remove_prefix(1);
    const bool inside = path.starts_with('[');
    const auto end = inside ? path.find(']') : path.find_first_of(".[");
    const auto name = path.substr(0, end);
    path = end == std::string_view::npos ? std::string_view() : path.substr(inside ? end + 1 : end);
    if (code.starts_with("[]") || code.starts_with("{}")) {
      code.remove_prefix(2);
      continue;
    }
    const auto type = code.starts_with('@') ? internal_types().find(code.substr(1)) : internal_types().end();
    if (type == internal_types().end()) return {};
    const auto field = std::find_if(type->second.begin(), type->second.end(),
                                    [&](const InternalField& one) { return one.json_name == name; });
    code = field != type->second.end() ? field->code : name == "metadata" ? "@meta.v1.ObjectMeta" : "";
  }
  while (code.starts_with('*')) code.remove_prefix(1);
  return code;
}

}  // namespace

void show_internal(std::string_view type, FieldErrors& errors)
{
  const auto root = std::string("@").append(type);
  for (auto& error : errors) {
    if (!error.shown.is_structured()) continue;
    auto code = code_at(root, error.field);
    if (code.starts_with("[]") && error.shown.is_object())
      code.remove_prefix(2);  // some name the list, and show an item
    const auto plain = dump(error.shown);
    const auto at = error.body.find(plain);
    if (code.empty() || at == std::string::npos) continue;
    InternalWriter writer(false);
    writer.write(code, &error.shown);
    error.body.replace(at, plain.size(), writer.take());
    error.shown = nullptr;
  }
}

std::string internal_text(std::string_view type, const Json& value)
{
  return written(type, value, false);
}

std::string internal_lines(std::string_view type, const Json& value)
{
  return written(type, value, true);
}

}  // namespace kubexx::apiserver
