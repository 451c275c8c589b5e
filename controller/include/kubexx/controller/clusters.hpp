// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// A selection of a manager's clusters: its own, whose name is empty, and those from Manager::add_cluster, which may
/// be added and removed at any time. Specifies where a kind is watched (KindOptions::clusters). A value type.
class Clusters {
public:
  /// The manager's own cluster.
  Clusters() = default;
  [[nodiscard]] static Clusters own() { return Clusters(); }
  /// All added clusters, now and later.
  [[nodiscard]] static Clusters added() { return Clusters(false, true, {}); }
  /// The manager's own cluster and all added ones.
  [[nodiscard]] static Clusters every() { return Clusters(true, true, {}); }
  /// The added clusters with these names, while they exist.
  [[nodiscard]] static Clusters named(std::set<std::string, std::less<>> names)
  {
    return Clusters(false, false, std::move(names));
  }

  /// Whether the cluster with this name is selected; empty: the manager's own.
  [[nodiscard]] bool contains(std::string_view name) const
  {
    return name.empty() ? own_ : added_ || names_.contains(name);
  }

  /// Whether the selection contains every added cluster.
  [[nodiscard]] bool contains_every_added() const noexcept { return added_; }
  /// The added clusters that are selected by name.
  [[nodiscard]] const std::set<std::string, std::less<>>& names() const noexcept { return names_; }

private:
  Clusters(bool own, bool added, std::set<std::string, std::less<>> names)
      : own_(own), added_(added), names_(std::move(names))
  {
  }

  bool own_ = true, added_ = false;
  std::set<std::string, std::less<>> names_;
};

}  // namespace kubexx
