// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kubexx::cli::scaffold {

/// A kind of a project. All names are valid.
struct ProjectKind {
  std::string group, version, kind, plural;
  bool cluster_scoped = false;
  bool webhooks = false;
};

/// The contents of kubexx.json: the kinds of a project. The files in `generated` are generated from them.
struct Project {
  std::string name;
  std::vector<ProjectKind> kinds;  // no two of them have a conflict
  std::string kubexx = {};         // the version of kubexx that has written the file
};

inline constexpr const char* project_file = "kubexx.json";

/// Returns why a project with `kinds` cannot have `kind` too, and what to do; empty if it can.
[[nodiscard]] std::string conflict_of(const std::vector<ProjectKind>& kinds, const ProjectKind& kind);

/// Throws CommandError, which names the file and the member or line, if the file does not exist, is invalid, or was
/// written by a minor version after `kubexx_version`.
[[nodiscard]] Project read_project(const std::filesystem::path& folder, const std::string& kubexx_version);
[[nodiscard]] std::string text_of_project(const Project& project, const std::string& kubexx_version);

/// The header that joins the kinds: CRDs, controllers and webhooks.
[[nodiscard]] std::string kinds_header(const Project& project);

}  // namespace kubexx::cli::scaffold
