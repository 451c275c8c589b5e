// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::tool {

/// Writes a kubeconfig for `url` with everything inline, readable by its owner alone, in one step: who waits for the
/// file never sees half of it. Throws std::runtime_error that names the file.
void write_kubeconfig(const std::string& file, const std::string& url, const std::string& ca_pem,
                      const CertificateAndKey& admin);

}  // namespace kubexx::tool
