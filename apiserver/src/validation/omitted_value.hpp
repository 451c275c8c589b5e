// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/status.hpp"

namespace kubexx::apiserver {

/// An invalid value that the message does not show: field.Invalid with field.OmitValueType.
[[nodiscard]] inline FieldError without_value(std::string path, std::string_view detail)
{
  return {"FieldValueInvalid", "Invalid value: " + std::string(detail), std::move(path)};
}

}  // namespace kubexx::apiserver
