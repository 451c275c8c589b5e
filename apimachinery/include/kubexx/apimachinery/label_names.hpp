// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The rules for the names and values of labels: k8s.io/apimachinery/pkg/util/validation.
namespace kubexx {

/// Returns the problems of a label name (or the name of an annotation, finalizer, …), in apimachinery's words; empty if
/// it is valid.
[[nodiscard]] std::vector<std::string> label_key_problems(std::string_view key);
/// The same for a label value.
[[nodiscard]] std::vector<std::string> label_value_problems(std::string_view value);
/// The same for a DNS subdomain name (RFC 1123): lower case, at most 253 bytes.
[[nodiscard]] std::vector<std::string> dns_subdomain_problems(std::string_view name);

}  // namespace kubexx
