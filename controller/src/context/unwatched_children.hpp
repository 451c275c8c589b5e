// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "kubexx/base/log.hpp"
#include "kubexx/client/interceptor.hpp"

namespace kubexx {

class ControllerServices;

/// Logs once for each kind of which a controller creates children without watching it. Such a controller does not see
/// that somebody changes or deletes a child. Thread safe.
class UnwatchedChildren {
public:
  /// Whether `call` creates an object that has a controller, of a kind that is not watched in `cluster`.
  [[nodiscard]] static bool is_one(const ApiCall& call, const ControllerServices& services, const std::string& cluster);
  /// Such a call succeeded.
  void created(const ResourceType& type, const ObjectKey& key, const Log& log);

private:
  std::mutex mutex_;
  std::set<std::string> logged_;  // guarded by mutex_; kinds
};

}  // namespace kubexx
