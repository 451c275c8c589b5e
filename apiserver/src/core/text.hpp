// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kubexx/cel/detail/text.hpp"

namespace kubexx::apiserver {

using kubexx::cel::detail::for_each_part;
using kubexx::cel::detail::lower;

/// Calls `visit` with each character of a JSON text that is in no string, until it gives false.
template <class Visit>
void for_each_outside_strings(std::string_view text, Visit visit)
{
  bool in_string = false;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char c = text[index];
    if (in_string) {
      if (c == '\\') ++index;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (!visit(c)) {
      return;
    }
  }
}

}  // namespace kubexx::apiserver
