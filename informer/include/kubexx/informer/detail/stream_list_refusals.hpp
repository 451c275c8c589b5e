// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::detail {

/// The resources for which a server has no streaming lists: it refused one or never ended it (an aggregated API server,
/// an old server). One reflector learns this for all others of the resource, also for later ones, so that they do not
/// wait again. It is never forgotten, because pages work everywhere. Thread safe.
class StreamListRefusals {
public:
  void add(const ResourceType& type)
  {
    const std::lock_guard lock(mutex_);
    resources_.insert(key_of(type));
  }
  [[nodiscard]] bool has(const ResourceType& type) const
  {
    const std::lock_guard lock(mutex_);
    return resources_.contains(key_of(type));
  }

private:
  using Key = std::pair<std::string, std::string>;
  // Without the kind, because a type that is known only by its path has none.
  static Key key_of(const ResourceType& type) { return {type.api_version(), type.plural}; }

  mutable std::mutex mutex_;
  std::set<Key> resources_;  // guarded by mutex_
};

}  // namespace kubexx::detail
