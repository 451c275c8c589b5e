// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx::apiserver {

/// One block of a PEM text.
struct PemBlock {
  std::string type;  ///< "CERTIFICATE"
  bool has_headers = false;
  std::string bytes;
};

/// The next block of `text`, which is left with what follows it; nullopt: there is none. As Go's pem.Decode, what is
/// between blocks is passed over, and so is a block that is not whole.
[[nodiscard]] std::optional<PemBlock> next_pem_block(std::string_view& text);

}  // namespace kubexx::apiserver
