// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace kubexx::e2e {

/// Writes ca.crt, and server.crt with server.key for 127.0.0.1 and localhost, both new, into `directory`.
void write_certificates(const std::filesystem::path& directory);

}  // namespace kubexx::e2e
