// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/apply_fields.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/typed.hpp"
#include "kubexx/controller/cache_reader.hpp"
#include "kubexx/controller/detail/finalizers.hpp"
#include "kubexx/controller/event_recorder.hpp"
#include "kubexx/controller/operation_result.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

class ApiCalls;
struct ClusterAccess;

/// Thrown for a cluster that the manager does not have, or has no more.
class NoSuchCluster : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What one reconcile works with: it reads the caches (cache_reader.hpp: get, list, by_index, owned), and what it has
/// read writes itself back (typed_object.hpp: patch, patch_status, update, remove). The controller makes one for each
/// call; it is valid until that call ends and is used by one thread at a time.
class Context : public CacheReader {
public:
  /// How far the reconcile may go, and what the last one failed with.
  struct Attempt {
    std::stop_token stop;
    std::optional<SteadyTime> deadline;
    std::string failure;
    std::string id;                   ///< reconcile_id(); empty: made when first asked for
    std::shared_ptr<ApiCalls> calls;  ///< where the calls of client() are noted; null: nowhere
  };
  /// `access` is that of the request's cluster.
  Context(std::shared_ptr<ControllerServices> services, std::shared_ptr<const ClusterAccess> access, Request request,
          std::uint32_t triggers, Attempt attempt);
  ~Context() override;

  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// The same reconcile with the caches, the client and the events of another cluster; empty: the manager's own.
  /// request() is this one's with that cluster. Throws NoSuchCluster. For the time of this one.
  [[nodiscard]] Context in(std::string cluster) const;
  /// Carries controller, namespace, name and reconcile_id.
  [[nodiscard]] const Log& log() const override;
  /// Requested when the reconcile times out, when the manager's drain time is over, and when the reconcile has
  /// returned. Calls of `client()` and the streams that they opened end with it; code that waits for anything else must
  /// check it.
  [[nodiscard]] std::stop_token stop_token() const noexcept { return attempt_.stop; }
  /// When the reconcile times out; nullopt: never.
  [[nodiscard]] std::optional<SteadyTime> deadline() const noexcept { return attempt_.deadline; }
  /// For ControllerOptions::on_give_up: what the last try failed with, as valid UTF-8 that fits into a condition's
  /// message. Empty in a reconcile.
  [[nodiscard]] const std::string& failure() const noexcept { return attempt_.failure; }
  /// A random UUID that appears in every log line of this reconcile.
  [[nodiscard]] const std::string& reconcile_id() const;
  /// Why this reconcile happens, as text for logs: "foos.samplecontroller.k8s.io updated", "first list", "retry",
  /// "requeue after a delay", "enqueued". Several may apply. A hint, never a reason to do less.
  [[nodiscard]] std::vector<std::string> triggers() const;
  [[deprecated("use triggers()")]] [[nodiscard]] std::vector<std::string> causes() const { return triggers(); }

  // Writing. Every verb exists blocking and awaitable; their errors are those of the Client.
  /// AlreadyExists is retried quietly when it leaves the reconciler: the cache may be behind.
  template <Kind T>
  Typed<T> create(const T& value, const WriteOptions& options = {}) const
  {
    return api<T>(client()).create(value, options);
  }
  template <Kind T>
  [[nodiscard]] awaitable<Typed<T>> async_create(const T& value, WriteOptions options = {}) const
  {
    return api<T>(client()).async_create(value, std::move(options));
  }
  /// Server-side apply of what is set in `desired` and of what `kept` names (applied_object), as the field manager of
  /// this controller, which is its name. Returns the object as it is on the server.
  /// - Without options it forces conflicts only for an object that this operator created: the cached object has the
  ///   controller (owner reference) that `desired` has. For any other object, a field that another manager owns with
  ///   another value is an error of the reconcile. taking_over() forces conflicts for any object.
  /// - It sends nothing when it would send what this process has sent last for that object, and the object in the cache
  ///   still has every value of it. A list that is not merged by keys must be the same.
  template <Kind T>
  Typed<T> apply(const T& desired, const KeptFields& kept = {}) const
  {
    return applied<T>(apply_object(resource_of<T>(), applied_object(desired, kept), std::nullopt));
  }
  template <Kind T>
  Typed<T> apply(const T& desired, const PatchOptions& options, const KeptFields& kept = {}) const
  {
    return applied<T>(apply_object(resource_of<T>(), applied_object(desired, kept), options));
  }
  template <Kind T>
  [[nodiscard]] awaitable<Typed<T>> async_apply(const T& desired, const KeptFields& kept = {}) const
  {
    return applied_later<T>(copy(), applied_object(desired, kept), std::nullopt);
  }
  template <Kind T>
  [[nodiscard]] awaitable<Typed<T>> async_apply(const T& desired, PatchOptions options,
                                                const KeptFields& kept = {}) const
  {
    return applied_later<T>(copy(), applied_object(desired, kept), std::move(options));
  }
  /// Options with `force`.
  [[nodiscard]] static PatchOptions taking_over();

