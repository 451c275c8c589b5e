// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::bench {

/// Whether the body admits the request with this uid, with a patch and the warning. It looks for these texts only.
[[nodiscard]] bool is_right(std::string_view body, std::string_view uid);

/// Throws std::runtime_error unless the body is right in every detail: the patch adds the label and the variable to
/// created_pod(), and changes nothing else.
void check_answer(std::string_view body, std::string_view uid);

}  // namespace kubexx::bench
