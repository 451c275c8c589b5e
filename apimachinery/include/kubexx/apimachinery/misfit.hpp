// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// An object that was left out of an answer, because it cannot be read or does not fit its described struct. A value.
struct Misfit {
  /// As it came; of one that cannot be read only what tells which it is: apiVersion, kind, name, namespace, uid and
  /// resourceVersion. Empty when it has no name either.
  Object object;
  std::string problem;  ///< for people: where it stands and what is wrong
};

}  // namespace kubexx
