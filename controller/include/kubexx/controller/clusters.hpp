// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace kubexx {

/// Some of the clusters of a manager: its own, whose name is empty, and those of Manager::add_cluster, which come and
/// go. Says where a kind is watched (ControllerBuilder::in_clusters). A value.
class Clusters {
public:
  /// The manager's own.
  Clusters() = default;
  /// Those that are added, now or later.
  [[nodiscard]] static Clusters added() { return Clusters(false, true, {}); }
  /// The own one and those that are added.
  [[nodiscard]] static Clusters every() { return Clusters(true, true, {}); }
  /// These of the added ones, when they are there.
  [[nodiscard]] static Clusters named(std::set<std::string, std::less<>> names)
  {
    return Clusters(false, false, std::move(names));
  }

  [[nodiscard]] bool contains(std::string_view name) const
  {
    return name.empty() ? own_ : added_ || names_.contains(name);
  }

  /// Whether every one that is added belongs to them.
  [[nodiscard]] bool contains_every_added() const noexcept { return added_; }
  /// Those of the added ones that are meant by name.
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
