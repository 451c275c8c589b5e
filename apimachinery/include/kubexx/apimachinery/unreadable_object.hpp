// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

/// An object that was left out of a response because it cannot be decoded or does not fit its described struct. A
/// value.
struct UnreadableObject {
  /// As received; if it cannot be decoded, only its identity: apiVersion, kind, name, namespace, uid and
  /// resourceVersion. Empty if it has no name either.
  Object object;
  std::string problem;  ///< for people: the place and what is wrong there
};

}  // namespace kubexx
