// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "kubexx/base/task_pool.hpp"

namespace kubexx {

/// Calls `piece(0)` to `piece(pieces - 1)`, each once, from at most `workers` threads (at least one): the calling one
/// and threads of `pool`. A worker takes `chunk` neighbours at a time (at least one). Returns when every piece is done;
/// once `stop` is triggered no further piece is begun, those that were begun are waited for. After
/// k8s.io/client-go/util/workqueue's ParallelizeUntil, except that an exception of `piece` ends the process there: here
/// no further piece is begun, and the first exception is thrown on when all workers have ended.
///
/// Because the caller works too, a pool that is busy, or has a single thread, makes it slower but never hang, also when
/// the caller is a thread of the pool. The pool outlives what was posted to it, which may be later than this call;
/// `piece` need not.
void parallelize_until(TaskPool& pool, std::stop_token stop, std::size_t workers, std::size_t pieces,
                       const std::function<void(std::size_t)>& piece, std::size_t chunk = 1);

}  // namespace kubexx
