// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "kubexx/apiserver/apiserver.hpp"

namespace kubexx::tool {

/// The lines of kube-apiserver's --token-auth-file: token, user, uid and, in quotes when they are several, groups.
/// Throws std::runtime_error that names `file`, never what is in it.
[[nodiscard]] std::map<std::string, ApiServer::TokenUser> read_tokens(const std::string& file, const std::string& text);

}  // namespace kubexx::tool
