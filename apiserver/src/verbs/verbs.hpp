// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/server.hpp"

/// The verbs on resources. Each throws Failures. A write takes several steps: it reads what is there, works out what to
/// store without the lock, and stores it if nothing else came between; otherwise it begins again.
namespace kubexx::apiserver {

[[nodiscard]] HttpResponse get_object(Server& server, Call& call);
[[nodiscard]] HttpResponse list_objects(Server& server, Call& call);
[[nodiscard]] HttpResponse watch_objects(const std::shared_ptr<Server>& server, Call& call);
[[nodiscard]] awaitable<HttpResponse> create_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> update_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> patch_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] HttpResponse delete_one(Server& server, Call& call);  ///< wants the lock held
[[nodiscard]] HttpResponse delete_many(Server& server, Call& call);

/// The object that the path names. Throws not-found. Wants the lock held.
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

/// A decoded object on its way into the store in place of `current`.
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
/// What the store does with it.
struct PreparedUpdate {
  enum class Then { unchanged, write, remove } then = Then::write;
  Json object;
};
/// Optimistic locking, what may not change, defaults, validation, generation, the no-op guard and the end of a
/// deletion. Needs no lock.
[[nodiscard]] PreparedUpdate prepare_update(Server& server, const Kind& kind, const ServedVersion& version,
                                            UpdateRequest request);
/// Prepares and stores; returns what is stored afterwards. Wants the lock held.
StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request);

/// Name, uid, what the server decides, and validation of a new object, whose namespace is already set. Needs no lock.
[[nodiscard]] Json prepare_create(Server& server, const Kind& kind, const ServedVersion& version, Json object,
                                  const Ownership& ownership = {});
/// Prepares and stores. Wants the lock held.
StoredPtr store_create(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       Json object, bool dry_run, const Ownership& ownership = {});

}  // namespace kubexx::apiserver
