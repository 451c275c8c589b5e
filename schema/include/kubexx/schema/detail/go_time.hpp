// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::schema::detail {

/// What Go's time.Parse says of `text`, which is no time in its layout: "parsing time …".
[[nodiscard]] std::string go_time_problem(std::string_view text, bool micro);

}  // namespace kubexx::schema::detail
