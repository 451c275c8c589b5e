// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kubexx/client/interceptor.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// Returns the informers of a kind, in its exact version. Called from any thread.
using FindInformers = std::function<std::vector<SharedInformer>(const ResourceType&)>;

/// Makes an interceptor that stores the writes of a client in informers, before the verb returns (read-your-writes):
/// `client.with_interceptor(make_read_your_writes(find))`.
///
/// The informers store the object that the server returns from create, update, patch and apply, from delete while
/// finalizers or a grace period hold the object, and from subresources that return the object itself (status, resize,
/// approval). A delete that ended the object removes it; a delete-collection removes each object that nothing can hold.
/// Other writes are not stored and appear when the watch delivers them: a response with metadata only, `scale`, a
/// created subresource (eviction, binding, token), a write whose response was lost, and a write of an object in a
/// metadata-only informer. A dry run changes nothing. The transform of the informer applies. Throws
/// std::invalid_argument if `find` is empty.
[[nodiscard]] std::shared_ptr<Interceptor> make_read_your_writes(FindInformers find);

}  // namespace kubexx
