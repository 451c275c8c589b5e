// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/schema/detail/field_errors.hpp"
#include "kubexx/schema/detail/schema.hpp"

namespace kubexx::schema::detail {

/// Validates the default values in a definition's schema; `field` is the schema's place. ValidateDefaults of
/// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, without the rules.
void check_defaults(const Schema& schema, const std::string& field, FieldErrors& errors);

/// Evaluates the rules of a schema on the default values in it.
void check_default_rules(const SchemaPtr& schema, const std::string& field, FieldErrors& errors);

}  // namespace kubexx::schema::detail
