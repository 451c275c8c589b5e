// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace kubexx::cli {

/// Standard output, buffered till flush_out or the end. Throws Failed when it cannot be written (a full disk).
void write_out(std::string_view text);
void flush_out();
/// Standard error, at once.
void write_err(std::string_view text) noexcept;

}  // namespace kubexx::cli
