// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx {

/// Thrown when a cache is asked for what it does not hold: a kind that the controller does not watch, or a namespace
/// outside the watched one. An empty answer would mean that there is no such object. The message names the missing
/// builder call or option. Reading never starts a watch implicitly.
class NotWatched : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

}  // namespace kubexx
