// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/object_key.hpp"
#include "kubexx/informer/object_snapshot.hpp"

namespace kubexx {

/// Computes the values under which an index lists an object; none to leave it out. The same object must always give the
/// same values. One that throws leaves the object out of the index of an informer, which logs and counts that.
using IndexFunction = std::function<std::vector<std::string>(const Object&)>;

/// What leaves a store, as one ordered stream.
struct Delta {
  enum class Type { list_started, applied, list_done, deleted };
  Type type = Type::applied;
  Object object;         ///< applied: the new state; deleted: the last known state
  Object old;            ///< applied, deleted: what was stored before, empty when there was nothing
  bool initial = false;  ///< applied: part of the first list
  /// deleted: the deletion itself was missed (relist), so `object` may be stale: client-go's DeletedFinalStateUnknown.
  bool final_state_unknown = false;
  std::string resource_version;  ///< after this delta: the store's, or that of the object's namespace
};

/// The objects of one informer, by key, with the namespace index and users' own. Read by any thread; written by the
/// informer alone. Reads copy no object. A list is sorted by key and is a snapshot: it shows one moment, for as long as
/// the caller keeps it.
class Store {
public:
  virtual ~Store() = default;
  /// An empty Object when there is none.
  [[nodiscard]] virtual Object get(const ObjectKey& key) const = 0;
  [[nodiscard]] virtual ObjectSnapshot list() const = 0;
  [[nodiscard]] virtual ObjectSnapshot list(std::string_view namespace_) const = 0;
  /// Objects that the named index lists under `value`. Throws std::invalid_argument for an unknown index.
  [[nodiscard]] virtual ObjectSnapshot by_index(std::string_view index, std::string_view value) const = 0;
  /// The values under which the named index lists objects, sorted. Throws std::invalid_argument for an unknown index.
  [[nodiscard]] virtual std::vector<std::string> index_values(std::string_view index) const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Bytes held by the stored objects and by the order in which they are kept; without indexes.
  [[nodiscard]] virtual std::size_t memory() const = 0;
  /// Bytes held by the indexes beyond that.
  [[nodiscard]] virtual std::size_t index_memory() const = 0;
  /// Of the last list, event or bookmark applied; empty before the first. When several namespaces are watched, the
  /// oldest of their versions; empty before all of them are listed.
  [[nodiscard]] virtual std::string resource_version() const = 0;
  /// The version of what is stored of one namespace.
  [[nodiscard]] virtual std::string resource_version(std::string_view namespace_) const = 0;
};

}  // namespace kubexx
