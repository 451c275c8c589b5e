// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kubexx {

/// The process_* families of Prometheus client libraries (client_golang's process_collector) in the text format: CPU
/// time, memory, file descriptors, network bytes and start time of this process. What the system does not tell is left
/// out.
[[nodiscard]] std::string process_metrics_text();

}  // namespace kubexx
