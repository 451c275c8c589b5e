// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "command_line.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx::cli {

// What the commands that write have in common.

enum class DryRun { none, client, server };

/// How a change of an object is reported; the flags --dry-run and -o.
struct ChangeFlags {
  std::string dry_run = "none";
  std::string output;  ///< "", "json", "yaml", "name"
};

void add_change_flags(CommandLine command, ChangeFlags& flags);

/// --dry-run; warns of a boolean, as kubectl. CommandError.
[[nodiscard]] DryRun parse_dry_run(const std::string& value);
/// CommandError for an unknown -o.
void check_change_output(const std::string& output);
/// Whether -o asks for the objects themselves.
[[nodiscard]] bool prints_objects(const std::string& output) noexcept;

/// "deployment.apps/web configured (server dry run)", or what -o asks for.
void print_change(const Object& object, std::string_view operation, const std::string& output, DryRun dry_run);
/// The same word with what --dry-run adds to it.
[[nodiscard]] std::string with_dry_run(std::string_view operation, DryRun dry_run);

/// The error with what was being done and the file it came from, as kubectl's AddSourceToErr; as it is without a file.
[[nodiscard]] std::exception_ptr with_source(std::string_view doing, const std::string& source,
                                             const std::exception_ptr& error);

}  // namespace kubexx::cli
