// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// Whom a request is for: user.Info. A value.
struct User {
  std::string name, uid;
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> extra;
};

/// authentication.k8s.io/v1 UserInfo.
[[nodiscard]] Json user_info(const User& user);

inline constexpr const char* anonymous_user = "system:anonymous";
inline constexpr const char* superusers = "system:masters";  ///< the group that may do everything
inline constexpr const char* authenticated_users = "system:authenticated";
inline constexpr const char* unauthenticated_users = "system:unauthenticated";

}  // namespace kubexx::apiserver
