// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

class CacheReader;

/// Maps an object to the keys that must be reconciled when it changes: a function of the object, or of the controller's
/// caches and the object, `(const CacheReader&, const Object&)`. It sees every state of the object, even if the
/// controller lags. For an update, it maps the old and the new state, and each key is added once. A key without a
/// cluster gets the cluster of the object. The function must be quick and thread safe; it cannot reach the API server.
/// If it throws, it is called again with the same states: after 5 ms, then with growing delays, and when the object
/// changes. NotSynced, which a cache throws before it has synced, is neither logged nor counted. A value type.
///
/// The caches may have changed when the key is reconciled, and may not contain the latest changes yet. A mapper that
/// reads them misses nothing if the kind that it finds is itself reconciled or watched.
class Mapper {
public:
  using Keys = std::vector<Request>;

  /// Maps nothing; converts to false.
  Mapper() = default;
  template <class F>
    requires(std::is_invocable_r_v<Keys, const F&, const Object&> && !std::is_same_v<std::remove_cvref_t<F>, Mapper>)
  Mapper(F function)  // NOLINT(google-explicit-constructor)
  {
    std::function<Keys(const Object&)> of_object(std::move(function));
    if (!of_object) return;
    function_ = [of_object = std::move(of_object)](const CacheReader&, const Object& object) {
      return of_object(object);
    };
  }
  template <class F>
    requires std::is_invocable_r_v<Keys, const F&, const CacheReader&, const Object&>
  Mapper(F function)  // NOLINT(google-explicit-constructor)
      : function_(std::move(function))
  {
  }

  explicit operator bool() const noexcept { return function_ != nullptr; }
  [[nodiscard]] Keys operator()(const CacheReader& caches, const Object& object) const
  {
    return function_(caches, object);
  }

  /// Returns this mapper for the manager's own cluster: a key without a cluster gets the own cluster instead of the
  /// object's, and the mapper reads the caches of the own cluster (`caches.in` has the others). For objects of other
  /// clusters (KindOptions::clusters) that represent an object of the own cluster.
  [[nodiscard]] Mapper to_own_cluster() const
  {
    Mapper mapper = *this;
    mapper.to_own_cluster_ = true;
    mapper.is_identity_ = false;
    return mapper;
  }
  [[nodiscard]] bool maps_to_own_cluster() const noexcept { return to_own_cluster_; }

  /// The index that a mapper from map_by_index reads.
  struct IndexUse {
    ResourceType type;
    std::string index;
  };
  [[nodiscard]] const std::optional<IndexUse>& index() const noexcept { return index_; }
  /// Whether this is map_to_itself().
  [[nodiscard]] bool is_identity() const noexcept { return is_identity_; }

private:
  friend Mapper map_to_itself();
  friend Mapper map_by_index(ResourceType type, std::string index);

  std::function<Keys(const CacheReader&, const Object&)> function_;
  std::optional<IndexUse> index_;
  bool is_identity_ = false;
  bool to_own_cluster_ = false;
};

/// The owner references that count.
enum class Owners { controller, every };

/// Returns the object's own key: for the kind that the controller reconciles.
[[nodiscard]] Mapper map_to_itself();

/// Returns the owners of kind `owner`, matched by group and kind, not by version or uid, as in controller-runtime. The
/// owner of a namespaced kind is in the object's namespace.
[[nodiscard]] Mapper map_to_owner(ResourceType owner, Owners which = Owners::controller);

/// Returns the objects of `type` that refer to the changed object: the objects in its namespace that the index
/// (ControllerBuilder::index) has for its name, and the objects in any namespace that the index has for
/// `namespace/name`. If one of the two kinds is cluster-scoped, the name is enough.
[[nodiscard]] Mapper map_by_index(ResourceType type, std::string index);
template <Kind T>
[[nodiscard]] Mapper map_by_index(std::string index)
{
  return map_by_index(resource_of<T>(), std::move(index));
}

}  // namespace kubexx
