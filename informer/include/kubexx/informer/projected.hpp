// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "kubexx/apimachinery/projection.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// `options` for an informer that keeps of each object what T has, and no more (projection.hpp):
///
///     const SharedInformer pods(client, resource_of<PodOnNode>(), projected<PodOnNode>());
///     const TypedLister<PodOnNode> lister(pods);
///
/// A transform that `options` has is applied first. Indexes, handlers and listers see what is kept, so T has the labels
/// if label selectors are to find any, and the members that an index looks for. In an InformerSet, requests for the
/// same members are one informer.
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
