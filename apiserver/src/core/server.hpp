// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "access/rbac.hpp"
#include "access/tokens.hpp"
#include "core/kind.hpp"
#include "core/request.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "store/store.hpp"

namespace kubexx {

/// The state behind ApiServer.
class ApiServer::Impl {
public:
  explicit Impl(Options given) : options(given), store({given.history, given.history_bytes}) {}

  const Options options;
  std::mutex mutex;
  apiserver::Store store;                // guarded by mutex
  apiserver::KindMap kinds;              // guarded by mutex
  std::uint64_t watch_count = 0;         // guarded by mutex; numbers the watches
  std::set<std::uint64_t> open_watches;  // guarded by mutex
  std::uint64_t closed_below = 0;        // guarded by mutex; watches with a lower number end
  std::deque<std::string> collect;       // guarded by mutex; see gc.hpp
  apiserver::Tokens tokens;              // guarded by mutex
  apiserver::RbacPtr rbac;               // guarded by mutex; of the roles and bindings at rbac_version
  std::int64_t rbac_version = 0;         // guarded by mutex
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
  const Query& query;
  KindPtr kind;
  const ServedVersion* version = nullptr;
  ResourcePath path;
  CollectionPtr collection;  ///< null for kinds that are not stored
  Representation as;
  std::vector<std::string> warnings;  ///< become Warning headers
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
