// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace kubexx {

/// Thrown when a cache is read for what it does not hold: a kind that the controller does not watch, or a namespace
/// outside the one that is watched. An empty answer would say that there is no such object. Names the builder call or
/// the option that is missing. Reading never starts a watch behind your back.
class NotWatched : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

}  // namespace kubexx
