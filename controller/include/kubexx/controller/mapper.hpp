// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/controller/request.hpp"

namespace kubexx {

/// Maps an object to the keys that must be reconciled when it changes. It sees every state of the object, even when the
/// controller lags. An update maps the old and the new state, and each key is added once. Must be quick; thread safe.
/// When it throws, it is called again with the same states: after 5 ms, then less and less often, and when the object
/// changes.
using Mapper = std::function<std::vector<Request>(const Object&)>;

/// Which owner references count.
enum class Owners { controller, every };

/// The object's own key: for the kind that the controller reconciles.
[[nodiscard]] Mapper map_to_itself();

/// The owners of kind `owner`: matched by group and kind, not by version or uid, as in controller-runtime. The owner of
/// a namespaced kind is in the object's namespace.
[[nodiscard]] Mapper map_to_owner(ResourceType owner, Owners which = Owners::controller);

}  // namespace kubexx
