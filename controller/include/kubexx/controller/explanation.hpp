// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/controller/flight_recorder.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Explains why a controller reconciles a key, or why it does not, or what a webhook decided on it.
struct Explanation {
  /// One fact. `code` is for programs, and one of
  /// reconciling, throttled, held_back, queued, back_off, requeue, watch_failing, watch_syncing, not_leader,
  /// not_started, filtered, gave_up, deleted, unknown_key, unknown_cluster, not_watched, stopping, idle; of a webhook
  /// admitted, denied, webhook_failed.
  struct Reason {
    std::string code;
    std::string text;
  };
  /// A reconcile that has ended.
  struct Past {
    RecordedReconcile record;
    std::vector<std::string> triggers;  ///< as in Context::triggers
  };

  std::string controller;
  bool is_webhook = false;  ///< `controller` is the path of a webhook, and the reconciles are its requests
  Request key;
  WallTime at{};
  std::vector<Reason> now;  ///< the current reasons, the most immediate first; never empty
  std::vector<Past> past;   ///< the last reconciles, newest first
  std::uint64_t total = 0;  ///< number of reconciles, as far as it is remembered

  /// Whether a current reason has this code.
  [[nodiscard]] bool has(std::string_view code) const;
};

/// The explanations of one key by several controllers as text for people: a few lines each.
[[nodiscard]] std::string to_text(const std::vector<Explanation>& explanations);
/// As JSON, for programs:
/// {"key": …, "controllers": [{"controller", "now": [{"code", "text"}], "total", "past": […]}]}.
[[nodiscard]] std::string to_json(const std::vector<Explanation>& explanations);

}  // namespace kubexx
