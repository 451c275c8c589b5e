// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kubexx/client/interceptor.hpp"

namespace kubexx {

/// Whether the server answers `call` without doing it: its query has `dryRun`.
[[nodiscard]] inline bool is_dry_run(const ApiCall& call) noexcept
{
  std::string_view query = call.request.target;
  const auto begin = query.find('?');
  if (begin == std::string_view::npos) return false;
  query.remove_prefix(begin + 1);
  for (;;) {
    if (query.starts_with("dryRun=")) return true;
    const auto next = query.find('&');
    if (next == std::string_view::npos) return false;
    query.remove_prefix(next + 1);
  }
}

}  // namespace kubexx
