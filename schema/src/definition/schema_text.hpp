// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"

namespace kubexx::schema::detail {

/// A schema as encoding/json writes the internal type JSONSchemaProps, which has no JSON names: messages show it so.
[[nodiscard]] std::string schema_text(const Json& schema);

/// What may stand at the root of the schema of a definition with a status: that of the status is taken out of it.
void check_root_members(const Json& schema, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
