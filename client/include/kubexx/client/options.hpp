// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

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
  /// For the logical operation, retries included; of a watch or a log stream, for its beginning. Default: the client's
  /// (30 s).
  std::optional<Duration> timeout;
  std::optional<Duration> head_timeout;  ///< of each attempt, for the head of the answer; default: the client's
  /// The longest silence in the answer's body before the peer counts as dead. Default: the client's; of a watch, what
  /// follows from the timeout that was asked for; of a log stream: none.
  std::optional<Duration> idle_timeout;
  /// Bytes of the answer's body, decompressed; a larger one is TransportError too_large. Not of a watch or a log
  /// stream, whose pieces are small. Default: the client's (32 MiB; of a list
  /// and of a log 256 MiB).
  std::optional<std::size_t> max_body;
  std::stop_token stop;  ///< ends the call immediately: TransportError cancelled
  /// Whether the client itself tries again what the server asks to (429 and 5xx with Retry-After) and a read whose
  /// connection broke before it was answered. False for a caller that does so itself and wants to know of the first
  /// failure.
  bool retry = true;
};

struct GetOptions : CallOptions {
  GetOptions() = default;
  std::string resource_version;  ///< empty: most recent; "0": any version that the server has
  bool keep_managed_fields = false;
  bool metadata_only = false;  ///< a PartialObjectMetadata: spec and status do not cross the wire
};

struct ListOptions : CallOptions {
  ListOptions() = default;
  std::string namespace_;  ///< empty: all namespaces (or a cluster-scoped kind)
  std::string label_selector, field_selector;
  std::string
      shard_selector;  ///< ShardSelector as text; servers that do not know it ignore it, and say so in the answer
  /// The match is "Exact" or "NotOlderThan" and needs a version; neither goes with `continue_`. Checked before sending.
  std::string resource_version, resource_version_match;
  std::int64_t limit = 0;  ///< 0: no limit; with pages(): items of a page, 0 for 500
  std::string continue_;
  bool keep_managed_fields = false;
  bool metadata_only = false;  ///< items are PartialObjectMetadata
};

/// What a paged list does when the server has forgotten the version that its continue token speaks of (410).
enum class OnExpired {
  fail,          ///< the ApiError is thrown
  full_list,     ///< lists anew, once, without a limit and at the version first asked for
  inconsistent,  ///< goes on with the token that the answer offers: later pages are of a newer version
};

/// What comes with a row of a Table.
enum class IncludeObject { metadata, none, object };

struct WatchOptions : CallOptions {
  WatchOptions() = default;
  std::string namespace_;
  std::string label_selector, field_selector;
  std::string shard_selector;  ///< as ListOptions::shard_selector
  std::string resource_version;
  bool allow_bookmarks = true;
  bool keep_managed_fields = false;
  bool metadata_only = false;                          ///< objects are PartialObjectMetadata
  bool send_initial_events = false;                    ///< streaming list; sets resourceVersionMatch=NotOlderThan
  std::optional<std::chrono::seconds> server_timeout;  ///< timeoutSeconds; the idle deadline follows from it
};

struct WriteOptions : CallOptions {
  WriteOptions() = default;
  bool dry_run = false;
  std::string field_manager;     ///< default: the client's; at most 128 printable characters
  std::string field_validation;  ///< "Strict", "Warn", "Ignore"; empty: the server's default
};

struct PatchOptions : WriteOptions {
  PatchOptions() = default;
  bool force = false;          ///< PatchType::apply only: take over fields that other managers own
  bool metadata_only = false;  ///< the answer is a PartialObjectMetadata
};

struct DeleteOptions : CallOptions {
  DeleteOptions() = default;
  bool dry_run = false;
  std::optional<std::int64_t> grace_period_seconds;
  std::string propagation_policy;  ///< "Background", "Foreground", "Orphan"; empty: the kind's default
  std::string precondition_uid, precondition_resource_version;
};

/// Of a ServiceAccount's TokenRequest.
struct TokenOptions : CallOptions {
  TokenOptions() = default;
  std::vector<std::string> audiences;              ///< empty: the API server's own
  std::optional<std::chrono::seconds> expires_in;  ///< at least ten minutes; the server may shorten it
  std::string bound_api_version, bound_kind;       ///< the token ends with this object: "v1", "Pod" or "Secret"
  std::string bound_name, bound_uid;
};

/// PodLogOptions of the core API.
struct LogOptions : CallOptions {
  LogOptions() = default;
  std::string container;  ///< may be left out for a pod with one container
  bool follow = false;    ///< streams only: goes on until the container ends
  bool previous = false;  ///< of the container's last run
  bool timestamps = false;
  std::optional<std::chrono::seconds> since;  ///< how far back; not together with `since_time`
  std::string since_time;                     ///< RFC 3339
  std::optional<std::int64_t> tail_lines, limit_bytes;
};

}  // namespace kubexx
