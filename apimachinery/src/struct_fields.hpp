// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "kubexx/apimachinery/detail/codec_table.hpp"

namespace kubexx::detail {

/// The index of the field with this JSON name, which may be that of the field `guess` or of one soon after it; the
/// number of fields when there is none.
[[nodiscard]] inline std::size_t find_field(const StructInfo& info, std::string_view name, std::size_t guess = 0)
{
  const std::size_t count = info.fields.size();
  for (std::size_t index = guess; index < count; ++index) {
    if (info.fields[index].name() == name) return index;
  }
  for (std::size_t index = 0; index < guess; ++index) {
    if (info.fields[index].name() == name) return index;
  }
  return count;
}

[[nodiscard]] inline const VectorOps& vector_of(const Codec& codec)
{
  return *static_cast<const VectorOps*>(codec.container);
}
[[nodiscard]] inline const MapOps& map_of(const Codec& codec)
{
  return *static_cast<const MapOps*>(codec.container);
}
[[nodiscard]] inline const OptionalOps& optional_of(const Codec& codec)
{
  return *static_cast<const OptionalOps*>(codec.container);
}

// What codec_ops.cpp makes tables of.
void read_parts(const Codec& self, void* to, JsonView from, const JsonPath& path);
void read_bool_list(const Codec& self, void* to, JsonView from, const JsonPath& path);
void read_json(const Codec& self, void* to, JsonView from, const JsonPath& path);
void write_vector(const Codec& self, const void* value, Original original, JsonWriter& to);
void write_map(const Codec& self, const void* value, Original original, JsonWriter& to);
void write_json(const Codec& self, const void* value, Original original, JsonWriter& to);

}  // namespace kubexx::detail
