// SPDX-License-Identifier: Apache-2.0
#include "unknown_members.hpp"

#include <cstddef>
#include <string>

#include "struct_fields.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

/// The struct that the codec, or its optional, is of; null: none.
const StructInfo* struct_of(const Codec& codec)
{
  const Codec* value = &codec;
  while (value->is_optional()) value = value->element;
  return value->info == nullptr ? nullptr : value->info();
}

bool is_header(const std::string& name)
{
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

void add_unknown(const Codec& codec, const json& value, json& to);

void add_unknown_fields(const StructInfo& info, const json& object, json& to, bool root)
{
  if (!object.is_object() || !to.is_object()) return;
  for (const auto& [name, value] : object.items()) {
    if (root && is_header(name)) continue;
    const std::size_t index = find_field(info, name);
    if (index == info.fields.size()) {
      to[name] = value;
      continue;
    }
    const Codec& codec = *info.fields[index].codec;
    if (const auto known = to.find(name); known != to.end()) {
      add_unknown(codec, value, *known);
    } else if (struct_of(codec) != nullptr) {
      // A struct with default values only is not written.
      json rest = json::object();
      add_unknown(codec, value, rest);
      if (!rest.empty()) to[name] = std::move(rest);
    }
  }
}

void add_unknown(const Codec& codec, const json& value, json& to)
{
  if (const StructInfo* info = struct_of(codec)) return add_unknown_fields(*info, value, to, false);
  if (codec.is_optional()) return add_unknown(*codec.element, value, to);
  if (codec.element == nullptr) return;
  if (codec.is_vector() && value.is_array() && to.is_array() && value.size() == to.size()) {
    for (std::size_t at = 0; at < value.size(); ++at) add_unknown(*codec.element, value[at], to[at]);
  } else if (codec.is_map() && value.is_object() && to.is_object()) {
    for (auto& [name, known] : to.items()) {
      if (const auto found = value.find(name); found != value.end()) add_unknown(*codec.element, *found, known);
    }
  }
}

bool carry(const StructInfo& from, const json& object, const StructInfo& to_info, json& to, bool root)
{
  if (!object.is_object() || !to.is_object()) return false;
  bool any = false;
  for (const auto& [name, value] : object.items()) {
    if (root && is_header(name)) continue;
    const std::size_t source = find_field(from, name);
    const std::size_t target = find_field(to_info, name);
    const bool unknown = source == from.fields.size();
    if (unknown != (target == to_info.fields.size())) continue;  // a conversion function decides
    if (unknown) {
      to[name] = value;
      any = true;
      continue;
    }
    const StructInfo* const inner = struct_of(*from.fields[source].codec);
    const StructInfo* const inner_to = struct_of(*to_info.fields[target].codec);
    const auto found = to.find(name);
    if (inner == nullptr || inner_to == nullptr || found == to.end()) continue;
    any = carry(*inner, value, *inner_to, *found, false) || any;
  }
  return any;
}

}  // namespace

void add_unknown_members(const Codec& codec, const json& object, json& to)
{
  if (const StructInfo* info = struct_of(codec)) add_unknown_fields(*info, object, to, true);
}

bool carry_unknown_members(const Codec& from, const json& object, const Codec& to_codec, json& to)
{
  const StructInfo* const source = struct_of(from);
  const StructInfo* const target = struct_of(to_codec);
  return source != nullptr && target != nullptr && carry(*source, object, *target, to, true);
}

}  // namespace kubexx::detail
