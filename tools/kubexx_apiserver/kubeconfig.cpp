// SPDX-License-Identifier: Apache-2.0
#include "kubeconfig.hpp"

#include "kubexx/base/base64.hpp"
#include "support/replace_file.hpp"

namespace kubexx::tool {

void write_kubeconfig(const std::string& file, const std::string& url, const std::string& ca_pem,
                      const CertificateAndKey& admin)
{
  const std::string text =
      "apiVersion: v1\n"
      "kind: Config\n"
      "current-context: kubexx\n"
      "clusters:\n"
      "- name: kubexx\n"
      "  cluster:\n"
      "    server: " +
      url +
      "\n"
      "    certificate-authority-data: " +
      encode_base64(ca_pem) +
      "\n"
      "users:\n"
      "- name: kubexx-admin\n"
      "  user:\n"
      "    client-certificate-data: " +
      encode_base64(admin.cert_pem) +
      "\n"
      "    client-key-data: " +
      encode_base64(admin.key_pem) +
      "\n"
      "contexts:\n"
      "- name: kubexx\n"
      "  context:\n"
      "    cluster: kubexx\n"
      "    user: kubexx-admin\n"
      "    namespace: default\n";
  support::replace_file(file, text);
}

}  // namespace kubexx::tool
