// SPDX-License-Identifier: Apache-2.0
// Written by tools/openapi/generate.py from Kubernetes 1.37.1, whose descriptions these are. Do not edit.
#pragma once

#include <boost/describe/class.hpp>
#include <map>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"

namespace kubexx::authenticationv1 {

/// UserInfo holds the information about the user needed to implement the user.Info interface.
struct UserInfo {
  /// username is the name that uniquely identifies this user among all active users.
  std::string username{};
  /// uid is a unique value that identifies this user across time. If this user is deleted and another user by the same
  /// name is added, they will have different UIDs.
  std::string uid{};
  /// groups is the names of groups this user is a part of.
  std::vector<std::string> groups{};
  /// extra is any additional information provided by the authenticator.
  std::map<std::string, std::vector<std::string>> extra{};

  friend bool operator==(const UserInfo&, const UserInfo&);
};
BOOST_DESCRIBE_STRUCT(UserInfo, (), (username, uid, groups, extra))
KUBEXX_COMPILED(UserInfo)

}  // namespace kubexx::authenticationv1
