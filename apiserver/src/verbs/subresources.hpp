// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/server.hpp"

/// Subresources that only one kind has: pods/eviction, namespaces/finalize, serviceaccounts/token and their like.
namespace kubexx::apiserver {

struct Subresource {
  std::string name;                  ///< "log"
  std::vector<std::string> verbs;    ///< as discovery has them, sorted: "create", "get", "patch", "update"
  std::string group, version, kind;  ///< of what it takes and answers
  /// Called with the lock held, which must not be taken again.
  HttpResponse (*answer)(Server& server, Call& call);

  [[nodiscard]] bool takes(std::string_view method) const;
};

[[nodiscard]] const std::vector<Subresource>& subresources_of(const Kind& kind);
/// Null when the kind has none of that name.
[[nodiscard]] const Subresource* find_subresource(const Kind& kind, std::string_view name);

// Those that write a part of the object (subresource_writes.cpp).
[[nodiscard]] HttpResponse finalize_namespace(Server& server, Call& call);
[[nodiscard]] HttpResponse approve_request(Server& server, Call& call);
[[nodiscard]] HttpResponse write_ephemeral_containers(Server& server, Call& call);
[[nodiscard]] HttpResponse resize_pod(Server& server, Call& call);

// Those of pods (pod_subresources.cpp).
[[nodiscard]] HttpResponse evict_pod(Server& server, Call& call);
[[nodiscard]] HttpResponse bind_pod(Server& server, Call& call);

/// Stores `object` in place of the one that the path names, past the rules for the main resource; nothing when it is
/// the same or for a dry run. Returns what is stored.
StoredPtr store_part(Server& server, const Call& call, const StoredPtr& current, Json object);
/// What several of them answer: a Status that says success, 201.
[[nodiscard]] HttpResponse success_status();

}  // namespace kubexx::apiserver
