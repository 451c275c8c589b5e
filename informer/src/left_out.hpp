// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// An object that is left out, in a log line or a status.
[[nodiscard]] inline std::string shown(const Object& object)
{
  return object.name().empty() ? "an object without a name" : object.key().to_string();
}

}  // namespace kubexx
