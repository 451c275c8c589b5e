// SPDX-License-Identifier: Apache-2.0
#include "webhook/certificate_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace kubexx::detail {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path)
{
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || text.empty()) {
    throw std::runtime_error("cannot read the webhook server's " + path.string() +
                             ": mount the Secret with the certificate there, or set "
                             "WebhookServerOptions::certificate_folder");
  }
  return text;
}

}  // namespace

TlsServerConfig read_certificate_files(const std::string& folder)
{
  const fs::path where =
      folder.empty() ? fs::temp_directory_path() / "k8s-webhook-server" / "serving-certs" : fs::path(folder);
  TlsServerConfig config;
  config.cert_chain_pem = text_of(where / "tls.crt");
  config.key_pem = text_of(where / "tls.key");
  return config;
}

}  // namespace kubexx::detail
