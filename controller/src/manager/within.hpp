// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/base/asio.hpp"

namespace kubexx {

/// Runs `work` on the runtime's executor and waits for it until `deadline`; true when it ended by then. Work that is
/// late goes on alone, so it must own what it uses. What it throws is logged.
[[nodiscard]] awaitable<bool> within(Runtime runtime, SteadyTime deadline, awaitable<void> work);

}  // namespace kubexx
