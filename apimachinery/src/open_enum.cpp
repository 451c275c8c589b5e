// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/open_enum.hpp"

#include "kubexx/apimachinery/detail/codec_table.hpp"

namespace kubexx::detail {

void read_open_enum(void* to, JsonView from, const JsonPath& path)
{
  *static_cast<OpenEnumText*>(to) = OpenEnumText(read_string(from, path));
}

void write_open_enum(const void* value, Original original, JsonWriter& to)
{
  write_string(cast<OpenEnumText>(value).text(), original, to);
}

bool empty_open_enum(const void* value)
{
  return cast<OpenEnumText>(value).empty();
}

bool same_open_enum(const void* left, const void* right)
{
  return cast<OpenEnumText>(left).text() == cast<OpenEnumText>(right).text();
}

}  // namespace kubexx::detail
