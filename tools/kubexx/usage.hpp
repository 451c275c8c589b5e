// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kubexx::cli {

/// What is printed for a command line that cannot be read, in pflag's and cobra's words: an unknown command is named,
/// with the commands that there are. `last` is the last argument.
[[nodiscard]] std::string usage_text(const CLI::App& app, const CLI::ParseError& error, const std::string& last);

}  // namespace kubexx::cli
