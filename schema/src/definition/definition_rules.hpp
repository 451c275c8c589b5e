// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kubexx/schema/detail/field_errors.hpp"

/// What a CustomResourceDefinition may say: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation and
/// pkg/apiserver/schema, in their words. `field` is the path of what is looked at.
namespace kubexx::schema::detail {

/// Whether a JSONSchemaProps, or one below it, has what no structural schema can express; the other rules of
/// structural schemas are not looked at then.
[[nodiscard]] bool has_unstructural(const Json& schema);

/// ValidateStructural, of the root of a schema; sorted.
[[nodiscard]] FieldErrors structural_errors(const Json& schema, const std::string& field);

/// ValidateCustomResourceDefinitionOpenAPISchema, of the root of a schema, but for x-kubernetes-validations.
void check_open_api(const Json& schema, const std::string& field, FieldErrors& errors);

/// One of spec.versions, but for what all of them have in common; that is the second one's.
void check_version(const Json& versions, std::size_t index, FieldErrors& errors);
void check_shared(const Json& versions, FieldErrors& errors);
/// The versions as a real server's messages show its internal form, without schemas.
[[nodiscard]] std::string versions_text(const Json& versions);

/// spec.conversion; may be null.
void check_conversion(const Json& conversion, FieldErrors& errors);

// The other parts of a version; each may be null.
void check_columns(const Json& columns, const std::string& field, FieldErrors& errors);
void check_subresources(const Json& subresources, const std::string& field, FieldErrors& errors);
void check_selectable_fields(const Json& fields, const Json& schema, const std::string& field, FieldErrors& errors);
void check_deprecation(const Json& version, const std::string& field, FieldErrors& errors);

/// Drops from a JSONSchemaProps what its Go type does not hold: nulls, and the empty values of texts, lists and flags,
/// but not of pointers and of values such as `default`; and members that it does not know, whose paths go to `unknown`.
void clean_schema(Json& schema, const std::string& path, std::vector<std::string>& unknown);

/// The formats in a JSONSchemaProps that no validator knows.
void find_unknown_formats(const Json& schema, std::set<std::string>& formats);

}  // namespace kubexx::schema::detail
