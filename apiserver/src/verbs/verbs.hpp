// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/server.hpp"

/// The verbs on resources. Each wants the server's mutex held and throws Failures.
namespace kubexx::apiserver {

[[nodiscard]] HttpResponse get_object(Server& server, Call& call);
[[nodiscard]] HttpResponse list_objects(Server& server, Call& call);
[[nodiscard]] HttpResponse watch_objects(const std::shared_ptr<Server>& server, Call& call);
[[nodiscard]] HttpResponse create_object(Server& server, Call& call);
[[nodiscard]] HttpResponse update_object(Server& server, Call& call);
[[nodiscard]] HttpResponse patch_object(Server& server, Call& call);
[[nodiscard]] HttpResponse delete_one(Server& server, Call& call);
[[nodiscard]] HttpResponse delete_many(Server& server, Call& call);

/// The object that the path names. Throws not-found.
[[nodiscard]] StoredPtr current_object(const Call& call);
/// `code` with `stored` in the form that the client asked for.
[[nodiscard]] HttpResponse object_response(Server& server, const Call& call, unsigned code, const Stored& stored);
[[nodiscard]] bool is_dry_run(const Query& query);
/// What the object's URL says of its name and namespace; the namespace is set. Throws bad requests.
void check_url_name(const Call& call, const Json& object);
void check_url_namespace(const Call& call, Json& object);

/// Who a write is for, and what that means for metadata.managedFields. Empty: the write is the server's own.
struct Ownership {
  std::optional<std::string> manager;
  std::string subresource;
  std::optional<Json> managed_fields;  ///< already known: null for none
};

/// A decoded object on its way into the store in place of `current`: optimistic locking, what may not change, defaults,
/// validation, generation, the no-op guard and the end of a deletion. Returns what is stored afterwards.
struct UpdateRequest {
  Json object;
  StoredPtr current;
  Json before = nullptr;  ///< `current` as JSON, when it is at hand
  bool status_only = false;
  bool patch = false;            ///< a uid in it is an attempt to change it, not a precondition
  bool require_version = false;  ///< PUT of a kind without unconditional update
  bool dry_run = false;
  Ownership ownership = {};
};
StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request);

/// Likewise for a new object, whose namespace is already set.
StoredPtr store_create(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       Json object, bool dry_run, const Ownership& ownership = {});

}  // namespace kubexx::apiserver
