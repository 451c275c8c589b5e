// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx {

/// The first line of a program's main: from here on SIGTERM and SIGINT end the process at once with status 0, where
/// they would kill it, or, for the first process of a container, be lost. That is a clean end as long as nothing runs;
/// what starts to run takes the signals over with handlers of its own, as Manager::run() does. A program that was
/// started with the two blocked gets what came in the meantime now.
///
/// Process-wide: replaces the handlers of both signals and unblocks them for the calling thread and the threads that it
/// starts later. Destructors and functions given to atexit do not run.
void install_early_signal_handlers();

}  // namespace kubexx
