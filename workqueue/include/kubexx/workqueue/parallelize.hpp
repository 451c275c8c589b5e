// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "kubexx/base/task_pool.hpp"

namespace kubexx {

/// Calls `piece(0)` to `piece(pieces - 1)`, each once, from at most `workers` threads (at least one): the calling
/// thread and threads of `pool`. A worker takes `chunk` consecutive pieces at a time (at least one). Returns when every
/// piece is done. Once `stop` is triggered no further piece starts, but the call waits for pieces that have started. As
/// ParallelizeUntil of k8s.io/client-go/util/workqueue, except that an exception of `piece` ends the process there.
/// Here no further piece starts, and the first exception is rethrown when all workers have ended.
///
/// The caller works too, so a pool that is busy, or has a single thread, makes the call slower but never makes it hang,
/// even if the caller is a thread of the pool. The pool must outlive the tasks posted to it, which may run after this
/// call has returned; `piece` need not outlive the call.
void parallelize_until(TaskPool& pool, std::stop_token stop, std::size_t workers, std::size_t pieces,
                       const std::function<void(std::size_t)>& piece, std::size_t chunk = 1);

}  // namespace kubexx
