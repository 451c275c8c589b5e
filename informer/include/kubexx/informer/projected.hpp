// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "kubexx/apimachinery/projection.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// `options` for an informer that keeps only T's members of each object (projection.hpp):
///
///     const SharedInformer pods(client, resource_of<PodOnNode>(), projected<PodOnNode>());
///     const TypedLister<PodOnNode> lister(pods);
///
/// A transform in `options` is applied first. Indexes, handlers and listers see only these members, so T must have the
/// labels if label selectors are used, and the members that indexes read. In an InformerSet, requests for the same
/// members share an informer.
template <Kind T>
[[nodiscard]] InformerOptions projected(InformerOptions options = {})
{
  const std::string members = "only " + Projection<T>::members();
  if (!options.transform) {
    options.transform = Projection<T>();
    options.transform_name = members;
    return options;
  }
  options.transform = [first = std::move(options.transform)](const Object& object) {
    return Projection<T>()(first(object));
  };
  if (!options.transform_name.empty()) options.transform_name += ", " + members;
  return options;
}

}  // namespace kubexx
