// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/schema/detail/field_errors.hpp"

/// What a server makes of a CustomResourceDefinition before it stores it, and what such an object may say:
/// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions, v1 and validation.
namespace kubexx::schema::detail {

/// Whether a group belongs to the Kubernetes community, whose definitions need the annotation
/// api-approved.kubernetes.io.
[[nodiscard]] bool protected_group(const std::string& group);
enum class Approval { missing, bypassed, approved, invalid };
[[nodiscard]] Approval approval_of(const Json& definition);

/// Decodes spec.versions[*].schema.openAPIV3Schema as the Go type JSONSchemaProps: drops what says nothing, and members
/// that it does not know, whose paths go to `unknown`. Throws DecodeError.
void decode_definition(Json& definition, std::vector<std::string>& unknown);

/// Sets what the user left out.
void default_definition(Json& definition);

/// The status of a new definition.
void begin_definition_status(Json& definition);

/// What is wrong with a definition that has its defaults and a status. `current` is what it replaces; null: it is new.
/// Metadata, and what must not change, are not looked at.
void check_definition(const Json& definition, const Json* current, FieldErrors& errors);

/// Of formats in the schemas that no validator knows.
[[nodiscard]] std::vector<std::string> format_warnings(const Json& definition);

}  // namespace kubexx::schema::detail
