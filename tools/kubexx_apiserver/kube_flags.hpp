// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::tool {

/// Names, divided by blanks, of kube-apiserver's flags that are accepted and change nothing here; "=" behind a name: it
/// needs no value.
[[nodiscard]] std::string_view flags_without_effect();

}  // namespace kubexx::tool
