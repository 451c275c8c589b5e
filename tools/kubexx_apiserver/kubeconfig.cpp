// SPDX-License-Identifier: Apache-2.0
#include "kubeconfig.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "kubexx/base/base64.hpp"

namespace kubexx::tool {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& file)
{
  throw std::runtime_error(what + " " + file + ": " + std::strerror(errno));
}

}  // namespace

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
  const auto temporary = file + ".new";
  ::unlink(temporary.c_str());
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) fail("cannot create", temporary);
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto written = ::write(descriptor, rest.data(), rest.size());
    if (written < 0) {
      const int error = errno;
      ::close(descriptor);
      ::unlink(temporary.c_str());
      errno = error;
      fail("cannot write", temporary);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(descriptor) != 0) fail("cannot write", temporary);
  if (std::rename(temporary.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    errno = error;
    fail("cannot write", file);
  }
}

}  // namespace kubexx::tool
