// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <string_view>
#include <vector>

namespace kubexx::detail {

/// Writes the families in text format 0.0.4, as TextSerializer of prometheus-cpp does. Ours, because prometheus-cpp is
/// a shared library whose functions a program would load for this alone.
[[nodiscard]] std::string prometheus_text(const std::vector<prometheus::MetricFamily>& families);

[[nodiscard]] bool is_metric_name(std::string_view name) noexcept;
[[nodiscard]] bool is_label_name(std::string_view name) noexcept;

}  // namespace kubexx::detail
