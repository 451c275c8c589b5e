// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

namespace kubexx::tools {

/// The text that explains the operations, one per line.
[[nodiscard]] const char* trace_operations();

/// Runs the operations on `input`, one per line, on a RateLimitingQueue<std::string> under a manual clock and prints
/// one result per line on `output`. Returns 0, or 2 after a message with the line number on `errors` at the first line
/// that is not an operation; the results of the lines before it are printed. Empty lines are skipped.
int run_trace(std::istream& input, std::ostream& output, std::ostream& errors);

}  // namespace kubexx::tools
