// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>

#include "core/json.hpp"

namespace kubexx::apiserver {

/// Of one plugin of mutating admission: who was called and wants to be called again after a later change.
struct Reinvocable {
  std::set<std::string> invoked, again;
  Json output;  ///< the object after the plugin's last run

  void require_again() { again.merge(std::exchange(invoked, {})); }
};

/// What the chain of mutating admission remembers for its second run: k8s.io/apiserver/pkg/admission/reinvocation.go.
struct Reinvocation {
  bool second = false;
  bool wanted = false;
  Reinvocable policies, webhooks;
};

}  // namespace kubexx::apiserver
