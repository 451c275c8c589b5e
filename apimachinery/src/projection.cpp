// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/projection.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "struct_fields.hpp"

namespace kubexx::detail {

namespace {

constexpr std::array<std::string_view, 2> kIdentity{"apiVersion", "kind"};
constexpr std::array<std::string_view, 4> kMetadataIdentity{"name", "namespace", "uid", "resourceVersion"};

template <class List>
bool has(const List& names, std::string_view name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Codec& without_optional(const Codec& codec)
{
  return codec.is_optional() ? without_optional(*codec.element) : codec;
}

// Copies JSON without what the codecs do not know. `true`: something was left out.
class Copy {
public:
  explicit Copy(std::string& to) : to_(to) {}

  bool object(JsonView from, const Codec& codec)
  {
    const StructInfo& info = *codec.info();
    return members(from, [&](const std::string& name, JsonView value) {
      const Field* const field = field_of(info, name);
      if (name == "metadata" && value.type() == JsonView::Type::object) {
        return begin(name) && metadata(value, field);
      }
      if (has(kIdentity, name)) return whole(name, value);
      return field == nullptr || (begin(name) && any(value, *field->codec));
    });
  }

private:
  static const Field* field_of(const StructInfo& info, std::string_view name)
  {
    const std::size_t index = find_field(info, name);
    return index == info.fields.size() ? nullptr : &info.fields[index];
  }

  bool metadata(JsonView from, const Field* field)
  {
    const Codec* const codec = field == nullptr ? nullptr : &without_optional(*field->codec);
    if (codec != nullptr && codec->info == nullptr) return any(from, *codec);
    return members(from, [&](const std::string& name, JsonView value) {
      if (has(kMetadataIdentity, name)) return whole(name, value);
      const Field* const known = codec == nullptr ? nullptr : field_of(*codec->info(), name);
      return known == nullptr || (begin(name) && any(value, *known->codec));
    });
  }

  // A type that holds itself ends at the depth to which it can be read.
  bool any(JsonView from, const Codec& of)
  {
    if (depth_ == Object::max_tree_depth) {
      to_ += from.bytes();
      return false;
    }
    ++depth_;
    const bool less = part(from, of);
    --depth_;
    return less;
  }

  bool part(JsonView from, const Codec& of)
  {
    const Codec& codec = without_optional(of);
    if (from.type() == JsonView::Type::object && codec.info != nullptr) {
      const StructInfo& info = *codec.info();
      return members(from, [&](const std::string& name, JsonView value) {
        const Field* const field = field_of(info, name);
        return field == nullptr || (begin(name) && any(value, *field->codec));
      });
    }
    if (from.type() == JsonView::Type::object && codec.is_map()) {
      return members(
          from, [&](const std::string& name, JsonView value) { return begin(name) && any(value, *codec.element); });
    }
    if (from.type() == JsonView::Type::array && codec.element != nullptr && !codec.is_map()) {
      return elements(from, *codec.element);
    }
    to_ += from.bytes();
    return false;
  }

  // `member` writes a member, behind `begin`, or nothing; it answers whether something was left out.
  template <class Member>
  bool members(JsonView from, Member member)
  {
    bool less = false;
    const std::string_view before = std::exchange(separator_, "");
    to_ += '{';
    for (auto child = from.children(); child.next();) less = member(child.key(), child.value()) || less;
    to_ += '}';
    separator_ = before;
    return less;
  }

  bool elements(JsonView from, const Codec& codec)
  {
    bool less = false;
    const char* separator = "";
    to_ += '[';
    for (auto child = from.children(); child.next(); separator = ",") {
      to_ += separator;
      less = any(child.value(), codec) || less;
    }
    to_ += ']';
    return less;
  }

  bool begin(std::string_view name)
  {
    to_ += separator_;
    separator_ = ",";
    append_quoted(to_, name);
    to_ += ':';
    return true;
  }

  bool whole(std::string_view name, JsonView value)
  {
    begin(name);
    to_ += value.bytes();
    return false;
  }

  std::string& to_;
  std::string_view separator_;  // before the next member of the present object
  unsigned depth_ = 0;
};

// `above`: the structs around this one, so that one that holds itself ends.
std::string text_of(const Codec& of, std::vector<const StructInfo*>& above)
{
  const Codec& codec = without_optional(of);
  if (codec.info == nullptr) {
    const std::string element = codec.element == nullptr ? std::string() : text_of(*codec.element, above);
    return element.empty() ? element : (codec.is_map() ? "*" : "[]") + element;
  }
  const StructInfo* const info = codec.info();
  if (const auto same = std::find(above.begin(), above.end(), info); same != above.end()) {
    return "{^" + std::to_string(above.end() - same) + "}";
  }
  above.push_back(info);
  std::map<std::string_view, std::string> members;
  for (const auto& field : info->fields) members[field.name()] = text_of(*field.codec, above);
  above.pop_back();
  std::string text;
  for (const auto& [name, value] : members) {
    text += (text.empty() ? "{" : ",");
    text += name;
    text += value;
  }
  return text.empty() ? "{}" : text + "}";
}

}  // namespace

Object project(const Object& object, const Codec& codec)
{
  if (!object) return object;
  std::string text;
  text.reserve(object.bytes().size());
  if (!Copy(text).object(JsonView(object.bytes()), codec)) return object;
  return Object::parse(text, {.keep_managed_fields = true, .type = nullptr});
}

std::string members_of(const Codec& codec)
{
  std::vector<const StructInfo*> above;
  const std::string text = text_of(codec, above);
  return text.substr(1, text.size() - 2);
}

}  // namespace kubexx::detail
