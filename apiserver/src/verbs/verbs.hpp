// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/server.hpp"
#include "render/render.hpp"

/// The verbs on resources. Each throws Failures. A write takes several steps: it reads what is there, works out what to
/// store without the lock, and stores it if nothing else came between; otherwise it begins again.
namespace kubexx::apiserver {

[[nodiscard]] awaitable<HttpResponse> get_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> list_objects(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> watch_objects(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> create_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> update_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> patch_object(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> delete_one(std::shared_ptr<Server> server, Call& call);
[[nodiscard]] awaitable<HttpResponse> delete_many(std::shared_ptr<Server> server, Call& call);
/// What DELETE does of itself, past admission, as an eviction wants it. Wants the lock held.
void delete_now(Server& server, Call& call);

/// The object that the path names. Throws not-found. Wants the lock held.
[[nodiscard]] StoredPtr current_object(const Call& call);
/// Writes objects as the client asked for them.
[[nodiscard]] Renderer renderer_for(Server& server, const Call& call);
/// `code` with `stored` in the form that the client asked for.
[[nodiscard]] HttpResponse object_response(Server& server, const Call& call, unsigned code, const Stored& stored);
/// Likewise, of an object in the version in which it is stored.
[[nodiscard]] awaitable<HttpResponse> respond(std::shared_ptr<Server> server, const Call& call, unsigned code,
                                              StoredPtr stored);
[[nodiscard]] bool is_dry_run(const Query& query);
/// What the object's URL says of its name and namespace; the namespace is set. Throws bad requests.
void check_url_name(const Call& call, const Json& object);
void check_url_namespace(const Call& call, Json& object);

/// Where etcd would have the objects of a kind.
[[nodiscard]] std::string registry_key(const Kind& kind);

/// Who a write is for, and what that means for metadata.managedFields. Empty: the write is the server's own.
struct Ownership {
  std::optional<std::string> manager;
  std::string subresource;
  std::optional<Json> managed_fields;  ///< already known: null for none
};

/// Sets metadata.managedFields of `object`, which comes in its stored form. `live` null: it is created.
void own_fields(const Server& server, const Kind& kind, const ServedVersion& version, const Json* live, Json& object,
                const Ownership& ownership);

/// Carries over what an update of an object with the metadata `old` neither changes nor removes (rest.BeforeUpdate).
void keep_system_metadata(Json& meta, const Json& old);

/// A decoded object on its way into the store in place of `current`.
struct UpdateRequest {
  Json object;
  StoredPtr current;
  Json before = nullptr;  ///< `current` as JSON in the version of the write; null: it has one alone
  bool status_only = false;
  bool approval = false;         ///< with status_only: of a CertificateSigningRequest, the conditions alone
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
/// Stores it in place of `current`, which must be what is there; returns what is stored afterwards. Wants the lock
/// held.
StoredPtr commit_update(Server& server, const Kind& kind, Collection& collection, const StoredPtr& current, Draft draft,
                        PreparedUpdate::Then then);

/// Name, uid, what the server decides, and validation of a new object, whose namespace is already set. Needs no lock.
[[nodiscard]] Json prepare_create(Server& server, const Kind& kind, const ServedVersion& version, Json object,
                                  const Ownership& ownership = {});
/// Prepares and stores. Wants the lock held.
StoredPtr store_create(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       Json object, bool dry_run, const Ownership& ownership = {});
/// Likewise; returns what is stored afterwards. Of a kind that is served in one version, or without a conversion
/// webhook.
StoredPtr store_update(Server& server, const Kind& kind, Collection& collection, const ServedVersion& version,
                       UpdateRequest request);

}  // namespace kubexx::apiserver
