// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// The errors as a Status has them, in valid UTF-8.
[[nodiscard]] std::vector<StatusCause> causes_of(FieldErrors errors);

}  // namespace kubexx::schema::detail
