// SPDX-License-Identifier: Apache-2.0
#include "access/user.hpp"

namespace kubexx::apiserver {

Json user_info(const User& user)
{
  Json info{{"username", user.name}};
  if (!user.uid.empty()) info["uid"] = user.uid;
  if (!user.groups.empty()) info["groups"] = user.groups;
  if (!user.extra.empty()) info["extra"] = user.extra;
  return info;
}

}  // namespace kubexx::apiserver
