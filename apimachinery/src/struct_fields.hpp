// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "kubexx/apimachinery/detail/codec_table.hpp"

namespace kubexx::detail {

/// The index of the field with this JSON name; the number of fields when there is none.
[[nodiscard]] inline std::size_t find_field(const StructInfo& info, std::string_view name)
{
  std::size_t index = 0;
  while (index < info.fields.size() && info.fields[index].name != name) ++index;
  return index;
}

}  // namespace kubexx::detail
