// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The rules for names: k8s.io/apimachinery/pkg/util/validation and pkg/api/validation.
namespace kubexx::cel::detail {

/// Each returns what is wrong, in the words of the real server, or an empty string.
[[nodiscard]] std::string dns_label_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> dns_label_problems(std::string_view text);  ///< all of them
[[nodiscard]] std::string dns_1035_label_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> dns_1035_label_problems(std::string_view text);
[[nodiscard]] std::string dns_subdomain_problem(std::string_view text);
/// Returns all problems. The message about the length names characters, except for the prefix of a label key: there
/// dns_subdomain_problems names bytes.
[[nodiscard]] std::vector<std::string> dns_1123_subdomain_problems(std::string_view text);
[[nodiscard]] std::string path_segment_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> path_segment_problems(std::string_view text);
[[nodiscard]] std::string qualified_name_problem(std::string_view text);
[[nodiscard]] std::string label_value_problem(std::string_view text);

/// What is wrong with the form of a name, whatever its length, in the words of apimachinery; empty: nothing.
[[nodiscard]] std::string dns_label_form_problem(std::string_view text);
[[nodiscard]] std::string dns_1035_label_form_problem(std::string_view text);

}  // namespace kubexx::cel::detail
