// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "project.hpp"
#include "template.hpp"

namespace kubexx::cli::scaffold {

/// A file to write.
struct TemplateFile {
  std::string text;
  bool executable = false;
};

/// Files by their path in the project, with '/' as separator.
using TemplateFiles = std::map<std::string, TemplateFile>;

/// The folder of the templates: KUBEXX_TEMPLATES, or share/kubexx/templates of the installation of this program. Throws
/// CommandError if the folder does not exist.
[[nodiscard]] std::filesystem::path templates_folder();

[[nodiscard]] TemplateValues values_of(const Project& project, const std::string& kubexx_version);
[[nodiscard]] TemplateValues values_of(const Project& project, const ProjectKind& kind,
                                       const std::string& kubexx_version);

/// Returns the files of the templates in `folder`, with their contents and paths filled.
[[nodiscard]] TemplateFiles filled_files(const std::filesystem::path& folder, const TemplateValues& values);

}  // namespace kubexx::cli::scaffold
