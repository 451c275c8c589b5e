// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {

/// Evaluates the rules of a definition's schema on the default values in it; `field` is the schema's place.
void check_default_values(const SchemaPtr& schema, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
