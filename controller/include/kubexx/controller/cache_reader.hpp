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

/// Whether T declares no member but its metadata.
template <Described T>
[[nodiscard]] consteval bool has_only_metadata()
{
  bool only = true;
  boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
    const std::string_view name = decltype(member)::name;
    only = only && (name == "metadata" || name == "apiVersion" || name == "kind");
  });
  return only;
}

}  // namespace detail

/// Reads the caches of one controller: the kinds that it watches, with this process's own writes, as of their last
/// events. It never asks the API server. Mappers get one; a reconciler's Context is one. What a mapper has read cannot
/// write itself (std::logic_error), what a reconciler has read can. Thread safe, but a Context is for one thread.
///
/// An empty answer means that there is no such object. Every read throws NotWatched for a kind that the controller does
/// not watch in this cluster, and for a namespace outside the watched ones; NotSynced before the first list of the
/// kind, which may not have come for a kind of an added cluster, an optional one or one that is watched since the
/// controller runs; and std::invalid_argument, as the client does, for a key without a name or of the wrong scope. An
/// optional kind that the API server does not have has no objects.
class CacheReader {
public:
  explicit CacheReader(std::shared_ptr<ControllerServices> services, std::string cluster = {});
  virtual ~CacheReader();
  CacheReader(const CacheReader&) = delete;
  CacheReader& operator=(const CacheReader&) = delete;

  /// The cluster whose caches it reads; empty: the manager's own. A reconciler's is that of its key, a mapper's that of
  /// the changed object (but see Mapper::to_own_cluster).
  [[nodiscard]] const std::string& cluster() const noexcept { return cluster_; }
  /// Those that can be read besides the own one (Manager::add_cluster), sorted. They come and go.
  [[nodiscard]] std::vector<std::string> clusters() const;
  /// The same for another cluster; empty: the own one.
  [[nodiscard]] CacheReader in(std::string cluster) const { return CacheReader(services_, std::move(cluster)); }

  /// Whether the cache has the first list of the kind (in `namespace_`; empty: in all that are watched) and follows it,
  /// so that reads answer. False for a kind that is not watched, or not served. Throws nothing.
  [[nodiscard]] bool synced(const ResourceType& type, std::string_view namespace_ = {}) const;
  template <Kind T>
  [[nodiscard]] bool synced(std::string_view namespace_ = {}) const
  {
    return synced(resource_of<T>(), namespace_);
  }
  /// False when the API server has answered that it does not have the kind, and when the controller does not watch it
  /// in this cluster. Throws nothing.
  [[nodiscard]] bool serves(const ResourceType& type) const;
  template <Kind T>
  [[nodiscard]] bool serves() const
  {
    return serves(resource_of<T>());
  }

  /// Empty when there is no such object.
  [[nodiscard]] Object get(const ResourceType& type, const ObjectKey& key) const;
  /// Sorted by key. Empty `namespace_`: all that are watched.
  [[nodiscard]] ObjectSnapshot list(const ResourceType& type, std::string_view namespace_ = {}) const;
  /// Objects that an index of the controller (ControllerBuilder::index) lists under `value`, sorted by key. Throws
  /// std::invalid_argument for an unknown index.
  [[nodiscard]] ObjectSnapshot by_index(const ResourceType& type, std::string_view index, std::string_view value,
                                        std::string_view namespace_ = {}) const;

  /// The typed forms. `get` throws ObjectError, which names object and field, when a field does not have the type that
  /// T declares. Lists leave such an object out, log it (each version of it once) and count it:
  /// kubexx_controller_unreadable_objects_total. They throw NotWatched when the cache holds metadata only
  /// (ControllerBuilder::only_metadata), unless `metadata` is the only member of T.
  template <Kind T>
  [[nodiscard]] Typed<T> get(const ObjectKey& key) const
  {
    check_holds<T>();
    return typed<T>(get(resource_of<T>(), key));
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
  /// Objects that `selector` matches, which are looked at before they are decoded.
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
  /// Objects whose controller is `owner`, this very object and not one of the same name.
  template <Kind T, Kind Owner>
  [[nodiscard]] std::vector<Typed<T>> owned(const Typed<Owner>& owner) const
  {
    check_holds<T>();
    return typed_if<T>(list(resource_of<T>(), owned_in(resource_of<T>(), owner.origin())),
                       [&](const Object& object) { return is_controlled_by(object, owner.origin()); });
  }

  /// Carries the controller; that of a Context the key and the reconcile as well.
  [[nodiscard]] virtual const Log& log() const;

protected:
  [[nodiscard]] const std::shared_ptr<ControllerServices>& services() const noexcept { return services_; }
  /// Whether the cache of the kind holds whole objects. Throws NotWatched.
  [[nodiscard]] bool keeps_whole(const ResourceType& type) const;

  // An object of the cache.
  template <Kind T>
  [[nodiscard]] Typed<T> typed(Object object) const
  {
    return Typed<T>(std::move(object), writer(), keeps_whole(resource_of<T>()));
  }

private:
  // What typed values write themselves with.
  [[nodiscard]] virtual std::optional<Client> writer() const { return std::nullopt; }
  // Where the children of an owner can be: in its namespace, or, of a cluster-scoped owner or kind, anywhere.
  [[nodiscard]] static std::string_view owned_in(const ResourceType& type, const Object& owner)
  {
    return type.namespaced() ? owner.namespace_() : std::string_view();
  }
  // Throws NotWatched when the cache holds metadata only.
  void check_whole_objects(const ResourceType& type) const;
  // What metadata cannot tell is never made up.
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
    for (const Object& object : objects) {
      if (!wanted(object)) continue;
      try {
        found.push_back(typed<T>(object));
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
