// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "kubexx/apimachinery/resource.hpp"

namespace kubexx::detail {

/// The resources that a server does not list over the watch: it refused to, or never ended such a list (an aggregated
/// API server, an old one). What one reflector has learnt spares the others of that resource the same wait, those that
/// begin later too. It is never forgotten: pages work everywhere. Thread safe.
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
  // A type that was given by its path alone has no kind.
  static Key key_of(const ResourceType& type) { return {type.api_version(), type.plural}; }

  mutable std::mutex mutex_;
  std::set<Key> resources_;  // guarded by mutex_
};

}  // namespace kubexx::detail
