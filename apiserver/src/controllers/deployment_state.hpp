// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "controllers/workload_objects.hpp"

namespace kubexx::apiserver {

/// A ReplicaSet of a Deployment.
struct OwnedSet {
  StoredPtr stored;
  Json object;
  [[nodiscard]] std::int64_t replicas() const { return number_at(object, {"spec", "replicas"}, 1); }
  [[nodiscard]] std::int64_t count(std::string_view member) const { return number_at(object, {"status", member}, 0); }
};

/// A Deployment with its ReplicaSets: what its step decides by.
struct DeploymentState {
  StoredPtr stored;
  Json object;
  std::vector<OwnedSet> old;        ///< the oldest first
  std::optional<OwnedSet> current;  ///< whose pods are those of the template

  [[nodiscard]] std::int64_t replicas() const { return number_at(object, {"spec", "replicas"}, 1); }
  [[nodiscard]] bool recreates() const { return string_at(object, {"spec", "strategy", "type"}) == "Recreate"; }
  [[nodiscard]] std::int64_t max_surge() const;
  [[nodiscard]] std::int64_t max_unavailable() const;
  /// Over all sets.
  [[nodiscard]] std::int64_t total_replicas() const;
  [[nodiscard]] std::int64_t total(std::string_view status_member) const;
};

/// What the condition Progressing says beside what follows from the counts; nothing when `reason` is empty.
struct Progress {
  std::string reason, message;
  bool paused = false;  ///< then nothing follows from the counts
};
/// syncRolloutStatus: counts and conditions, written when they differ.
void write_deployment_status(Server& server, const Resource& deployments, DeploymentState& state,
                             const Progress& progress);

}  // namespace kubexx::apiserver
