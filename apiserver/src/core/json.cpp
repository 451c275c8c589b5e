// SPDX-License-Identifier: Apache-2.0
#include "core/json.hpp"

namespace kubexx::apiserver {

Json::json_pointer field_pointer(std::string_view path)
{
  std::string text;
  for (const char c : path) {
    if (c == '.') {
      text += '/';
    } else if (c == '/' || c == '~') {
      text += c == '/' ? "~1" : "~0";
    } else {
      text += c;
    }
  }
  return Json::json_pointer(text);
}

void remove_member(Json& parent, std::string_view name)
{
  if (parent.is_object()) parent.erase(std::string(name));
}

}  // namespace kubexx::apiserver
