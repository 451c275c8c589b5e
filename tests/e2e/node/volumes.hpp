// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "fields.hpp"

namespace kubexx::e2e::node {

/// Whom the files of volumes belong to.
struct FileOwner {
  unsigned user = 0, group = 0;
};

/// Makes the volumes of a Pod below `folder`, and returns the folder of each by its name: emptyDir, secret, configMap,
/// downwardAPI and projected, with the token of the ServiceAccount. They are written once: what changes later is not
/// seen. Throws the errors of the API server, and std::runtime_error for other kinds of volumes.
[[nodiscard]] std::map<std::string, std::filesystem::path> make_volumes(const PodFacts& facts,
                                                                        const std::filesystem::path& folder,
                                                                        const Client& client, FileOwner owner);

}  // namespace kubexx::e2e::node
