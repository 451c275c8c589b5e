// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "session.hpp"

namespace kubexx::cli {

/// CRDs of apiextensions.k8s.io/v1 by metadata.name, each with at least one version.
using Crds = std::map<std::string, nlohmann::json>;

/// The text of a file, or of standard input for "-". Throws CommandError; `instead` says what else may be given.
[[nodiscard]] std::string text_of_file(const std::string& source, const std::string& instead);
/// "STDIN" or the file.
[[nodiscard]] std::string name_of_source(const std::string& source);

/// The CRDs among the documents of a text, YAML or JSON. Throws CommandError, which names `source`, the place and a
/// remedy: for what is no manifest, for other versions of CRDs, and if there is no CRD. `command` is what reads a
/// rendered template: "kubexx crd-check OLD -".
[[nodiscard]] Crds crds_of_text(const std::string& text, const std::string& source, const std::string& command);

/// Reads a CRD from the API server.
[[nodiscard]] nlohmann::json crd_of_cluster(Session& session, const std::string& name);

}  // namespace kubexx::cli
