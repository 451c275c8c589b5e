// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <string_view>

namespace kubexx {

/// Returns the schema of a struct of kubexx::types, "corev1::PodTemplateSpec", as JSON text without descriptions;
/// empty: there is none. For CRDs with such members: `schema::crds<CronJob>(builtin_schema)`. Only a program that names
/// this function links the schemas.
[[nodiscard]] std::string_view builtin_schema(std::string_view type) noexcept;

}  // namespace kubexx
