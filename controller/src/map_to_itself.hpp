// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kubexx/controller/mapper.hpp"

namespace kubexx {

/// What map_to_itself() holds, so that a controller knows the kind that it reconciles.
struct MapToItself {
  [[nodiscard]] std::vector<Request> operator()(const Object& object) const { return {Request(object.key())}; }
};

}  // namespace kubexx
