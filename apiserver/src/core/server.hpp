// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "access/rbac.hpp"
#include "access/tokens.hpp"
#include "access/user.hpp"
#include "controllers/role_aggregation.hpp"
#include "core/kind.hpp"
#include "core/request.hpp"
#include "crd/definition_names.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "render/shared_frames.hpp"
#include "store/store.hpp"

namespace kubexx {
namespace apiserver {
struct Webhooks;  // admission/webhooks.hpp
}

/// The state behind ApiServer.
class ApiServer::Impl {
public:
  explicit Impl(Options given) : options(std::move(given)), store({options.history, options.history_bytes})
  {
    if (options.gc_lag_seed) garbage_draws.emplace(*options.gc_lag_seed);
  }

  const Options options;
  std::mutex mutex;
  apiserver::Store store;                   // guarded by mutex
  apiserver::KindMap kinds;                 // guarded by mutex
  std::atomic<std::uint64_t> requests = 0;  // numbers the Audit-Ids
  /// A uuid but its last part. Simulated servers all have the same.
  const std::string audit_prefix = "6b756265-7878-4000-8000-";
  std::uint64_t watch_count = 0;                   // guarded by mutex; numbers the watches
  std::set<std::uint64_t> open_watches;            // guarded by mutex
  std::uint64_t closed_below = 0;                  // guarded by mutex; watches with a lower number end
  std::deque<std::string> collect;                 // guarded by mutex; see gc.hpp
  std::optional<SeededRandom> garbage_draws;       // guarded by mutex; of Options::gc_lag_seed
  std::optional<SteadyTime> garbage_since;         // guarded by mutex; when the collector began to lag
  std::deque<std::string> workloads;               // guarded by mutex; uids, see workloads.hpp
  std::set<std::string> workloads_noted;           // guarded by mutex; those in `workloads`
  std::set<std::string> quotas_stale;              // guarded by mutex; namespaces, see workloads.cpp
  std::uint32_t pod_addresses = 0;                 // guarded by mutex; given to pods so far
  apiserver::Tokens tokens;                        // guarded by mutex
  apiserver::RbacPtr rbac;                         // guarded by mutex; of the roles and bindings at rbac_version
  std::int64_t rbac_version = 0;                   // guarded by mutex
  apiserver::RoleAggregation aggregation;          // guarded by mutex
  std::map<std::string, int> impersonation_modes;  // guarded by mutex; the last one of a user, see impersonation.cpp
  struct KnownWebhooks {
    std::shared_ptr<const apiserver::Webhooks> parsed;
    std::int64_t version = 0;
  };
  KnownWebhooks webhooks;                   // guarded by mutex; of the configurations at that version
  std::uint32_t schema_numbers = 0;         // guarded by mutex; given to schemas of definitions so far
  apiserver::SharedFrames frames;           // of watches
  apiserver::KnownDefinitions definitions;  // guarded by mutex; see crd.hpp
};

namespace apiserver {

using Server = ApiServer::Impl;

/// Holds the server's lock. What has expired is gone; the watches that wake for what is done meanwhile run after it.
class Locked {
public:
  explicit Locked(Server& server);
  ~Locked();
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

private:
  Server& server_;
  std::unique_lock<std::mutex> lock_;
};

/// A request for objects of a kind, resolved.
struct Call {
  const HttpRequest& http;
  const User& user;
  const Query& query;
  KindPtr kind;
  const ServedVersion* version = nullptr;
  ResourcePath path;
  CollectionPtr collection;  ///< null for kinds that are not stored
  Representation as;
  std::vector<std::string> warnings;        ///< become Warning headers
  SteadyTime deadline = SteadyTime::max();  ///< of a write: when a real server gives it up
  bool shares_labels = false;               ///< it creates a Job that has no labels but those of its template
};

[[nodiscard]] inline std::string now_text(Server& server)
{
  return Time(server.options.clock->wall_now()).to_string();
}

/// Both want the lock held.
[[nodiscard]] KindPtr find_kind(const Server& server, std::string_view group, std::string_view plural);
/// By kind name, whatever the version.
[[nodiscard]] KindPtr find_kind_named(const Server& server, std::string_view group, std::string_view kind);

}  // namespace apiserver
}  // namespace kubexx
