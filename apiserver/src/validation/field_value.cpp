// SPDX-License-Identifier: Apache-2.0
#include "validation/field_value.hpp"

#include <map>

#include "verbs/selectors.hpp"

namespace kubexx::apiserver {

bool selects(const Json& selector, const Json& labels)
{
  if (!selector.is_object()) return false;
  std::map<std::string, std::string> present;
  if (labels.is_object()) {
    for (const auto& [key, value] : labels.items()) {
      if (value.is_string()) present.emplace(key, value.get<std::string>());
    }
  }
  try {
    return selector_of(selector).matches(present);
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace kubexx::apiserver
