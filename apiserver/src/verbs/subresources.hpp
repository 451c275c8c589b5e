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
  /// Null: it is read and written as the status is.
  awaitable<HttpResponse> (*answer)(std::shared_ptr<Server> server, Call& call);
  bool connect = false;  ///< opens a stream, whatever the method: it is no write

  [[nodiscard]] bool takes(std::string_view method) const;
};

[[nodiscard]] const std::vector<Subresource>& subresources_of(const Kind& kind);
/// Null when the kind has none of that name.
[[nodiscard]] const Subresource* find_subresource(const Kind& kind, std::string_view name);

// Those that write a part of the object (subresource_writes.cpp).
[[nodiscard]] awaitable<HttpResponse> finalize_namespace(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> write_ephemeral_containers(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> resize_pod(std::shared_ptr<Server> server, Call& call);

// Those of pods (pod_subresources.cpp).
[[nodiscard]] awaitable<HttpResponse> evict_pod(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> bind_pod(std::shared_ptr<Server> server, Call& call);

// Those that a client streams with (connect.cpp).
/// attach, exec and portforward.
[[nodiscard]] awaitable<HttpResponse> connect_pod(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> connect_proxy(std::shared_ptr<Server> server, Call& call);
/// Throws a bad request unless the pod has that container; of a pod with one alone it may be empty.
void check_container(const Json& pod, const std::string& pod_name, const std::string& container);

/// POST of a Binding beside the pod that it names.
[[nodiscard]] awaitable<HttpResponse> create_binding(std::shared_ptr<Server> server, Call& call);
/// The ComponentStatuses, or one.
[[nodiscard]] HttpResponse read_component_status(const Call& call);

/// Stores `object` in place of the one that the path names, past the rules for the main resource; nothing when it is
/// the same or for a dry run. Returns what is stored. Wants the lock held.
StoredPtr store_part(Server& server, const Call& call, const StoredPtr& current, Json object);
/// What several of them answer: a Status that says success, 201.
[[nodiscard]] HttpResponse success_status();

}  // namespace kubexx::apiserver
