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

/// Thrown for a cluster that the manager does not have, or no longer has.
class NoSuchCluster : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The environment of one reconcile. It reads the caches (cache_reader.hpp: get, list, by_index, owned), and the
/// objects that it has read write themselves back (typed_object.hpp: patch, patch_status, update, remove). The
/// controller creates one for each call; it is valid until that call ends, and used by one thread at a time.
class Context : public CacheReader {
public:
  /// The limits of the reconcile, and the error of the last one.
  struct Attempt {
    std::stop_token stop;
    std::optional<SteadyTime> deadline;
    std::string failure;
    std::string id;                   ///< reconcile_id(); empty: created on first use
    std::shared_ptr<ApiCalls> calls;  ///< records the calls of client(); null: they are not recorded
  };
  /// `access`: to the cluster of the request.
  Context(std::shared_ptr<ControllerServices> services, std::shared_ptr<const ClusterAccess> access, Request request,
          std::uint32_t triggers, Attempt attempt);
  ~Context() override;

  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// Returns a context of the same reconcile with the caches, the client and the events of another cluster; empty: the
  /// manager's own. Its request() is the same, with that cluster. Throws NoSuchCluster. Valid as long as this context.
  [[nodiscard]] Context in(std::string cluster) const;
  /// Its lines carry controller, namespace, name and reconcile_id.
  [[nodiscard]] const Log& log() const override;
  /// Requested when the reconcile times out or is superseded (ControllerOptions::cancel_superseded), when its cluster
  /// is removed, at the end of the manager's drain time, and when the reconcile has returned. Calls of `client()` and
  /// the streams that they opened end with it; code that waits for anything else must check it.
  [[nodiscard]] std::stop_token stop_token() const noexcept { return attempt_.stop; }
  /// When the reconcile times out; nullopt: never.
  [[nodiscard]] std::optional<SteadyTime> deadline() const noexcept { return attempt_.deadline; }
  /// For ControllerOptions::on_give_up: the error of the last try, as valid UTF-8 that fits into a condition's message.
  /// Empty in a reconcile.
  [[nodiscard]] const std::string& failure() const noexcept { return attempt_.failure; }
  /// A random UUID that appears in every log line of this reconcile.
  [[nodiscard]] const std::string& reconcile_id() const;
  /// Why this reconcile happens, as text for logs: "foos.samplecontroller.k8s.io updated", "first list", "retry",
  /// "requeue after a delay", "enqueued". Several may apply. A hint, never a reason to do less.
  [[nodiscard]] std::vector<std::string> triggers() const;

  // Writing. Every verb has a blocking and an awaitable form; both throw the errors of the Client.
  /// AlreadyExists is retried quietly if it leaves the reconciler, because the cache may lag.
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
  /// Server-side apply of the fields that are set in `desired` and those that `kept` names (applied_object). The field
  /// manager is this controller's name. Returns the object as the server has it.
  /// - Without options, conflicts are forced only for an object that this operator created: the cached object has the
  ///   same controller (owner reference) as `desired`. For any other object, a field that another manager owns with
  ///   another value is an error of the reconcile. taking_over() forces conflicts for any object.
  /// - Sends nothing if this process sent the same last for that object, and the cached object still has all of its
  ///   values. A list that is not merged by keys must be equal.
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
  /// Returns options with `force`.
  [[nodiscard]] static PatchOptions taking_over();

  /// Reads `key` from the cache, calls `mutate(T&)` on the object, or on a new T with that name, and sends the changes:
  /// nothing, a create, or a patch. The status is not written: a change of it throws, as in Typed::patch. Throws
  /// std::invalid_argument if `mutate` changes the name or the namespace, and std::logic_error if the cache holds only
  /// a part of each object (metadata only, a transform), because the rest cannot be compared.
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

  /// Deletes the object, whatever its uid; returns false if it does not exist. Sends nothing if the cache has synced,
  /// no selector and no shard excludes objects from it, and the object is not in it.
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

  /// Makes `owner` the controller of `child`, without writing it: set_controller_reference, with its checks. A child of
  /// a namespaced kind without a namespace gets the namespace of its owner.
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

  /// The time of the runtime's clock, rounded down to seconds, as the API server writes times.
  [[nodiscard]] Time now() const;
  /// Sets a condition in `object.status.conditions` as kubexx::set_condition does, with the time now(). Without an
  /// observedGeneration it gets the generation that was read. Returns false if nothing changed. Only `patch_status`
  /// sends it.
  template <Kind T>
  bool set_condition(Typed<T>& object, Condition wanted) const
  {
    if (!wanted.observedGeneration) wanted.observedGeneration = object->metadata.generation;
    return kubexx::set_condition(object->status.conditions, wanted, now());
  }

  /// Adds the finalizer `name` ("example.com/cleanup") and writes it. Returns false if it was there, and if `object` is
  /// being deleted, because the API server accepts no new finalizers then. The object must not have other changes
  /// (std::logic_error). See finalize(), which does all the steps.
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
  /// Returns false if it was not there, and if the object no longer exists because others removed the last finalizer.
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

  /// The client for writes, and for reads that must not come from the cache. Its calls and their streams end with
  /// stop_token(), or with the stop token of their own options if that is requested first.
  [[nodiscard]] const Client& client() const;
  [[nodiscard]] const EventRecorder& events() const noexcept;

private:
  [[nodiscard]] std::optional<Client> writer() const override { return client(); }

  // The object that create_or_update writes; it converts to false if it is new.
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

  // The object after an apply. Not an aggregate, because of g++ 12.
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
                    : Typed<T>(std::move(now.object), writer(), keeps_whole(resource_of<T>()));
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
  // A copy for an awaitable, which may be awaited after the temporary `in(cluster)` that created it is gone.
  [[nodiscard]] std::unique_ptr<const Context> copy() const;
  // Whether the cache shows that the object does not exist.
  [[nodiscard]] bool known_absent(const ResourceType& type, const ObjectKey& key) const;

  const std::shared_ptr<const ClusterAccess> access_;
  Request request_;
  std::uint32_t triggers_;
  mutable Attempt attempt_;               // its id is created on first use
  mutable std::optional<Log> log_;        // created on first use
  mutable std::optional<Client> client_;  // likewise
};

}  // namespace kubexx
