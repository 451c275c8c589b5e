// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kubexx/client/interceptor.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

/// Which informers show the objects of a kind, in its exact version. Called from any thread.
using FindInformers = std::function<std::vector<SharedInformer>(const ResourceType&)>;

/// The interceptor that tells informers what goes through a client, so that their stores hold it before the verb
/// returns (read-your-writes): `client.with_interceptor(make_read_your_writes(find))`.
///
/// Stored are objects that the server answers with: of create, update, patch and apply, of delete while finalizers or a
/// grace period hold the object, and of subresources that answer with the object itself (status, resize, approval). A
/// delete that ended the object removes it; so does delete-collection each object that nothing can hold. Not stored,
/// and therefore seen when the watch brings it: a dry run (nothing to see), an answer with metadata only, `scale`, a
/// subresource that is created (eviction, binding, token), a write whose answer was lost, and a write to an informer of
/// metadata alone. An informer's transform applies.
[[nodiscard]] std::shared_ptr<Interceptor> make_read_your_writes(FindInformers find);

}  // namespace kubexx
