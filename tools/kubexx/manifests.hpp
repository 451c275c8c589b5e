// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kubexx::cli {

/// One document of -f.
struct Manifest {
  nlohmann::json object;       ///< never a list: the items of a List are manifests of their own
  std::string source;          ///< the file, or "STDIN"
  std::exception_ptr problem;  ///< set: this document is none, and why
};

/// What -f named.
struct ManifestFiles {
  std::vector<Manifest> manifests;
  bool single = false;  ///< one file was named, so that one object is meant: kubectl's singleItemImplied
};

/// Reads files, folders (*.json, *.yaml, *.yml; with `recursive` below them too), shell patterns and "-". Throws
/// CommandError, or an ErrorList of them, for what does not exist; what cannot be read has its `problem`.
[[nodiscard]] ManifestFiles read_manifests(const std::vector<std::string>& names, bool recursive);

/// The documents of one text, YAML or JSON. Behind one that cannot be parsed none is read.
[[nodiscard]] std::vector<Manifest> parse_manifests(const std::string& text, const std::string& source);

}  // namespace kubexx::cli
