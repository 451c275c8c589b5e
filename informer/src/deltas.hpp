// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "kubexx/informer/store.hpp"

namespace kubexx::detail {

[[nodiscard]] inline Delta applied(Object object, Object old, bool initial, const std::string& version)
{
  Delta delta;
  delta.type = Delta::Type::applied;
  delta.object = std::move(object);
  delta.old = std::move(old);
  delta.initial = initial;
  delta.resource_version = version;
  return delta;
}

[[nodiscard]] inline Delta deleted(Object last, Object old, bool final_state_unknown, const std::string& version)
{
  Delta delta;
  delta.type = Delta::Type::deleted;
  delta.object = std::move(last);
  delta.old = std::move(old);
  delta.final_state_unknown = final_state_unknown;
  delta.resource_version = version;
  return delta;
}

}  // namespace kubexx::detail
