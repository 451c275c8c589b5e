// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.hpp"

namespace kubexx::apiserver {

/// What schemas/columns.py has written; it explains the format.
[[nodiscard]] const std::initializer_list<std::string_view>& builtin_column_text();

/// The columns of a built-in kind; empty: those of every kind, Name and Age.
[[nodiscard]] std::vector<Column> builtin_columns(const std::string& group, const std::string& version,
                                                  const std::string& plural);

}  // namespace kubexx::apiserver
