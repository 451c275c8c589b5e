// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/status.hpp"
#include "kubexx/schema/detail/field_value.hpp"

namespace kubexx::apiserver {

using kubexx::schema::detail::FieldValue;
using kubexx::schema::detail::port_name_problems;
using kubexx::schema::detail::port_number_problem;

/// Whether a metav1.LabelSelector selects these labels; false for one that is none.
[[nodiscard]] bool selects(const Json& selector, const Json& labels);

}  // namespace kubexx::apiserver
