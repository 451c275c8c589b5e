// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/log.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// `log` with the fields that say which key a line is about.
[[nodiscard]] inline Log with_request(Log log, const Request& request)
{
  if (!request.cluster.empty()) log = log.with({{"cluster", request.cluster}});
  return log.with({{"namespace", request.namespace_}, {"name", request.name}});
}

}  // namespace kubexx
