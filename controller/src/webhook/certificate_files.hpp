// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/http/tls.hpp"

namespace kubexx::detail {

/// Reads tls.crt and tls.key of a folder; empty: /tmp/k8s-webhook-server/serving-certs. Throws std::runtime_error that
/// names the file.
[[nodiscard]] TlsServerConfig read_certificate_files(const std::string& folder);

}  // namespace kubexx::detail
