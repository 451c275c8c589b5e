// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kubexx::detail {

/// The text in quotes as Go's %q writes it: what cannot be printed, and every byte when the text is not UTF-8, as \n,
/// \x1b and so on.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace kubexx::detail
