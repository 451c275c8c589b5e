// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/controller/flight_recorder.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Why a controller reconciles a key, or does not.
struct Explanation {
  /// One fact. The code is for programs:
  /// reconciling, throttled, held_back, queued, back_off, requeue, watch_failing, watch_syncing, not_leader,
  /// not_started, filtered, gave_up, deleted, unknown_key, unknown_cluster, not_watched, stopping, idle.
  struct Reason {
    std::string code;
    std::string text;
  };
  /// One reconcile that has ended.
  struct Past {
    RecordedReconcile record;
    std::vector<std::string> causes;  ///< as Context::causes
  };

  std::string controller;
  Request key;
  WallTime at{};
  std::vector<Reason> now;  ///< what holds at this moment, the most immediate first; never empty
  std::vector<Past> past;   ///< the last reconciles, the newest first
  std::uint64_t total = 0;  ///< how many there have been, as far as it is remembered

  [[nodiscard]] bool has(std::string_view code) const;
};

/// The explanations of one key by several controllers, for people: some lines each.
[[nodiscard]] std::string to_text(const std::vector<Explanation>& explanations);
/// For programs: {"key": …, "controllers": [{"controller", "now": [{"code", "text"}], "total", "past": […]}]}.
[[nodiscard]] std::string to_json(const std::vector<Explanation>& explanations);

}  // namespace kubexx
