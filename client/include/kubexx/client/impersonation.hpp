// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// The identity for every call, if the credentials may impersonate it: `as`, `as-uid`, `as-groups` and `as-user-extra`
/// of a kubeconfig, `--as…` of kubectl. A value without secrets.
struct Impersonation {
  std::string user = {};  ///< empty: no impersonation; the other members must be empty too
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<std::pair<std::string, std::vector<std::string>>> extra = {};  ///< any key; escaped when sent

  [[nodiscard]] bool empty() const noexcept { return user.empty() && uid.empty() && groups.empty() && extra.empty(); }
};

}  // namespace kubexx
