// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The rules for the names and values of labels: k8s.io/apimachinery/pkg/util/validation.
namespace kubexx {

/// What is wrong with the name of a label (or annotation, finalizer, …), in apimachinery's words; empty when nothing
/// is.
[[nodiscard]] std::vector<std::string> label_key_problems(std::string_view key);
/// The same for the value of a label.
[[nodiscard]] std::vector<std::string> label_value_problems(std::string_view value);
/// The same for a name that DNS could hold: lower case, at most 253 bytes.
[[nodiscard]] std::vector<std::string> dns_subdomain_problems(std::string_view name);

}  // namespace kubexx
