// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "templates.hpp"

namespace kubexx::cli::scaffold {

/// Writes the files into `folder`: all of them or none. Files of `added` must not exist; those of `replaced` are
/// replaced if they exist, and keep their permissions. Creates folders where necessary. Throws CommandError, which
/// names the file, if one of them cannot be written; then new files and folders are removed again, and no file has
/// changed.
void write_files(const std::filesystem::path& folder, const TemplateFiles& added, const TemplateFiles& replaced);

}  // namespace kubexx::cli::scaffold
