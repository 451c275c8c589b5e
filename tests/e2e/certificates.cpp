// SPDX-License-Identifier: Apache-2.0
#include "certificates.hpp"

#include "kubexx/base/system_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {

void write_certificates(const std::filesystem::path& directory)
{
  const SystemClock clock;
  const CertificateAuthority authority(clock, "kubexx-e2e-ca");
  CertificateRequest server;
  server.common_name = "kube-apiserver";
  server.dns_names = {"localhost", "kubernetes.default.svc"};
  server.ip_addresses = {"127.0.0.1", "10.244.0.1"};  // the second is the address of e2e-node
  CertificateRequest admin;
  admin.common_name = "e2e-certificate-admin";
  admin.organizations = {"system:masters"};
  admin.server = false;
  CertificateRequest rsa;
  rsa.common_name = "e2e-certificate-rsa";
  rsa.server = false;
  rsa.key = KeyKind::rsa_2048;
  CertificateRequest first;
  first.common_name = "e2e-certificate-1";
  first.server = false;
  CertificateRequest second = first;
  second.common_name = "e2e-certificate-2";
  support::write_file(directory / "ca.crt", authority.cert_pem());
  for (const auto& [name, request] : {std::pair("server", server), std::pair("admin", admin), std::pair("rsa", rsa),
                                      std::pair("first", first), std::pair("second", second)}) {
    const auto issued = authority.issue(request);
    support::write_file(directory / (std::string(name) + ".crt"), issued.cert_pem);
    support::write_file(directory / (std::string(name) + ".key"), issued.key_pem);
  }
}

std::string other_authority()
{
  const SystemClock clock;
  return CertificateAuthority(clock, "another-ca").cert_pem();
}

}  // namespace kubexx::e2e
