// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <string_view>
#include <vector>

namespace kubexx::detail {

/// Writes the families in text format 0.0.4. The output equals that of prometheus-cpp's TextSerializer. We do not call
/// it, because Debian has prometheus-cpp only as a shared library, and loading that costs each operator 2 MB of memory.
[[nodiscard]] std::string prometheus_text(const std::vector<prometheus::MetricFamily>& families);

[[nodiscard]] bool is_metric_name(std::string_view name) noexcept;
[[nodiscard]] bool is_label_name(std::string_view name) noexcept;

}  // namespace kubexx::detail
