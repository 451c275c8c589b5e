// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kubexx/informer/indexed_store.hpp"

namespace kubexx {

/// Indexes that are being added to one store.
using NewIndexes = std::vector<std::shared_ptr<IndexedStore::NewIndex>>;

/// Values under which indexes list objects, by the objects' identity, for which it keeps them.
class IndexedStore::IndexValues {
public:
  /// Adds the values of `objects`, which are to be written, for the indexes of `store` and for those in `added`. It
  /// calls a function only for a value that neither this nor `store` has, so a writer that has to wait for others does
  /// not start over. It does not change `store`.
  void add(const IndexedStore& store, const std::vector<Object>& objects, const NewIndexes& added = {});

  std::vector<std::shared_ptr<const IndexFunction>> functions;  ///< of each index, in their order, then of added ones
  std::unordered_map<Identity, std::pair<Object, Values>> values;
};

/// An index that is being added. Its function is called by whoever adds it, for what was stored at the beginning, and
/// by those who write meanwhile, for what they write: so it can be added then, however busy they are.
struct IndexedStore::NewIndex {
  NewIndex(std::string name_, IndexFunction function_)
      : name(std::move(name_)), function(std::make_shared<const IndexFunction>(std::move(function_)))
  {
  }

  /// Remembers what is stored. Throws std::invalid_argument for a name that is used.
  void begin(const IndexedStore& store);
  /// Calls the function for that, unless it has the values.
  void call(const IndexedStore& store);
  /// Takes the values of the objects that were written. To be called after a write and before `unuse`. A value for
  /// which there is no memory is left out, and add_index begins again.
  void wrote(const IndexedStore& store, const std::vector<Delta>& deltas) noexcept;

  using ByIdentity = std::unordered_map<Identity, std::pair<Object, std::vector<std::string>>>;
  const std::string name;
  const std::shared_ptr<const IndexFunction> function;
  ObjectSnapshot stored;
  ByIdentity values;   ///< of `stored`; touched by whoever adds the index
  ByIdentity written;  ///< of the stored objects that were written since; used by writers
};

}  // namespace kubexx
