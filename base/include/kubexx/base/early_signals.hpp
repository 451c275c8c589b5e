// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx {

/// Makes SIGTERM and SIGINT end the process immediately with status 0. Call it in the first line of main: without it,
/// the signals would kill the process, or be lost if it is the first process of a container. The end is clean as long
/// as nothing is running yet; Manager::run() replaces the handlers with its own. If the program was started with the
/// signals blocked, signals that have arrived meanwhile are delivered now.
///
/// Process-wide: replaces the handlers of both signals, and unblocks the signals for the calling thread and the threads
/// that it starts later. Destructors and atexit functions do not run.
void install_early_signal_handlers();

}  // namespace kubexx
