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

// The constructors keep these types from being aggregates: g++ 12 destroys a temporary aggregate inside a co_await
// expression twice, and a default argument is such a temporary.

/// The bounds of one call; every verb accepts them. All members are optional.
struct CallOptions {
  CallOptions() = default;
  explicit CallOptions(std::optional<Duration> within, std::stop_token ended_by = {})
      : timeout(within), stop(std::move(ended_by))
  {
  }
  /// Bounds the logical operation, including retries; for a watch or a log stream, only its start. Default: the
  /// client's (30 s).
  std::optional<Duration> timeout;
  std::optional<Duration> head_timeout;  ///< per attempt, for the response header; default: the client's
  /// The longest silence within the response body before the peer counts as dead. Default: the client's; for a watch,
  /// the timeout requested from the server plus 15 s; for a log stream, none.
  std::optional<Duration> idle_timeout;
  /// The limit of the response body in bytes, after decompression; a larger body throws TransportError `too_large`. Not
  /// for watches and log streams, whose chunks are small. Default: the client's (32 MiB; 256 MiB for lists and logs).
  std::optional<std::size_t> max_body;
  std::stop_token stop;  ///< ends the call immediately with TransportError `cancelled`
  /// Whether the client retries requests that the server asks it to retry (429 and 5xx with Retry-After), and reads
  /// whose connection broke before the response. Set it to false if the caller retries and wants to see the first
  /// failure.
  bool retry = true;
};

/// How one object is read.
struct GetOptions : CallOptions {
  GetOptions() = default;
  std::string resource_version;  ///< empty: most recent; "0": any version that the server has
  bool keep_managed_fields = false;
  bool metadata_only = false;  ///< returns a PartialObjectMetadata: the server sends no spec or status
};

/// The selection of a list, and how it is read.
struct ListOptions : CallOptions {
  ListOptions() = default;
  std::string namespace_;  ///< empty: all namespaces, or a cluster-scoped kind
  std::string label_selector, field_selector;
  /// A ShardSelector as text. Servers that do not support it ignore it, which their response shows.
  std::string shard_selector;
  /// The match is "Exact" or "NotOlderThan" and needs a version. Neither may be combined with `continue_`. Checked
  /// before sending.
  std::string resource_version, resource_version_match;
  std::int64_t limit = 0;  ///< 0: no limit; with pages(): items per page, 0 means 500
  std::string continue_;
  bool keep_managed_fields = false;
  bool metadata_only = false;  ///< items are PartialObjectMetadata
};

/// How a paged list continues if the version of its continue token has expired on the server (410).
enum class OnExpired {
  fail,          ///< throws the ApiError
  full_list,     ///< lists again, once, without a limit and at the version requested first
  inconsistent,  ///< continues with the token in the 410 response: later pages have a newer version
};

/// The object that accompanies each row of a Table.
enum class IncludeObject { metadata, none, object };

/// The selection of a watch, and the version at which it begins.
struct WatchOptions : CallOptions {
  WatchOptions() = default;
  std::string namespace_;
  std::string label_selector, field_selector;
  std::string shard_selector;  ///< as ListOptions::shard_selector
  std::string resource_version;
  bool allow_bookmarks = true;
  bool keep_managed_fields = false;
  bool metadata_only = false;        ///< objects are PartialObjectMetadata
  bool send_initial_events = false;  ///< streaming list; sets resourceVersionMatch=NotOlderThan
  /// timeoutSeconds; default: 5 to 10 min at random, so that watches do not end together. Determines the idle timeout.
  std::optional<std::chrono::seconds> server_timeout;
};

/// How a create or an update is checked and recorded.
struct WriteOptions : CallOptions {
  WriteOptions() = default;
  bool dry_run = false;
  std::string field_manager;     ///< default: the client's; at most 128 bytes, all printable
  std::string field_validation;  ///< "Strict", "Warn", "Ignore"; empty: the server's default
};

/// How a patch is applied.
struct PatchOptions : WriteOptions {
  PatchOptions() = default;
  bool force = false;          ///< only for PatchType::apply: takes over fields that other managers own
  bool metadata_only = false;  ///< the response is a PartialObjectMetadata
};

/// The preconditions of a delete, and its effect on dependents.
struct DeleteOptions : CallOptions {
  DeleteOptions() = default;
  bool dry_run = false;
  std::optional<std::int64_t> grace_period_seconds;
  std::string propagation_policy;  ///< "Background", "Foreground", "Orphan"; empty: the kind's default
  std::string precondition_uid, precondition_resource_version;
};

/// Options of a TokenRequest for a ServiceAccount.
struct TokenOptions : CallOptions {
  TokenOptions() = default;
  std::vector<std::string> audiences;              ///< empty: the API server's own
  std::optional<std::chrono::seconds> expires_in;  ///< at least ten minutes; the server may shorten it
  std::string bound_api_version, bound_kind;       ///< the token expires with this object: "v1", "Pod" or "Secret"
  std::string bound_name, bound_uid;
};

/// Options of Client::logs and Client::stream_logs: PodLogOptions of the core API.
struct LogOptions : CallOptions {
  LogOptions() = default;
  std::string container;                      ///< optional for a pod with one container
  bool follow = false;                        ///< only for streams: continues until the container ends
  bool previous = false;                      ///< the log of the container's previous instance
  bool timestamps = false;                    ///< each line begins with its time
  std::optional<std::chrono::seconds> since;  ///< how far back the log goes; not together with `since_time`
  std::string since_time;                     ///< only lines from this time (RFC 3339) on
  std::optional<std::int64_t> tail_lines,     ///< only the last lines, at most this many
      limit_bytes;                            ///< the server ends the log after about this many bytes
};

}  // namespace kubexx
