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

/// Returns the values under which an index lists an object; none leaves it out. The same object must always give the
/// same values. If it throws, the informer leaves the object out of the index, and logs and counts the failure.
using IndexFunction = std::function<std::vector<std::string>(const Object&)>;

/// One change of a store, or a mark of a list. The deltas of a store are one ordered stream.
struct Delta {
  /// list_started and list_done enclose the objects of a list.
  enum class Type { list_started, applied, list_done, deleted };
  Type type = Type::applied;
  Object object;         ///< applied: the new state; deleted: the last known state
  Object old;            ///< applied, deleted: the object stored before; empty if there was none
  bool initial = false;  ///< applied: part of the first list
  /// deleted: a tombstone. The deletion itself was missed (e.g. in a relist), so `object` may be stale: client-go's
  /// DeletedFinalStateUnknown.
  bool final_state_unknown = false;
  std::string resource_version;  ///< after this delta, of the store or of the object's namespace
};

/// The objects of one informer, by key, with the namespace index and user-defined indexes. Any thread may read; only
/// the informer writes. Reads copy no object. A list is sorted by key and is a snapshot: it shows one moment, as long
/// as the caller keeps it.
class Store {
public:
  virtual ~Store() = default;
  /// Returns an empty Object if there is none.
  [[nodiscard]] virtual Object get(const ObjectKey& key) const = 0;
  [[nodiscard]] virtual ObjectSnapshot list() const = 0;
  [[nodiscard]] virtual ObjectSnapshot list(std::string_view namespace_) const = 0;
  /// Returns the objects that the index lists under `value`. Throws std::invalid_argument if there is no such index.
  [[nodiscard]] virtual ObjectSnapshot by_index(std::string_view index, std::string_view value) const = 0;
  /// Returns the values under which the index lists objects, sorted. Throws std::invalid_argument if there is no such
  /// index.
  [[nodiscard]] virtual std::vector<std::string> index_values(std::string_view index) const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Bytes of the stored objects and of the structure that orders them, without indexes.
  [[nodiscard]] virtual std::size_t memory() const = 0;
  /// Bytes of the indexes, beyond that.
  [[nodiscard]] virtual std::size_t index_memory() const = 0;
  /// The version of the last list, event or bookmark; empty before the first. If several namespaces are watched, the
  /// oldest of their versions; empty until all of them are listed.
  [[nodiscard]] virtual std::string resource_version() const = 0;
  /// The version of one namespace's objects.
  [[nodiscard]] virtual std::string resource_version(std::string_view namespace_) const = 0;
};

}  // namespace kubexx
