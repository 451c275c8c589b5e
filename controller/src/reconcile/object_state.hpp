// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/clock.hpp"

namespace kubexx {

/// What of an object state_hash() looks at. Never at the resource version, the generation and the managed fields.
struct StateScope {
  std::vector<std::string> without;  ///< JSON pointers that are left out
  /// Times count as equal at this pointer and below: RFC 3339 texts, and seconds to nanoseconds since the epoch within
  /// a day of `now`. "" is the whole object.
  std::string times_are_equal_in = "/none";
  WallTime now{};
};

/// The same for two states of an object that are the same within `scope`. Looks at so many levels.
[[nodiscard]] std::uint64_t state_hash(const Object& object, const StateScope& scope);

}  // namespace kubexx
