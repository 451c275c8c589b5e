// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kubexx {

/// As whom every call is made, by the credentials' right to impersonate: `as`, `as-uid`, `as-groups` and
/// `as-user-extra` of a kubeconfig, `--as…` of kubectl. A value without secrets.
struct Impersonation {
  std::string user;  ///< empty: nobody is impersonated, and the rest must be empty too
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::vector<std::string>>> extra;  ///< any key: it is escaped when it is sent

  [[nodiscard]] bool empty() const noexcept { return user.empty() && uid.empty() && groups.empty() && extra.empty(); }
};

}  // namespace kubexx
