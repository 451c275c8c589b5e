// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// Checks that each keyword of a schema has the JSON type that it has in the Go type JSONSchemaProps, so that none is
/// ignored. A server decodes a definition into that type and so refuses the same. Unknown keywords and nulls are left
/// out, as there.
void check_form(const Json& source, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
