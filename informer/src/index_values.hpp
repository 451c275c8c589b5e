// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kubexx/informer/indexed_store.hpp"

namespace kubexx {

/// Values under which indexes list objects, by the objects' identity, for which it keeps them.
class IndexedStore::IndexValues {
public:
  /// Adds those of `objects`, which are to be written, unless it has them or `store` does. No write. Calls the functions
  /// for what is missing alone, so that a writer whom others keep from its turn does not begin anew.
  void add(const IndexedStore& store, const std::vector<Object>& objects);

  std::vector<std::shared_ptr<const IndexFunction>> functions;  ///< one for each index, in their order
  std::unordered_map<Identity, std::pair<Object, Values>> values;
};

/// An index that is being added.
struct IndexedStore::NewIndex {
  NewIndex(std::string name_, IndexFunction function_)
      : name(std::move(name_)), function(std::make_shared<const IndexFunction>(std::move(function_)))
  {
  }

  const std::string name;
  const std::shared_ptr<const IndexFunction> function;
  std::unordered_map<Identity, std::pair<Object, std::vector<std::string>>> values;  ///< of what was stored
};

}  // namespace kubexx
