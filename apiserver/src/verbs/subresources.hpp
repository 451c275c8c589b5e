// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/server.hpp"

/// Subresources that only one kind has: pods/eviction, pods/log, serviceaccounts/token.
namespace kubexx::apiserver {

struct Subresource {
  std::string name, method, verb;    ///< "log", "GET", "get"
  std::string group, version, kind;  ///< of what it takes and answers
  HttpResponse (*answer)(Server& server, Call& call);
};

[[nodiscard]] const std::vector<Subresource>& subresources_of(const Kind& kind);
/// Null when the kind has none of that name.
[[nodiscard]] const Subresource* find_subresource(const Kind& kind, std::string_view name);

}  // namespace kubexx::apiserver
