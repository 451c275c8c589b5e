// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::apiserver {

/// What is wrong with the form of a name, whatever its length, in the words of apimachinery; empty: nothing.
[[nodiscard]] std::string dns_label_form_problem(std::string_view text);
[[nodiscard]] std::string dns_1035_label_form_problem(std::string_view text);

}  // namespace kubexx::apiserver
