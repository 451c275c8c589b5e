// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/base/clock.hpp"
#include "kubexx/client/interceptor.hpp"

namespace kubexx {

/// Breaks the loop of a controller that creates what something else deletes at once: a child whose owner is gone while
/// the watch of the owner lags, which the garbage collector takes away again, and whose deletion is the next event. The
/// same object is created five times in a row and then once a second; a create in between throws a local 429 with its
/// Retry-After, so that the key backs off. Only creations count: a create that the server refused (409, 413, 422), a
/// dry run, and one whose answer was lost do not. Keeps a few bytes for each object created in the last seconds.
[[nodiscard]] std::shared_ptr<Interceptor> make_recreate_guard(const Clock& clock);

}  // namespace kubexx
