// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/server.hpp"

/// Deletion and what follows from it. A real cluster does the latter in its controller manager, some time later; here
/// it is done before the answer of the call that caused it, in a fixed order. All of it wants the server's mutex held.
namespace kubexx::apiserver {

struct DeleteRequest {
  enum class Propagation { background, foreground, orphan };
  std::optional<Propagation> propagation;  ///< none: background, unless the object's finalizers say otherwise
  std::optional<std::int64_t> grace;       ///< seconds that a pod has to stop; none: as the pod says
  bool dry_run = false;
};
struct DeleteResult {
  StoredPtr object;      ///< as it was last
  bool removed = false;  ///< false: finalizers hold it, or the time that a pod has to stop
};
/// Deletes, or marks as deleted when something holds it. A pod that a node runs stays until whoever runs it, which is
/// nobody here, or a DELETE without grace removes it, as on a real server.
DeleteResult delete_stored(Server& server, Collection& collection, const StoredPtr& object,
                           const DeleteRequest& request);

/// Called after every put and remove: records what garbage collection must look at.
void note_written(Server& server, const Stored& object);
void note_removed(Server& server, const Collection& collection, const Stored& object);

/// Looks at everything noted until nothing is left: owners that are gone, foreground and orphan deletion, and
/// namespaces that are being deleted.
void collect_garbage(Server& server);

/// Goes on with the deletion of resource definitions, which a real kube-apiserver does itself.
void finalize_definitions(Server& server);

/// The kind whose objects `collection` holds; null when it is no longer served.
[[nodiscard]] KindPtr kind_of(const Server& server, const Collection& collection);

}  // namespace kubexx::apiserver
