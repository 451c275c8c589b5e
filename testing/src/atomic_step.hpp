// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "kubexx/base/asio.hpp"

namespace kubexx::testing {

/// Runs `work` to its end on this thread, and rethrows its exception. If it has to wait for something else, cancels it
/// and returns false; work that ignores its cancellation is never destroyed.
[[nodiscard]] bool run_as_one_step(std::function<awaitable<void>()> work);

}  // namespace kubexx::testing
