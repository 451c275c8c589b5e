// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::schema::detail {

[[nodiscard]] bool is_known_format(const std::string& format);
/// Whether `text` is of the OpenAPI format of that name: k8s.io/kube-openapi/pkg/validation/strfmt. Anything is of a
/// format that is not known; isbn and creditcard are not checked.
[[nodiscard]] bool has_format(const std::string& format, const std::string& text);

}  // namespace kubexx::schema::detail
