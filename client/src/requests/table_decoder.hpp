// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kubexx/client/table.hpp"

namespace kubexx::detail {

/// Reads a metav1.Table. Throws ObjectError.
[[nodiscard]] Table decode_table(std::string_view body);

/// The event of a watch with its object read as a Table. Throws ObjectError.
[[nodiscard]] TableEvent decode_table_event(WatchEvent event);

}  // namespace kubexx::detail
