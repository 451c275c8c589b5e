// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "kubexx/base/clock.hpp"

namespace kubexx {

// The constructors make these no aggregates: g++ 12 destroys a temporary aggregate inside a co_await expression twice,
// and a default argument is such a temporary.

/// Bounds of one call, taken by every verb. The zero value is the default.
struct CallOptions {
  CallOptions() = default;
  explicit CallOptions(std::optional<Duration> within, std::stop_token ended_by = {})
      : timeout(within), stop(std::move(ended_by))
  {
  }
  std::optional<Duration> timeout;  ///< for the logical operation, retries included; default: the client's (30 s)
  std::stop_token stop;             ///< ends the call at once: TransportError cancelled
  /// Whether the client itself tries again what the server asks to (429 and 5xx with Retry-After) and a read whose
  /// connection broke. False for a caller that does so itself and wants to know of the first failure.
  bool retry = true;
};

struct GetOptions : CallOptions {
  GetOptions() = default;
  std::string resource_version;  ///< empty: most recent; "0": any version that the server has
  bool keep_managed_fields = false;
};

struct ListOptions : CallOptions {
  ListOptions() = default;
  std::string namespace_;  ///< empty: all namespaces (or a cluster-scoped kind)
  std::string label_selector, field_selector;
  std::string resource_version, resource_version_match;
  std::int64_t limit = 0;  ///< 0: no limit
  std::string continue_;
  bool keep_managed_fields = false;
};

struct WatchOptions : CallOptions {
  WatchOptions() = default;
  std::string namespace_;
  std::string label_selector, field_selector;
  std::string resource_version;
  bool allow_bookmarks = true;
  bool keep_managed_fields = false;
  bool send_initial_events = false;                    ///< streaming list; sets resourceVersionMatch=NotOlderThan
  std::optional<std::chrono::seconds> server_timeout;  ///< timeoutSeconds; the idle deadline follows from it
};

struct WriteOptions : CallOptions {
  WriteOptions() = default;
  bool dry_run = false;
  std::string field_manager;     ///< default: the client's
  std::string field_validation;  ///< "Strict", "Warn", "Ignore"; empty: the server's default
};

enum class PatchType { merge, json, strategic, apply };
struct PatchOptions : WriteOptions {
  PatchOptions() = default;
  PatchType type = PatchType::merge;
  bool force = false;  ///< apply only
};

struct DeleteOptions : CallOptions {
  DeleteOptions() = default;
  bool dry_run = false;
  std::optional<std::int64_t> grace_period_seconds;
  std::string propagation_policy;  ///< "Background", "Foreground", "Orphan"; empty: the kind's default
  std::string precondition_uid, precondition_resource_version;
};

}  // namespace kubexx