  /// Reads `key` in the cache, lets `mutate(T&)` make of it, or of a new T of that name, what it shall be, and sends
  /// what that changes: nothing, a create, or a patch. The status is not written: a change of it throws, as in
  /// Typed::patch. Throws std::invalid_argument when `mutate` changes the name or the namespace, and std::logic_error
  /// when the cache keeps a part of each object (metadata only, a transform): what it does not hold cannot be compared.
  template <Kind T, std::invocable<T&> Mutate>
  CreatedOrUpdated<T> create_or_update(const ObjectKey& key, Mutate mutate) const
  {
    return detail::create_or_patch(api<T>(client()), mutated<T>(key, mutate));
  }
  template <Kind T, std::invocable<T&> Mutate>
  [[nodiscard]] awaitable<CreatedOrUpdated<T>> async_create_or_update(ObjectKey key, Mutate mutate) const
  {
    return detail::async_create_or_patch(api<T>(client()), mutated<T>(key, mutate));
  }

  /// Deletes the object, whatever its uid; false when there is none. Sends nothing when the cache has synced, no
  /// selector and no shard leaves an object out of it, and it has none of that name.
  template <Kind T>
  bool remove_if_exists(const ObjectKey& key, const DeleteOptions& options = {}) const
  {
    return remove_if_exists(resource_of<T>(), key, options);
  }
  bool remove_if_exists(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options = {}) const;
  template <Kind T>
  [[nodiscard]] awaitable<bool> async_remove_if_exists(ObjectKey key, DeleteOptions options = {}) const
  {
    return async_remove_if_exists(resource_of<T>(), std::move(key), std::move(options));
  }
  [[nodiscard]] awaitable<bool> async_remove_if_exists(ResourceType type, ObjectKey key,
                                                       DeleteOptions options = {}) const;

  /// Makes `owner` the controller of `child`, which is not written yet: set_controller_reference, with its checks. A
  /// child of a namespaced kind that has no namespace gets that of its owner.
  template <Kind Owner, Kind Child>
  void own(const Typed<Owner>& owner, Child& child) const
  {
    std::string& namespace_ = child.metadata.namespace_;
    if (resource_of<Child>().namespaced() && namespace_.empty()) namespace_ = owner.origin().namespace_();
    set_controller_reference(owner.origin(), child.metadata);
  }
  template <Kind Owner, Kind Child>
  void own(const Typed<Owner>& owner, Typed<Child>& child) const
  {
    own(owner, *child);
  }

  /// The time of the runtime's clock, to seconds, as the API server writes it.
  [[nodiscard]] Time now() const;
  /// Sets a condition of `object.status.conditions` as kubexx::set_condition does, now; it is about the generation that
  /// was read unless it says another. False when nothing changed. Not sent before `patch_status`.
  template <Kind T>
  bool set_condition(Typed<T>& object, Condition wanted) const
  {
    if (!wanted.observedGeneration) wanted.observedGeneration = object->metadata.generation;
    return kubexx::set_condition(object->status.conditions, wanted, now());
  }

