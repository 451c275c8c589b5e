// SPDX-License-Identifier: Apache-2.0
#include "certificates.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "process.hpp"

namespace kubexx::e2e {

void write_certificates(const std::filesystem::path& directory)
{
  const auto openssl = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "/usr/bin/openssl");
    const auto outcome = run({arguments, {}, false, directory});
    if (!outcome.ok()) throw std::runtime_error("openssl failed: " + outcome.err);
  };
  write_file(directory / "server.ext",
             "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
             "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:kubernetes.default.svc\n");
  openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
           "/CN=kubexx-e2e-ca", "-keyout", "ca.key", "-out", "ca.crt"});
  openssl({"req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
           "/CN=kube-apiserver", "-keyout", "server.key", "-out", "server.csr"});
  openssl({"x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
           "-extfile", "server.ext", "-out", "server.crt"});
}

}  // namespace kubexx::e2e
