// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model.hpp"

namespace kubexx::cli::types {

/// The header with structs and facts.
[[nodiscard]] std::string header_text(const Header& header);
/// The header that declares the structs. Their facts and tables are in `source_text`.
[[nodiscard]] std::string declaring_header_text(const Header& header);
/// The source file with the facts and the tables of the structs, which includes the header by `include`.
[[nodiscard]] std::string source_text(const Header& header, const std::string& include);

}  // namespace kubexx::cli::types