  /// Adds the finalizer `name` ("example.com/cleanup") and writes it; false when it was there, and when `object` is
  /// being deleted, to which the API server lets no one add one. The object must not have other changes
  /// (std::logic_error). See finalize, which does the whole of it.
  template <Kind T>
  bool ensure_finalizer(Typed<T>& object, std::string_view name) const
  {
    return detail::patch_into(object, detail::with_finalizer(object, name));
  }
  template <Kind T>
  [[nodiscard]] awaitable<bool> async_ensure_finalizer(Typed<T>& object, std::string_view name) const
  {
    return detail::async_patch_into(&object, detail::with_finalizer(object, name));
  }
  /// False when it was not there, and when the object is gone: others took the last finalizer off.
  template <Kind T>
  bool remove_finalizer(Typed<T>& object, std::string_view name) const
  {
    return detail::patch_if_there(object, detail::without_finalizer(object, name));
  }
  template <Kind T>
  [[nodiscard]] awaitable<bool> async_remove_finalizer(Typed<T>& object, std::string_view name) const
  {
    return detail::async_patch_if_there(&object, detail::without_finalizer(object, name));
  }

  /// The client for writes and for reads that must not come from the cache. Its calls and their streams end with
  /// stop_token(), or with the stop token of their own options if that comes first.
  [[nodiscard]] const Client& client() const;
  [[nodiscard]] const EventRecorder& events() const noexcept;

private:
  [[nodiscard]] std::optional<Client> writer() const override { return client(); }

  // What create_or_update is to write; false: it is new.
  template <Kind T, class Mutate>
  [[nodiscard]] Typed<T> mutated(const ObjectKey& key, Mutate& mutate) const
  {
    check_whole(resource_of<T>());
    Typed<T> object = get<T>(key);
    if (!object) {
      object->metadata.namespace_ = key.namespace_;
      object->metadata.name = key.name;
    }
    mutate(*object);
    check_same_key(resource_of<T>(), key, {object->metadata.namespace_, object->metadata.name});
    return object;
  }
  void check_whole(const ResourceType& type) const;
  static void check_same_key(const ResourceType& type, const ObjectKey& before, const ObjectKey& after);

  // What is there after an apply. No aggregate, for g++ 12.
  struct Applied {
    Applied(Object of, bool was_sent) : object(std::move(of)), sent(was_sent) {}
    Object object;
    bool sent;
  };
  struct Apply;
  [[nodiscard]] Apply prepared(const ResourceType& type, Object wanted, std::optional<PatchOptions> options) const;
  [[nodiscard]] Applied apply_object(const ResourceType& type, Object wanted,
                                     std::optional<PatchOptions> options) const;
  [[nodiscard]] awaitable<Applied> async_apply_object(ResourceType type, Object wanted,
                                                      std::optional<PatchOptions> options) const;
  template <Kind T>
  [[nodiscard]] Typed<T> applied(Applied now) const
  {
    return now.sent ? detail::written_value<Typed<T>>(std::move(now.object), client())
                    : typed<T>(std::move(now.object));
  }
  template <Kind T>
  [[nodiscard]] static awaitable<Typed<T>> applied_later(std::unique_ptr<const Context> self, Object wanted,
                                                         std::optional<PatchOptions> options)
  {
    awaitable<Applied> work = self->async_apply_object(resource_of<T>(), std::move(wanted), std::move(options));
    Applied now = co_await std::move(work);
    co_return self->template applied<T>(std::move(now));
  }
  [[nodiscard]] static awaitable<bool> remove_later(std::unique_ptr<const Context> self, ResourceType type,
                                                    ObjectKey key, DeleteOptions options);
  // What an awaitable keeps, because it may be awaited when `in(cluster)`, which made it, is gone.
  [[nodiscard]] std::unique_ptr<const Context> copy() const;
  // Whether the cache knows that there is no such object.
  [[nodiscard]] bool known_absent(const ResourceType& type, const ObjectKey& key) const;

  const std::shared_ptr<const ClusterAccess> access_;
  Request request_;
  std::uint32_t triggers_;
  mutable Attempt attempt_;               // its id is made when first asked for
  mutable std::optional<Log> log_;        // made when first asked for
  mutable std::optional<Client> client_;  // likewise
};

}  // namespace kubexx
