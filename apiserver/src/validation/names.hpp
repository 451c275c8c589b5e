// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "core/kind.hpp"
#include "core/status.hpp"
#include "kubexx/cel/detail/names.hpp"
#include "kubexx/schema/detail/labels.hpp"
#include "kubexx/schema/detail/object_meta.hpp"

/// The rules for names, labels and metadata: k8s.io/apimachinery/pkg/util/validation and pkg/api/validation.
namespace kubexx::apiserver {

using kubexx::cel::detail::dns_1035_label_form_problem;
using kubexx::cel::detail::dns_1035_label_problem;
using kubexx::cel::detail::dns_1035_label_problems;
using kubexx::cel::detail::dns_1123_subdomain_problems;
using kubexx::cel::detail::dns_label_form_problem;
using kubexx::cel::detail::dns_label_problem;
using kubexx::cel::detail::dns_label_problems;
using kubexx::cel::detail::dns_subdomain_problem;
using kubexx::cel::detail::label_value_problem;
using kubexx::cel::detail::path_segment_problem;
using kubexx::cel::detail::path_segment_problems;
using kubexx::cel::detail::qualified_name_problem;
using kubexx::schema::detail::check_finalizers;
using kubexx::schema::detail::check_generate_name;
using kubexx::schema::detail::check_new_name;
using kubexx::schema::detail::validate_annotations;
using kubexx::schema::detail::validate_labels;

/// What is wrong, in the words of the real server.
[[nodiscard]] std::vector<std::string> name_problems(NameRule rule, std::string_view text);

/// metadata of a new object (`current` null) or of an update of `current`.
void validate_metadata(const Kind& kind, const Json& object, const Json* current, FieldErrors& errors);

}  // namespace kubexx::apiserver
