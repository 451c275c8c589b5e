// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kubexx::apiserver {

/// A PEM block: encoding/pem.Block.
struct PemBlock {
  std::string type, bytes;
  bool has_headers = false;
};

/// The first block of `text`, as Go's pem.Decode finds it; `text` becomes what follows. Nullopt, and `text` as it was,
/// when there is none.
[[nodiscard]] std::optional<PemBlock> take_pem_block(std::string_view& text);

}  // namespace kubexx::apiserver
