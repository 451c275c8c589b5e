// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// labels below `field` must be a map of valid label names to valid values.
void validate_labels(const Json& labels, const std::string& field, FieldErrors& errors);

/// Likewise annotations, of any values, which may have 256 KiB in total.
void validate_annotations(const Json& annotations, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
