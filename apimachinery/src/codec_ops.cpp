// SPDX-License-Identifier: Apache-2.0
// What structs, containers, strings and JSON values have in common, whatever their types: the tables of functions.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/detail/codec_table.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "struct_fields.hpp"

namespace kubexx::detail {

namespace {

bool same_vector(const Codec& self, const void* left, const void* right)
{
  const VectorOps& ops = vector_of(self);
  const std::size_t size = ops.size(left);
  if (size != ops.size(right)) return false;
  for (std::size_t index = 0; index < size; ++index) {
    if (!self.element->same(ops.at(left, index), ops.at(right, index))) return false;
  }
  return true;
}

bool same_map(const Codec& self, const void* left, const void* right)
{
  struct Context {
    const MapOps& ops;
    const Codec& element;
    const void* right;
    bool same;
  } context{map_of(self), *self.element, right, map_of(self).size(left) == map_of(self).size(right)};
  if (!context.same) return false;
  context.ops.each(
      left,
      [](void* opaque, const std::string& key, const void* item) {
        auto& here = *static_cast<Context*>(opaque);
        const void* other = here.ops.find(here.right, key);
        if (other == nullptr || !here.element.same(item, other)) here.same = false;
      },
      &context);
  return context.same;
}

bool same_optional(const Codec& self, const void* left, const void* right)
{
  const void* mine = optional_of(self).get(left);
  const void* other = optional_of(self).get(right);
  return (mine == nullptr) == (other == nullptr) && (mine == nullptr || self.element->same(mine, other));
}

bool empty_vector(const Codec& self, const void* value)
{
  return vector_of(self).size(value) == 0;
}

bool empty_map(const Codec& self, const void* value)
{
  return map_of(self).size(value) == 0;
}

bool empty_optional(const Codec& self, const void* value)
{
  return optional_of(self).get(value) == nullptr;
}

bool empty_string(const Codec& /*self*/, const void* value)
{
  return cast<std::string>(value).empty();
}

bool empty_struct(const Codec& self, const void* value)
{
  const StructInfo& info = *self.info();
  return std::all_of(info.fields.begin(), info.fields.end(),
                     [&](const Field& field) { return is_default(field, field.in(value), info); });
}

void write_bool_list(const Codec& /*self*/, const void* value, Original /*original*/, JsonWriter& to)
{
  to.begin_array();
  for (const bool item : cast<std::vector<bool>>(value)) write_boolean(item, to);
  to.end_array();
}

bool empty_bool_list(const Codec& /*self*/, const void* value)
{
  return cast<std::vector<bool>>(value).empty();
}

bool same_bool_list(const Codec& /*self*/, const void* left, const void* right)
{
  return cast<std::vector<bool>>(left) == cast<std::vector<bool>>(right);
}

bool empty_json(const Codec& /*self*/, const void* value)
{
  return cast<nlohmann::json>(value).is_null();
}

bool empty_open_enum(const Codec& /*self*/, const void* value)
{
  return cast<OpenEnumText>(value).empty();
}

}  // namespace

bool is_default(const Field& field, const void* value, const StructInfo& info)
{
  return info.defaults == nullptr ? field.codec->initial(value) : field.codec->same(value, field.in(info.defaults));
}

bool same_struct(const void* left, const void* right, const StructInfo& info)
{
  return std::all_of(info.fields.begin(), info.fields.end(),
                     [&](const Field& field) { return field.codec->same(field.in(left), field.in(right)); });
}

const CodecOps struct_ops{
    &read_parts,
    [](const Codec& self, const void* value, Original original, JsonWriter& to) {
      write_struct(value, *self.info(), original, to);
    },
    &empty_struct,
    [](const Codec& self, const void* left, const void* right) { return same_struct(left, right, *self.info()); },
    &empty_struct,
    CodecOps::Shape::structure};

const CodecOps vector_codec_ops{&read_parts,  &write_vector, &empty_vector,
                                &same_vector, &empty_vector, CodecOps::Shape::vector};

const CodecOps bool_list_codec_ops{&read_bool_list, &write_bool_list, &empty_bool_list,
                                   &same_bool_list, &empty_bool_list, CodecOps::Shape::vector};

const CodecOps map_codec_ops{&read_parts, &write_map, &empty_map, &same_map, &empty_map, CodecOps::Shape::map};

const CodecOps optional_codec_ops{&read_parts,
                                  [](const Codec& self, const void* value, Original original, JsonWriter& to) {
                                    const void* held = optional_of(self).get(value);
                                    if (held == nullptr) return to.null();
                                    if (original.before != nullptr) {
                                      original.before = optional_of(self).get(original.before);
                                    }
                                    self.element->write(held, original, to);
                                  },
                                  &empty_optional,
                                  &same_optional,
                                  &empty_optional,
                                  CodecOps::Shape::optional};

const CodecOps string_ops{[](const Codec& /*self*/, void* to, JsonView from, const JsonPath& path) {
                            *static_cast<std::string*>(to) = read_string(from, path);
                          },
                          [](const Codec& /*self*/, const void* value, Original original, JsonWriter& to) {
                            write_string(cast<std::string>(value), original, to);
                          },
                          &empty_string,
                          [](const Codec& /*self*/, const void* left, const void* right) {
                            return cast<std::string>(left) == cast<std::string>(right);
                          },
                          &empty_string};

const CodecOps json_ops{&read_json, &write_json, &empty_json,
                        [](const Codec& /*self*/, const void* left, const void* right) {
                          return cast<nlohmann::json>(left) == cast<nlohmann::json>(right);
                        },
                        &empty_json};

const CodecOps open_enum_ops{[](const Codec& /*self*/, void* to, JsonView from, const JsonPath& path) {
                               *static_cast<OpenEnumText*>(to) = OpenEnumText(read_string(from, path));
                             },
                             [](const Codec& /*self*/, const void* value, Original original, JsonWriter& to) {
                               write_string(cast<OpenEnumText>(value).text(), original, to);
                             },
                             &empty_open_enum,
                             [](const Codec& /*self*/, const void* left, const void* right) {
                               return cast<OpenEnumText>(left).text() == cast<OpenEnumText>(right).text();
                             },
                             &empty_open_enum};

}  // namespace kubexx::detail
