// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/informer/reflector.hpp"

namespace kubexx {

/// What can go wrong, as far as it leads to different places.
enum class Problem {
  unreachable,  ///< refused, no address, no answer in time, the connection broke: the server did not say anything
  throttled,    ///< 429, 502, 503, 504: the server asks for patience
  expired,      ///< 410: the version is older than the server's history
  too_large,    ///< the version is newer than anything the server has seen (restored from a backup)
  closed,       ///< the server ended the watch in order
  doubtful,     ///< the server may have lost its state: its version must be compared
  no_end,       ///< a streaming list without its end bookmark within the deadline
  other,        ///< 401, 403, 404, 500, garbage, …
};

/// A problem with what is known about it.
struct FailureCause {
  Problem problem = Problem::other;
  unsigned code = 0;  ///< HTTP status, 0 when there was none
  std::optional<Duration> retry_after;
  std::string text;  ///< the error and what to do about it
};
[[nodiscard]] FailureCause failure_cause(const std::exception_ptr& error);

/// "cannot watch foos.samplecontroller.k8s.io in namespace \"a\": <text>"; the client's errors name verb, resource and
/// remedy themselves.
[[nodiscard]] std::string describe(const FailureCause& cause, const char* verb, const ResourceType& type,
                                   const std::string& namespace_);

/// A problem and the situation in which it arose.
struct Failure {
  Reflector::State at = Reflector::State::idle;
  Problem problem = Problem::other;
  bool progress = false;      ///< the present watch or streaming list lived a second or moved the version
  bool version_sent = false;  ///< the request carried a resource version other than ""
  bool continuing = false;    ///< listing: the page was not the first
  bool unversioned = false;   ///< the watch began without a version after a list, or would
};

/// Where a failure leads.
struct Edge {
  Reflector::State next = Reflector::State::choosing;
  bool pause = true;            ///< through `waiting`
  bool drop_version = false;    ///< ask for the most recent state, without a version
  bool full_list = false;       ///< list again at the same version, in one piece
  bool same_page = false;       ///< go on with the list where it was
  bool page_instead = false;    ///< the next first list is a paged one
  bool no_more_stream = false;  ///< … and every one after that
  bool compare = false;         ///< compare the versions of the server and the informer when the watch is open
  bool expected = false;        ///< nothing that a person needs to hear of
};
/// The failure edges of the table in reflector.hpp. Pure.
[[nodiscard]] Edge edge_of(const Failure& failure, unsigned code);

}  // namespace kubexx
