// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx {

/// For the first line of main: from now on SIGTERM and SIGINT end the process immediately with status 0. Without it
/// they would kill the process, or be lost if it is the first one of a container. This is a clean end as long as
/// nothing is running yet; Manager::run() replaces the handlers with its own. If the program was started with the
/// signals blocked, those that arrived meanwhile are delivered now.
///
/// Process-wide: replaces the handlers of both signals and unblocks them for the calling thread and the threads that it
/// starts later. Destructors and functions given to atexit do not run.
void install_early_signal_handlers();

}  // namespace kubexx
