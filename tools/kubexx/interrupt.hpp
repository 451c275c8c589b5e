// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx::cli {

/// From here on Ctrl-C and SIGTERM end the process at once with status 1, as they end a watch of kubectl. What was
/// printed must have been flushed.
void end_on_interrupt();

}  // namespace kubexx::cli
