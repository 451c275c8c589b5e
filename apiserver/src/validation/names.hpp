// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/kind.hpp"
#include "core/status.hpp"

/// The rules for names, labels and metadata: k8s.io/apimachinery/pkg/util/validation and pkg/api/validation.
namespace kubexx::apiserver {

/// Each returns what is wrong, in the words of the real server, or an empty string.
[[nodiscard]] std::string dns_label_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> dns_label_problems(std::string_view text);  ///< all of them
[[nodiscard]] std::string dns_1035_label_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> dns_1035_label_problems(std::string_view text);
[[nodiscard]] std::string dns_subdomain_problem(std::string_view text);
/// All of them. The prefix of a label's key is told of bytes (dns_subdomain_problems), every other name of characters.
[[nodiscard]] std::vector<std::string> dns_1123_subdomain_problems(std::string_view text);
[[nodiscard]] std::string path_segment_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> path_segment_problems(std::string_view text);
[[nodiscard]] std::string qualified_name_problem(std::string_view text);
[[nodiscard]] std::string label_value_problem(std::string_view text);
[[nodiscard]] std::vector<std::string> name_problems(NameRule rule, std::string_view text);

/// labels below `field` must be a map of valid label names to valid values.
void validate_labels(const Json& labels, const std::string& field, FieldErrors& errors);

/// Likewise annotations, of any values, which may have 256 KiB in total.
void validate_annotations(const Json& annotations, const std::string& field, FieldErrors& errors);

/// metadata of a new object (`current` null) or of an update of `current`.
void validate_metadata(const Kind& kind, const Json& object, const Json* current, FieldErrors& errors);

}  // namespace kubexx::apiserver
