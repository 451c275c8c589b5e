// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace kubexx::e2e {

/// Writes into `directory`, all new: ca.crt; server.crt and server.key for 127.0.0.1, localhost and the address of
/// e2e-node; admin.crt and admin.key of a client of the group system:masters; rsa, first and second of clients without
/// rights.
void write_certificates(const std::filesystem::path& directory);

/// The certificate of an authority that signs nothing here.
[[nodiscard]] std::string other_authority();

}  // namespace kubexx::e2e
