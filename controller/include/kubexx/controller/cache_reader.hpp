// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/mp11/algorithm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/ownership.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/typed_object.hpp"
#include "kubexx/controller/kind_cache.hpp"
#include "kubexx/controller/not_synced.hpp"
#include "kubexx/controller/not_watched.hpp"
#include "kubexx/controller/request.hpp"
#include "kubexx/informer/object_snapshot.hpp"

namespace kubexx {

class ControllerServices;

namespace detail {

/// Whether T declares only metadata (and apiVersion and kind).
template <Described T>
[[nodiscard]] consteval bool has_only_metadata()
{
  if constexpr (boost::describe::has_describe_members<T>::value) {
    bool only = true;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
      const std::string_view name = decltype(member)::name;
      only = only && (name == "metadata" || name == "apiVersion" || name == "kind");
    });
    return only;
  }
  return false;  // described in another translation unit
}

}  // namespace detail

/// Reads the caches of one controller: the kinds that it watches, as of their last events, with this process's pending
/// writes. It never sends requests to the API server. Mappers receive a CacheReader; a reconciler's Context is one. An
/// object that a reconciler has read can write itself back; one that a mapper has read cannot (std::logic_error).
/// Thread safe, but a Context is for one thread.
///
/// An empty result means that the object does not exist. Every read throws
/// - NotWatched for a kind that the controller does not watch in this cluster, and for a namespace that is not watched;
/// - NotSynced before the first list of the kind has arrived, which may be later than the start of the controller if
///   the kind is optional, if it is of an added cluster, or if its watch was added while the controller ran;
/// - std::invalid_argument, as the client does, for a key without a name or with the wrong scope.
///
/// An optional kind that the API server does not have has no objects.
class CacheReader {
public:
  explicit CacheReader(std::shared_ptr<ControllerServices> services, std::string cluster = {});
  virtual ~CacheReader();
  CacheReader(const CacheReader&) = delete;
  CacheReader& operator=(const CacheReader&) = delete;

  /// The cluster whose caches this reads; empty: the manager's own. For a reconciler, the cluster of its key; for a
  /// mapper, the cluster of the changed object (but see Mapper::to_own_cluster).
  [[nodiscard]] const std::string& cluster() const noexcept { return cluster_; }
  /// The added clusters (Manager::add_cluster), whose caches can be read, too; sorted. Clusters may be added and
  /// removed at any time.
  [[nodiscard]] std::vector<std::string> clusters() const;
  /// Returns a reader for another cluster; empty: the manager's own.
  [[nodiscard]] CacheReader in(std::string cluster) const { return CacheReader(services_, std::move(cluster)); }

  /// Whether the cache contains the first list of the kind (in `namespace_`; empty: in all watched namespaces) and
  /// follows its changes, so that reads succeed. False for a kind that is not watched or not served. Does not throw.
  [[nodiscard]] bool synced(const ResourceType& type, std::string_view namespace_ = {}) const;
  template <Kind T>
  [[nodiscard]] bool synced(std::string_view namespace_ = {}) const
  {
    return synced(resource_of<T>(), namespace_);
  }
  /// False if the API server has responded that it does not have the kind, and if the controller does not watch the
  /// kind in this cluster. Does not throw.
  [[nodiscard]] bool serves(const ResourceType& type) const;
  template <Kind T>
  [[nodiscard]] bool serves() const
  {
    return serves(resource_of<T>());
  }

  /// Returns the object; empty if it does not exist.
  [[nodiscard]] Object get(const ResourceType& type, const ObjectKey& key) const;
  /// Returns the objects, sorted by key. Empty `namespace_`: all watched namespaces.
  [[nodiscard]] ObjectSnapshot list(const ResourceType& type, std::string_view namespace_ = {}) const;
  /// The objects that an index of the controller (ControllerBuilder::index) has for `value`, sorted by key. Throws
  /// std::invalid_argument for an unknown index.
  [[nodiscard]] ObjectSnapshot by_index(const ResourceType& type, std::string_view index, std::string_view value,
                                        std::string_view namespace_ = {}) const;

