// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace kubexx::bench {

/// Writes a kubeconfig for the server at `url`, and the authority's certificate beside it. The file appears when it is
/// complete, so that others may wait for it.
inline void write_kubeconfig(const std::filesystem::path& file, const std::string& url, const std::string& authority,
                             const std::string& token)
{
  const auto authority_file = std::filesystem::absolute(file).replace_extension(".crt");
  std::ofstream(authority_file) << authority;
  const std::filesystem::path unfinished(file.string() + ".new");
  std::ofstream(unfinished) << "apiVersion: v1\nkind: Config\ncurrent-context: bench\n"
                            << "contexts: [{name: bench, context: {cluster: bench, user: bench}}]\n"
                            << "users: [{name: bench, user: {token: " << token << "}}]\n"
                            << "clusters: [{name: bench, cluster: {server: '" << url << "', certificate-authority: '"
                            << authority_file.string() << "'}}]\n";
  std::filesystem::rename(unfinished, file);
}

}  // namespace kubexx::bench
