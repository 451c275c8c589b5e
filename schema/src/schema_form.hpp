// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// Checks that each keyword of a schema has the JSON type that it has in the Go type JSONSchemaProps. A server refuses
/// the same mistakes when it decodes a definition. Ignores unknown keywords and nulls, as a server does.
void check_form(const Json& source, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
