// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The project that `kubexx new` makes.
namespace kubexx::cli::scaffold {

/// Returns what is wrong with the name and how to correct it; empty if it is valid.
[[nodiscard]] std::string project_name_problem(std::string_view name);
[[nodiscard]] std::string group_problem(std::string_view group);
[[nodiscard]] std::string version_problem(std::string_view version);
[[nodiscard]] std::string kind_problem(std::string_view kind);
[[nodiscard]] std::string plural_problem(std::string_view plural);

/// The C++ namespace of a project: "backup-operator" is backup_operator.
[[nodiscard]] std::string namespace_of_project(std::string_view name);
/// The English plural in lower case: "Policy" is policies.
[[nodiscard]] std::string plural_of(std::string_view kind);
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace kubexx::cli::scaffold
