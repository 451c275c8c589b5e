// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx {

/// Thrown by a read of a cache that the controller does not have: of a kind that it does not watch, or of a namespace
/// outside the watched ones. (An empty result would mean that the object does not exist.) The message names the missing
/// builder call or option. A read never starts a watch implicitly.
class NotWatched : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

}  // namespace kubexx