  /// The typed forms. `get` throws ObjectError, which names the object and the field, if a field does not have the type
  /// that T declares. Lists omit such an object, log it (once per version) and count it in
  /// kubexx_controller_unreadable_objects_total. All throw NotWatched if the cache holds metadata only
  /// (KindOptions::metadata_only), unless `metadata` is the only member of T.
  template <Kind T>
  [[nodiscard]] Typed<T> get(const ObjectKey& key) const
  {
    Found found = find(resource_of<T>(), key, detail::has_only_metadata<T>());
    return Typed<T>(std::move(found.object), writer(), found.whole);
  }
  template <Kind T>
  [[nodiscard]] Typed<T> get(const Request& request) const
  {
    return get<T>(request.key());
  }
  template <Kind T>
  [[nodiscard]] std::optional<Typed<T>> try_get(const ObjectKey& key) const
  {
    Typed<T> found = get<T>(key);
    return found ? std::optional(std::move(found)) : std::nullopt;
  }
  /// The objects that match `selector`, which is applied before they are decoded.
  template <Kind T>
  [[nodiscard]] std::vector<Typed<T>> list(std::string_view namespace_ = {}, const LabelSelector& selector = {}) const
  {
    check_holds<T>();
    return typed_if<T>(list(resource_of<T>(), namespace_),
                       [&](const Object& object) { return selector.matches(object); });
  }
  template <Kind T>
  [[nodiscard]] std::vector<Typed<T>> by_index(std::string_view index, std::string_view value,
                                               std::string_view namespace_ = {}) const
  {
    check_holds<T>();
    return typed_if<T>(by_index(resource_of<T>(), index, value, namespace_), [](const Object&) { return true; });
  }
  /// The objects whose controller is `owner`, by its uid: not those of another object of the same name.
  template <Kind T, Kind Owner>
  [[nodiscard]] std::vector<Typed<T>> owned(const Typed<Owner>& owner) const
  {
    check_holds<T>();
    return typed_if<T>(list(resource_of<T>(), owned_in(resource_of<T>(), owner.origin())),
                       [&](const Object& object) { return is_controlled_by(object, owner.origin()); });
  }

  /// The log of the controller: each line names it. In a Context, each line also names the key and the reconcile.
  [[nodiscard]] virtual const Log& log() const;

protected:
  [[nodiscard]] const std::shared_ptr<ControllerServices>& services() const noexcept { return services_; }
  /// Whether the cache of the kind holds full objects. Throws NotWatched.
  [[nodiscard]] bool keeps_whole(const ResourceType& type) const;

private:
  // The client with which typed values write themselves back.
  [[nodiscard]] virtual std::optional<Client> writer() const { return std::nullopt; }
  // Where the children of an owner can be: in its namespace, or anywhere if the owner or the kind is cluster-scoped.
  [[nodiscard]] static std::string_view owned_in(const ResourceType& type, const Object& owner)
  {
    return type.namespaced() ? owner.namespace_() : std::string_view();
  }
  // An object of the cache, and whether the cache holds full objects.
  struct Found {
    Object object;
    bool whole = false;
  };
  // Throws NotWatched as check_whole_objects does, unless `metadata_suffices`.
  [[nodiscard]] Found find(const ResourceType& type, const ObjectKey& key, bool metadata_suffices) const;
  // Throws NotWatched if the cache holds metadata only.
  void check_whole_objects(const ResourceType& type) const;
  // Members that are not in a cache of metadata must not look like defaults.
  template <Kind T>
  void check_holds() const
  {
    if constexpr (!detail::has_only_metadata<T>()) check_whole_objects(resource_of<T>());
  }
  void leave_out(const Object& object, const ObjectError& error) const;

  template <Kind T, class Wanted>
  [[nodiscard]] std::vector<Typed<T>> typed_if(const ObjectSnapshot& objects, const Wanted& wanted) const
  {
    std::vector<Typed<T>> found;
    const bool whole = keeps_whole(resource_of<T>());
    for (const Object& object : objects) {
      if (!wanted(object)) continue;
      try {
        found.push_back(Typed<T>(object, writer(), whole));
      } catch (const ObjectError& error) {
        leave_out(object, error);
      }
    }
    return found;
  }

  const std::shared_ptr<ControllerServices> services_;
  const std::string cluster_;
};

}  // namespace kubexx
